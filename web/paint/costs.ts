/** What whole pictures cost lately, by how near they show the canvas. */
export interface Costs {
  /** Milliseconds; Infinity where nothing is known. */
  expected(scale: number): number;
  learn(scale: number, milliseconds: number): void;
}

/** Scales in one class differ by less than the square root of two. */
const classOf = (scale: number): number => Math.round(2 * Math.log2(scale));
/** A cost is used for scales at most this many classes away. */
const FARTHEST = 2;
/** The share of an increase that is believed at once. */
const TRUST = 0.3;

export function createCosts(): Costs {
  const known = new Map<number, number>();
  return {
    expected(scale) {
      const wanted = classOf(scale);
      for (let away = 0; away <= FARTHEST; away++) {
        const found = known.get(wanted - away) ?? known.get(wanted + away);
        if (found !== undefined) return found;
      }
      return Number.POSITIVE_INFINITY;
    },
    learn(scale, milliseconds) {
      const before = known.get(classOf(scale)) ?? milliseconds;
      // What was slow once may have been disturbed by other programs
      known.set(classOf(scale), milliseconds > before ? before + (milliseconds - before) * TRUST : milliseconds);
    },
  };
}
