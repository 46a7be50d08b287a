import type { ConnectorEnd } from '../types/parts.ts';
import { type Box, type Line, short, type XY } from './shapes.ts';

/** What a connector looks like between two boxes. */
interface Drawn {
  readonly type: keyof typeof routes;
  readonly line_color: string;
  readonly line_width: number;
  readonly src: DrawnEnd;
  readonly dst: DrawnEnd;
}

type DrawnEnd = Pick<ConnectorEnd, 'rel_location' | 'auto_location' | 'tip'>;

/** A point on a side of a box, and the direction that leads out of the box there. */
interface End {
  readonly at: XY;
  readonly out: XY;
}

/** In the order that decides between equal distances (interface/widgets 9). */
const sides: readonly End[] = [
  { at: { x: 1, y: 0.5 }, out: { x: 1, y: 0 } },
  { at: { x: 0, y: 0.5 }, out: { x: -1, y: 0 } },
  { at: { x: 0.5, y: 1 }, out: { x: 0, y: 1 } },
  { at: { x: 0.5, y: 0 }, out: { x: 0, y: -1 } },
];

/** A point this near to a side lets the line leave there; as a share of the box. */
const NEAR = 0.25;
/** Connectors must not vanish in a thumbnail; in pixels of the screen. */
const THINNEST = 0.75;

/** The line and its tips between two boxes. */
export function connectorShapes(connector: Drawn, from: Box, to: Box): Line[] {
  const { type, line_color: colour, line_width: width, src, dst } = connector;
  const [start, end] = endsOf(connector, from, to);
  const tips = [src.tip !== 'none', dst.tip !== 'none'] as const;
  const side = tipSide(width);
  const route = routes[type](start, end);
  // A line that ended in the point of its tip would be seen beside it, because it is not as narrow there
  const drawn = routes[type](
    tips[0] ? shortened(start, route.before, side) : start,
    tips[1] ? shortened(end, route.behind, side) : end,
  );
  const shapes: Line[] = [{ kind: 'line', path: drawn.path, colour, width, least: THINNEST }];
  if (tips[0]) shapes.push(tip(start.at, route.before, colour, side));
  if (tips[1]) shapes.push(tip(end.at, route.behind, colour, side));
  return shapes;
}

/** Ends the line inside of the tip, unless it is shorter than that. */
function shortened({ at, out }: End, from: XY, side: number): End {
  const length = distance(at, from);
  const by = Math.min(side * 0.6, length / 2);
  if (length === 0) return { at, out };
  return { at: { x: at.x + ((from.x - at.x) / length) * by, y: at.y + ((from.y - at.y) / length) * by }, out };
}

/** Automatic ends take the nearest pair of middles of sides; other ends are where they were put. */
export function endsOf(
  { src, dst }: { readonly src: Omit<DrawnEnd, 'tip'>; readonly dst: Omit<DrawnEnd, 'tip'> },
  from: Box,
  to: Box,
): [End, End] {
  const starts = src.auto_location ? middles(from) : [fixed(src.rel_location, from, to)];
  const ends = dst.auto_location ? middles(to) : [fixed(dst.rel_location, to, from)];
  let best: [End, End] = [starts[0]!, ends[0]!];
  for (const start of starts) {
    for (const end of ends) if (distance(start.at, end.at) < distance(best[0].at, best[1].at)) best = [start, end];
  }
  return best;
}

const middles = (box: Box): End[] => sides.map(({ at, out }) => ({ at: on(box, at), out }));

function fixed(share: XY, box: Box, other: Box): End {
  const gaps = [1 - share.x, share.x, 1 - share.y, share.y];
  const nearest = Math.min(...gaps);
  const at = on(box, share);
  return { at, out: nearest < NEAR ? sides[gaps.indexOf(nearest)]!.out : towards(at, on(other, { x: 0.5, y: 0.5 })) };
}

/** The one of the four directions that covers most of the distance. */
function towards(from: XY, to: XY): XY {
  const [across, down] = [to.x - from.x, to.y - from.y];
  return Math.abs(across) >= Math.abs(down) ? { x: across < 0 ? -1 : 1, y: 0 } : { x: 0, y: down < 0 ? -1 : 1 };
}

interface Course {
  readonly path: string;
  /** Points before the ends; each tip points from there to its end. */
  readonly before: XY;
  readonly behind: XY;
}

const routes = {
  straight: (start: End, end: End): Course => ({ path: polyline([start.at, end.at]), before: end.at, behind: start.at }),
  curve(start: End, end: End): Course {
    const reach = distance(start.at, end.at) * 0.4;
    const [first, second] = [moved(start, reach), moved(end, reach)];
    const path = `M${pair(start.at)}C${pair(first)} ${pair(second)} ${pair(end.at)}`;
    return { path, before: first, behind: second };
  },
  'right-angle'(start: End, end: End): Course {
    const corners = cornersBetween(start, end);
    return { path: polyline([start.at, ...corners, end.at]), before: corners[0]!, behind: corners.at(-1)! };
  },
};

function cornersBetween({ at: a, out: first }: End, { at: b, out: last }: End): XY[] {
  const [fromSide, toSide] = [first.x !== 0, last.x !== 0];
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

/** The side of the triangle at an end. */
const tipSide = (width: number): number => Math.max(4, 4 * width);

/** A filled equilateral triangle whose point is at the end. */
function tip(end: XY, from: XY, colour: string, side: number): Line {
  const length = distance(from, end) || 1;
  const way = { x: (end.x - from.x) / length, y: (end.y - from.y) / length };
  const base = { x: end.x - way.x * side * 0.866, y: end.y - way.y * side * 0.866 };
  const [left, right] = [1, -1].map((sign) => ({ x: base.x - (sign * way.y * side) / 2, y: base.y + (sign * way.x * side) / 2 }));
  return { kind: 'line', path: `${polyline([end, left!, right!])}Z`, colour, width: 0 };
}

const on = (box: Box, share: XY): XY => ({ x: box.x + share.x * box.width, y: box.y + share.y * box.height });
const moved = ({ at, out }: End, by: number): XY => ({ x: at.x + out.x * by, y: at.y + out.y * by });
const distance = (a: XY, b: XY): number => Math.hypot(a.x - b.x, a.y - b.y);
const pair = ({ x, y }: XY): string => `${short(x)} ${short(y)}`;
const polyline = (points: readonly XY[]): string => `M${points.map(pair).join('L')}`;
