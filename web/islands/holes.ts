import { type Box, short } from '../../model/looks/shapes.ts';

/** A rectangle by its sides. */
interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is left of a rectangle at (0, 0) under holes. */
export interface Cut {
  /** For `clip-path: path(evenodd, …)`; undefined: nothing is cut out. */
  readonly path: string | undefined;
  /** From 0 to 1. */
  readonly covered: number;
}

/** Cuts boxes out of a rectangle of this size; they may overlap each other and reach over its sides. */
export function cutOut({ width, height }: { readonly width: number; readonly height: number }, holes: readonly Box[]): Cut {
  const parts = disjoint(holes.flatMap((hole) => within(hole, width, height)));
  if (parts.length === 0) return { path: undefined, covered: 0 };
  const covered = parts.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0);
  const all = [{ left: 0, top: 0, right: width, bottom: height }, ...parts];
  return { path: all.map(outline).join(''), covered: covered / (width * height) };
}

function within({ x, y, ...size }: Box, width: number, height: number): Sides[] {
  const sides = {
    left: Math.max(0, x),
    top: Math.max(0, y),
    right: Math.min(width, x + size.width),
    bottom: Math.min(height, y + size.height),
  };
  return sides.left < sides.right && sides.top < sides.bottom ? [sides] : [];
}

/** The same area in rectangles that do not overlap: where two did, the even-odd rule would show what both hide. */
function disjoint(holes: readonly Sides[]): Sides[] {
  const levels = [...new Set(holes.flatMap(({ top, bottom }) => [top, bottom]))].sort((a, b) => a - b);
  const done: Sides[] = [];
  let open: Sides[] = [];
  for (const [at, top] of levels.slice(0, -1).entries()) {
    const bottom = levels[at + 1]!;
    const row = joined(holes.filter((hole) => hole.top <= top && hole.bottom >= bottom));
    const goesOn =
      row.length === open.length && row.every(({ left, right }, one) => open[one]!.left === left && open[one]!.right === right);
    if (!goesOn) done.push(...open);
    open = row.map(({ left, right }, one) => ({ left, top: goesOn ? open[one]!.top : top, right, bottom }));
  }
  return [...done, ...open];
}

/** Overlapping stretches of a row as one, from left to right. */
function joined(row: readonly Sides[]): Pick<Sides, 'left' | 'right'>[] {
  const stretches: { left: number; right: number }[] = [];
  for (const { left, right } of row.toSorted((a, b) => a.left - b.left)) {
    const last = stretches.at(-1);
    if (last && left <= last.right) last.right = Math.max(last.right, right);
    else stretches.push({ left, right });
  }
  return stretches;
}

const outline = ({ left, top, right, bottom }: Sides): string =>
  `M${short(left)} ${short(top)}H${short(right)}V${short(bottom)}H${short(left)}Z`;
