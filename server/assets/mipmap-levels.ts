/** interface/widgets 15, in pure functions. Lengths are whole pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Longest side of the highest level. */
const SMALL = 128;
/** WebP's limit for a side. */
const MOST_SIDE = 16_383;

/** Size of a level: each is half the size of the one below it. */
export const levelSize = ({ width, height }: Extent, level: number): Extent => ({
  width: Math.max(1, Math.floor(width / 2 ** level)),
  height: Math.max(1, Math.floor(height / 2 ** level)),
});

/** The first level with both sides at most 128, or the last one before a side gets shorter than 2. */
export function maxLevel(extent: Extent): number {
  for (let level = 0; ; level += 1) {
    const { width, height } = levelSize(extent, level);
    if (width <= SMALL && height <= SMALL) return level;
    const next = levelSize(extent, level + 1);
    if (next.width < 2 || next.height < 2) return level;
  }
}

/** The size in which a level is written: its own, or with the same proportions the largest that WebP can hold. */
export function writtenSize(extent: Extent): Extent {
  const scale = Math.min(1, MOST_SIDE / Math.max(extent.width, extent.height));
  if (scale === 1) return extent;
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: side(extent.width), height: side(extent.height) };
}
