/** What whole pictures cost lately, by how near they show the canvas. */
export interface Costs {
  /** Milliseconds; Infinity where nothing is known. */
  expected(scale: number): number;
  learn(scale: number, milliseconds: number): void;
}

/** Scales in one class differ by less than the square root of two. */
const classOf = (scale: number): number => Math.round(2 * Math.log2(scale));
/** So many classes away, a cost still says something. */
const FARTHEST = 2;
/** Of what is slower than the time before so much is believed. */
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
