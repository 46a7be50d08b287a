import type { Clock } from '../../clock.ts';

/** Browsers forget a cookie 400 days after they were sent it, so that of a wall is sent anew. */
export interface CookieRenewals {
  /** True once a day for each session, given its record key. */
  isDue(key: string): boolean;
}

const DAY_MS = 86_400_000;
/** Walls that asked today. Beyond them a cookie is sent more often, which costs nothing but its bytes. */
const MOST = 10_000;

export function createCookieRenewals(clock: Pick<Clock, 'steady'>): CookieRenewals {
  const sent = new Map<string, number>();
  return {
    isDue(key) {
      const now = clock.steady();
      if (now < (sent.get(key) ?? Number.NEGATIVE_INFINITY) + DAY_MS) return false;
      if (sent.size >= MOST) sent.clear();
      sent.set(key, now);
      return true;
    },
  };
}
