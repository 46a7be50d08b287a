/** Frames that are looked at, and the median of their milliseconds above which moving a layer is too much for a machine. */
const FRAMES = 5;
const SLOW = 33;

/**
 * Finds out by the first frames of a drag whether a machine moves its layer fast enough. Call it before each picture of the screen, and ask
 * for the next one after each motion: how long that takes to come is what counts, because hands may be slow, too.
 */
export function createFirstFrames(): (now: number, hasMoved: boolean) => 'fast' | 'slow' | undefined {
  const gaps: number[] = [];
  let last: number | undefined;
  return (now, hasMoved) => {
    if (last !== undefined && gaps.length < FRAMES) gaps.push(now - last);
    last = hasMoved ? now : undefined;
    if (gaps.length < FRAMES) return undefined;
    return gaps.toSorted((a, b) => a - b)[Math.floor(FRAMES / 2)]! > SLOW ? 'slow' : 'fast';
  };
}
