import { short, type XY } from './shapes.ts';

/** A way from piece to piece, each straight or bent by two control points. */
export interface Course {
  readonly start: XY;
  readonly pieces: readonly Piece[];
}

export interface Piece {
  readonly to: XY;
  readonly bend?: readonly [XY, XY];
}

/** The corners of right angles are this round, in pixels of the canvas, where both sides are long enough. */
const ROUND = 10;
/** Control points of a quarter of a circle, as a share of its radius. */
const QUARTER = 0.5523;

/** In absolute commands M, L and C. */
export const pathOf = ({ start, pieces }: Course): string =>
  `M${pair(start)}${pieces.map(({ to, bend }) => (bend ? `C${[...bend, to].map(pair).join(' ')}` : `L${pair(to)}`)).join('')}`;

/** All points that decide where a course runs: it stays within the smallest box around them. */
export const pointsOf = ({ start, pieces }: Course): XY[] => [start, ...pieces.flatMap(({ to, bend = [] }) => [...bend, to])];

/** Straight from corner to corner. The corners between the ends are rounded. */
export function alongCorners(corners: readonly XY[]): Course {
  const pieces: Piece[] = [];
  for (let at = 1; at < corners.length - 1; at++) pieces.push(...roundCorner(corners[at - 1]!, corners[at]!, corners[at + 1]!));
  return { start: corners[0]!, pieces: [...pieces, { to: corners.at(-1)! }] };
}

/** The same way from its end to its start. */
export function reversed({ start, pieces }: Course): Course {
  const ends = [start, ...pieces.map(({ to }) => to)];
  const back = pieces.map(({ bend }, at): Piece => ({ to: ends[at]!, ...(bend ? { bend: [bend[1], bend[0]] } : {}) }));
  return { start: ends.at(-1)!, pieces: back.reverse() };
}

/** The direction in which a course arrives at its end, of length 1; to the right where it goes nowhere. */
export function arrival({ start, pieces }: Course): XY {
  const end = pieces.at(-1)!.to;
  for (const from of pointsOf({ start, pieces }).reverse()) {
    const length = distance(from, end);
    if (length > 0) return { x: (end.x - from.x) / length, y: (end.y - from.y) / length };
  }
  return { x: 1, y: 0 };
}

/** Ends earlier by a length, but not by more than half of its last piece. The direction at the end stays. */
export function shortened(course: Course, by: number): Course {
  const last = course.pieces.at(-1)!;
  const from = last.bend?.[1] ?? course.pieces.at(-2)?.to ?? course.start;
  const most = Math.min(by, distance(from, last.to) / 2);
  const way = arrival(course);
  const to = { x: last.to.x - way.x * most, y: last.to.y - way.y * most };
  return { start: course.start, pieces: [...course.pieces.slice(0, -1), { ...last, to }] };
}

/** Straight pieces in place of a bent one. */
const STEPS = 24;

/** Points along both sides of a line of this width, from its start to its end. */
export function sidesOf({ start, pieces }: Course, width: number): { readonly left: XY[]; readonly right: XY[] } {
  const sides = { left: [] as XY[], right: [] as XY[] };
  let from = start;
  let way: XY = { x: 1, y: 0 };
  for (const piece of pieces) {
    for (let step = 0; step <= (piece.bend ? STEPS : 1); step++) {
      const { at, towards } = pointOn(from, piece, step / (piece.bend ? STEPS : 1));
      const length = Math.hypot(towards.x, towards.y);
      if (length > 0) way = { x: towards.x / length, y: towards.y / length };
      sides.left.push({ x: at.x + (way.y * width) / 2, y: at.y - (way.x * width) / 2 });
      sides.right.push({ x: at.x - (way.y * width) / 2, y: at.y + (way.x * width) / 2 });
    }
    from = piece.to;
  }
  return sides;
}

export const distance = (a: XY, b: XY): number => Math.hypot(a.x - b.x, a.y - b.y);
const pair = ({ x, y }: XY): string => `${short(x)} ${short(y)}`;

/** A closed shape whose corners are as round as said for each, where its sides are long enough. */
export function closed(corners: readonly XY[], roundness: (at: number) => number): Course {
  const pieces = corners.flatMap((corner, at) => {
    const before = corners.at(at - 1)!;
    const after = corners[(at + 1) % corners.length]!;
    return roundness(at) > 0 ? roundCorner(before, corner, after, roundness(at)) : [{ to: corner }];
  });
  return { start: pieces.at(-1)!.to, pieces };
}

function roundCorner(before: XY, corner: XY, after: XY, most = ROUND): Piece[] {
  const into = distance(before, corner);
  const out = distance(corner, after);
  const radius = Math.min(most, into / 2, out / 2);
  if (!(radius > 0)) return [{ to: corner }];
  const towards = (to: XY, length: number, by: number): XY => ({
    x: corner.x + ((to.x - corner.x) / length) * by,
    y: corner.y + ((to.y - corner.y) / length) * by,
  });
  const near = radius * (1 - QUARTER);
  return [
    { to: towards(before, into, radius) },
    { to: towards(after, out, radius), bend: [towards(before, into, near), towards(after, out, near)] },
  ];
}

/** The point at a part of the way along a piece, 0 to 1, and the direction there. */
export function pointOn(from: XY, { to, bend }: Piece, part: number): { readonly at: XY; readonly towards: XY } {
  const along = (axis: 'x' | 'y'): [number, number] => {
    const a = from[axis];
    const d = to[axis];
    if (!bend) return [a + (d - a) * part, d - a];
    const b = bend[0][axis];
    const c = bend[1][axis];
    const rest = 1 - part;
    const at = rest ** 3 * a + 3 * rest ** 2 * part * b + 3 * rest * part ** 2 * c + part ** 3 * d;
    return [at, rest ** 2 * (b - a) + 2 * rest * part * (c - b) + part ** 2 * (d - c)];
  };
  const [x, acrossBy] = along('x');
  const [y, downBy] = along('y');
  return { at: { x, y }, towards: { x: acrossBy, y: downBy } };
}
