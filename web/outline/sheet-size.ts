export type SheetSize = 'closed' | 'half' | 'tall';

/** A sheet that was moved by this part of its height is let go in another size. */
const FAR = 0.25;
/** The least way that changes anything, in pixels. */
const LEAST = 40;

/** The size of a sheet after a drag. @param by how far down, in pixels @param height of the sheet, in pixels */
export function sizeAfterDrag(size: SheetSize, by: number, height: number): SheetSize {
  const isFar = Math.abs(by) > Math.max(LEAST, height * FAR);
  if (by < -LEAST) return 'tall';
  if (!isFar) return size;
  // From the full height two thirds of the way close it at once
  return size === 'tall' && by < (height * 2) / 3 ? 'half' : 'closed';
}

/** The size after a key; undefined: the key means nothing here. */
export function sizeAfterKey(size: SheetSize, key: string): SheetSize | undefined {
  if (key === 'ArrowUp') return 'tall';
  if (key === 'ArrowDown') return size === 'tall' ? 'half' : 'closed';
  return undefined;
}
