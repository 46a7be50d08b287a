import type { ConnectorEnd } from '../types/parts.ts';
import { opacityOf } from './colours.ts';
import {
  alongCorners,
  arrival,
  type Course,
  closed,
  distance,
  pathOf,
  pointsOf,
  reversed,
  shortened,
  sidesOf,
} from './courses.ts';
import { curved, type End } from './curves.ts';
import type { Box, Line, XY } from './shapes.ts';

/** What a connector looks like between two boxes. */
interface ConnectorStyle {
  readonly type: keyof typeof routes;
  readonly line_color: string;
  readonly line_width: number;
  readonly src: DrawnEnd;
  readonly dst: DrawnEnd;
}

type DrawnEnd = Pick<ConnectorEnd, 'id' | 'rel_location' | 'auto_location' | 'tip'>;
type PlacedEnd = Omit<DrawnEnd, 'id' | 'tip'>;

/** In the order that decides between equal distances (interface/widgets 9). */
const sides: readonly End[] = [
  { at: { x: 1, y: 0.5 }, out: { x: 1, y: 0 } },
  { at: { x: 0, y: 0.5 }, out: { x: -1, y: 0 } },
  { at: { x: 0.5, y: 1 }, out: { x: 0, y: 1 } },
  { at: { x: 0.5, y: 0 }, out: { x: 0, y: -1 } },
];

/** A point this near to a side lets the line leave there; as a share of the box. */
const NEAR = 0.25;
/** A point that is as near to a second side, but for this share, lies in a corner, and may leave by either. */
const CORNER = 0.02;
/** Connectors must not vanish in a thumbnail; in pixels of the screen. */
const THINNEST = 0.75;

/** The line and its tips between two boxes: one shape where one sees through it, because two would be seen where they overlap. */
export function connectorShapes(connector: ConnectorStyle, from: Box, to: Box): Line[] {
  const { line_color: colour, line_width: width } = connector;
  const course = courseOf(connector, from, to);
  const start = connector.src.tip !== 'none';
  const end = connector.dst.tip !== 'none';
  const side = tipSide(width);
  if (opacityOf(colour) < 1) return [{ kind: 'line', path: outline(course, width, start, end), colour, width: 0 }];
  // The line reaches a little into the tip, so that no gap is seen between them
  const by = side * (BASE - 0.05);
  const ended = end ? shortened(course, by) : course;
  const drawn = start ? reversed(shortened(reversed(ended), by)) : ended;
  const shapes: Line[] = [{ kind: 'line', path: pathOf(drawn), colour, width, least: THINNEST, cap: 'butt' }];
  if (start) shapes.push(tip(reversed(course), width, colour));
  if (end) shapes.push(tip(course, width, colour));
  return shapes;
}

/** Around all that is drawn of a connector between two boxes. */
export function connectorBox(connector: ConnectorStyle, from: Box, to: Box): Box {
  const points = pointsOf(courseOf(connector, from, to));
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const hasTip = connector.src.tip !== 'none' || connector.dst.tip !== 'none';
  const edge = hasTip ? tipSide(connector.line_width) * Math.hypot(LENGTH, HALF) : connector.line_width / 2;
  const x = Math.min(...xs) - edge;
  const y = Math.min(...ys) - edge;
  return { x, y, width: Math.max(...xs) + edge - x, height: Math.max(...ys) + edge - y };
}

/** Automatic ends take the nearest pair of middles of sides; other ends are where they were put. */
export function endsOf({ src, dst }: { readonly src: PlacedEnd; readonly dst: PlacedEnd }, from: Box, to: Box): [End, End] {
  const starts = src.auto_location ? middles(from) : [fixed(src.rel_location, from, to)];
  const ends = dst.auto_location ? middles(to) : [fixed(dst.rel_location, to, from)];
  let best: [End, End] = [starts[0]!, ends[0]!];
  for (const start of starts) {
    for (const end of ends) if (distance(start.at, end.at) < distance(best[0].at, best[1].at)) best = [start, end];
  }
  return best;
}

function courseOf(connector: ConnectorStyle, from: Box, to: Box): Course {
  const { type, src, dst } = connector;
  if (src.id === dst.id && (src.auto_location || dst.auto_location)) return loop(connector, from);
  return routes[type](...endsOf(connector, from, to), from, to);
}

const middles = (box: Box): End[] => sides.map(({ at, out }) => ({ at: on(box, at), out }));

function fixed(share: XY, box: Box, other: Box): End {
  const gaps = [1 - share.x, share.x, 1 - share.y, share.y];
  const nearest = Math.min(...gaps);
  const at = on(box, share);
  const facing = on(other, { x: 0.5, y: 0.5 });
  if (nearest >= NEAR) return { at, out: towards(at, facing) };
  const ahead = ({ out }: End): number => out.x * (facing.x - at.x) + out.y * (facing.y - at.y);
  const near = sides.filter((_, side) => gaps[side]! <= nearest + CORNER);
  return { at, out: near.reduce((best, side) => (ahead(side) > ahead(best) ? side : best)).out };
}

/** The one of the four directions that covers most of the distance. */
function towards(from: XY, to: XY): XY {
  const across = to.x - from.x;
  const down = to.y - from.y;
  return Math.abs(across) >= Math.abs(down) ? { x: across < 0 ? -1 : 1, y: 0 } : { x: 0, y: down < 0 ? -1 : 1 };
}

const routes = {
  straight: (start: End, end: End): Course => ({ start: start.at, pieces: [{ to: end.at }] }),
  curve: curved,
  'right-angle': (start: End, end: End): Course => alongCorners([start.at, ...cornersBetween(start, end), end.at]),
};

function cornersBetween({ at: a, out: first }: End, { at: b, out: last }: End): XY[] {
  const fromSide = first.x !== 0;
  const toSide = last.x !== 0;
  if (fromSide !== toSide) return [fromSide ? { x: b.x, y: a.y } : { x: a.x, y: b.y }];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return fromSide
    ? [
        { x: middle.x, y: a.y },
        { x: middle.x, y: b.y },
      ]
    : [
        { x: a.x, y: middle.y },
        { x: b.x, y: middle.y },
      ];
}

/** How far a loop rises above its box, and half of its width at most; in pixels of the canvas. */
const RISES = 64;
const HALF_LOOP = 48;

/** From a widget to itself, above it. An end that was put somewhere stays there. */
function loop({ src, dst }: ConnectorStyle, box: Box): Course {
  const half = Math.min(box.width * 0.27, HALF_LOOP);
  const above = (by: number): XY => ({ x: box.x + box.width / 2 + by, y: box.y });
  const start = src.auto_location ? above(-half) : on(box, src.rel_location);
  const end = dst.auto_location ? above(half) : on(box, dst.rel_location);
  // A curve comes as near to its control points as three quarters of the way
  const top = box.y - RISES / 0.75;
  return {
    start,
    pieces: [
      {
        to: end,
        bend: [
          { x: start.x, y: top },
          { x: end.x, y: top },
        ],
      },
    ],
  };
}

/** The measure of a tip. */
const tipSide = (width: number): number => Math.max(4, 4 * width);
/**
 * Factors of `tipSide`: the length of a tip, half of its width, and the distance from its base, where the line ends, to its
 * point.
 */
const LENGTH = 1.15;
const HALF = 0.62;
const BASE = 1.03;
/** The radius of the corners of a tip, in pixels of the canvas. */
const TIP_ROUND = 1.2;

/** The corners of the tip at the end of a course: at the line's left, the left one, the point, the right one, at the line's right. */
function tipCorners(course: Course, width: number): XY[] {
  const { to: point } = course.pieces.at(-1)!;
  const way = arrival(course);
  const side = tipSide(width);
  const corner = (back: number, aside: number): XY => ({
    x: point.x - way.x * back + way.y * aside,
    y: point.y - way.y * back - way.x * aside,
  });
  const base = side * BASE;
  const half = width / 2;
  return [
    corner(base, half),
    corner(side * LENGTH, side * HALF),
    point,
    corner(side * LENGTH, -side * HALF),
    corner(base, -half),
  ];
}

function tip(course: Course, width: number, colour: string): Line {
  return { kind: 'line', path: `${pathOf(closed(tipCorners(course, width), roundness(width)))}Z`, colour, width: 0 };
}

/** The radius of a tip's corners; the two where the line ends stay sharp. */
const roundness =
  (width: number) =>
  (at: number): number =>
    at % 5 === 0 || at % 5 === 4 ? 0 : Math.min(TIP_ROUND, tipSide(width) / 8);

/** Around line and tips. */
function outline(course: Course, width: number, start: boolean, end: boolean): string {
  const by = tipSide(width) * BASE;
  const ended = end ? shortened(course, by) : course;
  const { left, right } = sidesOf(start ? reversed(shortened(reversed(ended), by)) : ended, width);
  const ends = end ? tipCorners(course, width) : [];
  const starts = start ? tipCorners(reversed(course), width) : [];
  const corners = [...left, ...ends, ...right.reverse(), ...starts];
  const first = left.length;
  const last = left.length + ends.length + right.length;
  const ofTip = (at: number): number => (at >= last ? at - last : at >= first && at < first + ends.length ? at - first : 0);
  return `${pathOf(closed(corners, (at) => roundness(width)(ofTip(at))))}Z`;
}

const on = (box: Box, share: XY): XY => ({ x: box.x + share.x * box.width, y: box.y + share.y * box.height });
