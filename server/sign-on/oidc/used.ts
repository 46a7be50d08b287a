import type { Clock } from '../../clock.ts';

/** More than this server could finish in the time. */
const MOST = 10_000;

/** Remembers texts for some time, so that each counts once. */
export function createUsed(clock: Pick<Clock, 'steady'>, ms: number): { readonly add: (text: string) => boolean } {
  /** The ends of validity, the oldest first. */
  const known = new Map<string, number>();
  return {
    /** False: it is known already. */
    add(text) {
      const now = clock.steady();
      for (const [old, until] of known) {
        if (until > now && known.size < MOST) break;
        known.delete(old);
      }
      if (known.has(text)) return false;
      known.set(text, now + ms);
      return true;
    },
  };
}
