import { type Course, distance, type Piece, pointOn } from './courses.ts';
import type { Box, XY } from './shapes.ts';

/** A point on a side of a box, and the direction that leads out of the box there: one of the four along the axes. */
export interface End {
  readonly at: XY;
  readonly out: XY;
}

/** The least that a curve goes straight out of a box, in pixels of the canvas, where the way is longer than that. */
const OUT = 24;
/** Control points of a quarter of a circle, as a share of its radius. */
const QUARTER = 0.5523;

/**
 * From box to box, beginning and ending at right angles to their sides. A curve that would come back over one of its own boxes goes
 * around the corner of that box first.
 */
export function curved(start: End, end: End, from: Box, to: Box): Course {
  const direct: Course = { start: start.at, pieces: [bent(start, end, reach(start, end), reach(end, start))] };
  const ends = [
    { end: start, box: from },
    { end, box: to },
  ] as const;
  const margin = Math.min(OUT, roomBetween(from, to) / 3);
  const clear = Math.min(CLEAR, margin / 2);
  if (!crosses(direct, ends, clear)) return direct;
  const courses = REACHES.map((share) => around(...ends, margin, share));
  return courses.find((course) => !crosses(course, ends, clear)) ?? direct;
}

interface BoxedEnd {
  readonly end: End;
  readonly box: Box;
}

/** How far a curve goes straight at most, as a share of the distance between its ends; shorter ones where a longer one crosses a box. */
const REACHES = [0.4, 0.2, 0.1] as const;

/** A curve goes out as far as the other end is ahead, or it would overshoot that; and a little where that lies behind. */
const reach = (end: End, { at }: End, share: number = REACHES[0]): number =>
  Math.min(distance(end.at, at) * share, Math.max(ahead(end, at), OUT));

/** The same, but two ends that face each other do not pass one another. */
function passing(end: End, other: End, share: number): number {
  const isFacing = dot(end.out, other.out) < 0;
  return Math.min(reach(end, other, share), isFacing ? Math.max(ahead(end, other.at), 0) : Number.POSITIVE_INFINITY);
}

const bent = (start: End, end: End, first: number, last: number): Piece => ({
  to: end.at,
  bend: [moved(start.at, start.out, first), moved(end.at, end.out, last)],
});

/** Each corner of a box is passed once at most. */
const TURNS = 3;

function around(from: BoxedEnd, to: BoxedEnd, margin: number, share: number): Course {
  const leaving: Piece[] = [];
  const arriving: Piece[] = [];
  let gone = from.end;
  let came = to.end;
  for (let turn = 0; turn < TURNS && (ahead(gone, came.at) < 0 || ahead(came, gone.at) < 0); turn++) {
    const [further, exit] = turned(gone, came.at, from.box, margin);
    leaving.push(...further);
    gone = exit;
    const [nearer, entry] = turned(came, gone.at, to.box, margin);
    arriving.push(...nearer);
    came = entry;
  }
  const middle = bent(gone, came, passing(gone, came, share), passing(came, gone, share));
  return { start: from.end.at, pieces: [...leaving, middle, ...backwards(arriving, to.end.at)] };
}

/**
 * The way around the corner of a box, where `target` does not lie ahead: a quarter turn, when the target lies beyond another side, else back
 * along that side. Answers the pieces and where they end.
 */
function turned(end: End, target: XY, box: Box, margin: number): [Piece[], End] {
  if (ahead(end, target) >= 0) return [[], end];
  const { at, out } = end;
  const outOf = farthest(box, out) - dot(at, out) + margin;
  const asides = [
    { x: -out.y, y: out.x },
    { x: out.y, y: -out.x },
  ].map((side) => {
    const outside = farthest(box, side) - dot(at, side) + margin;
    return { side, outside, beyond: dot(target, side) - dot(at, side) - outside };
  });
  const one = asides[0]!;
  const other = asides[1]!;
  // Beyond a side `beyond` is above 0, else it is how far one comes back
  const { side, outside, beyond } =
    one.beyond > 0 || (other.beyond <= 0 && one.outside - one.beyond <= other.outside - other.beyond) ? one : other;
  if (beyond > 0) {
    const exit = moved(moved(at, side, outside), out, outOf);
    return [
      [{ to: exit, bend: [moved(at, out, outOf * QUARTER), moved(exit, side, -outside * QUARTER)] }],
      { at: exit, out: side },
    ];
  }
  const back = { x: -out.x, y: -out.y };
  const corner = moved(at, side, outside);
  const exit = moved(corner, back, farthest(box, back) - dot(at, back));
  // A curve comes as near to its control points as three quarters of the way
  const sag = Math.max(outOf, Math.min(outside / 2, OUT)) / 0.75;
  return [[{ to: corner, bend: [moved(at, out, sag), moved(corner, out, sag)] }, { to: exit }], { at: exit, out: back }];
}

/** Pieces that lead away from a start, as they lead to it. */
function backwards(pieces: readonly Piece[], start: XY): Piece[] {
  const ends = [start, ...pieces.map(({ to }) => to)];
  return pieces
    .map(({ bend }, at): Piece => ({ to: ends[at]!, ...(bend ? { bend: [bend[1], bend[0]] as const } : {}) }))
    .reverse();
}

/** Straight pieces that stand for one that is bent. */
const LOOKS = 24;
/** Pixels of the canvas that a curve may lie behind its end, where nobody sees it. */
const TOUCH = 0.5;
/** A curve that comes nearer than this to one of its boxes seems to cross it; in pixels of the canvas, where there is room for it. */
const CLEAR = 4;

/** Whether a course enters what lies of its boxes behind its two ends. */
function crosses({ start, pieces }: Course, ends: readonly BoxedEnd[], clear: number): boolean {
  let before = start;
  for (const piece of pieces) {
    const points = [before, ...(piece.bend ?? []), piece.to];
    const near = ends.filter(({ end }) => points.some((point) => ahead(end, point) < -TOUCH));
    let last = before;
    for (let look = 1; look <= LOOKS && near.length > 0; look++) {
      const { at } = pointOn(before, piece, look / LOOKS);
      if (near.some((one) => meets(last, at, behind(one, clear)))) return true;
      last = at;
    }
    before = piece.to;
  }
  return false;
}

/** What lies of a box, grown by a little, behind its end. */
function behind({ end: { at, out }, box }: BoxedEnd, clear: number): Box {
  const left = out.x < 0 ? at.x + TOUCH : box.x - clear;
  const top = out.y < 0 ? at.y + TOUCH : box.y - clear;
  const right = out.x > 0 ? at.x - TOUCH : box.x + box.width + clear;
  const bottom = out.y > 0 ? at.y - TOUCH : box.y + box.height + clear;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a straight line from a to b enters a box. */
function meets(a: XY, b: XY, box: Box): boolean {
  let enters = 0;
  let leaves = 1;
  for (const [axis, size] of [
    ['x', box.width],
    ['y', box.height],
  ] as const) {
    const from = a[axis] - box[axis];
    const by = b[axis] - a[axis];
    if (by === 0 && (from <= 0 || from >= size)) return false;
    if (by === 0) continue;
    enters = Math.max(enters, Math.min(-from / by, (size - from) / by));
    leaves = Math.min(leaves, Math.max(-from / by, (size - from) / by));
  }
  return enters < leaves;
}

const roomBetween = (a: Box, b: Box): number =>
  Math.max(0, b.x - a.x - a.width, a.x - b.x - b.width, b.y - a.y - a.height, a.y - b.y - b.height);

/** How far a point lies in the direction of an end. */
const ahead = ({ at, out }: End, point: XY): number => dot(out, point) - dot(out, at);
const dot = (a: XY, b: XY): number => a.x * b.x + a.y * b.y;
/** How far a box reaches into a direction along an axis. */
const farthest = ({ x, y, width, height }: Box, way: XY): number =>
  Math.max(way.x * x, way.x * (x + width)) + Math.max(way.y * y, way.y * (y + height));
const moved = (at: XY, way: XY, by: number): XY => ({ x: at.x + way.x * by, y: at.y + way.y * by });
