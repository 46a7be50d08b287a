/** interface/widgets 15, in pure functions. Lengths are whole pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Both sides of the highest level are at most so long. */
const SMALL = 128;
/** WebP's limit for a side. */
const MOST_SIDE = 16_383;

/** Size of a level: each is half of the one below it. */
export const levelSize = ({ width, height }: Extent, level: number): Extent => ({
  width: Math.max(1, Math.floor(width / 2 ** level)),
  height: Math.max(1, Math.floor(height / 2 ** level)),
});

/** The first level with both sides at most 128; when a side would get under 2 before, the last one where it does not. */
export function maxLevel(extent: Extent): number {
  for (let level = 0; ; level += 1) {
    const { width, height } = levelSize(extent, level);
    if (width <= SMALL && height <= SMALL) return level;
    const next = levelSize(extent, level + 1);
    if (next.width < 2 || next.height < 2) return level;
  }
}

/** The size in which a level is written: its own, or as much of it as WebP can hold, with the same proportions. */
export function writtenSize(extent: Extent): Extent {
  const scale = Math.min(1, MOST_SIDE / Math.max(extent.width, extent.height));
  if (scale === 1) return extent;
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: side(extent.width), height: side(extent.height) };
}
