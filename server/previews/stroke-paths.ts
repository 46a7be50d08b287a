import type { Work } from '../../model/hooks.ts';
import type { Annotation } from '../../model/resources/annotation.ts';
import { floatsOf, NODE_FLOATS, nodeCount } from '../../model/types/points.ts';
import { type Line, short } from '../assets/render/drawing/drawing.ts';
import type { WidgetPlace } from './places.ts';

/** Width in pixels of the widget, because strokes have no width of their own. */
const WIDTH = 6;
const THINNEST = 1;
/** Nodes to process in one step. */
const NODES_A_STEP = 500;
/** Nodes nearer than this to the last one are skipped, because nobody sees them. In pixels of the picture. */
const NEAR = 0.75;

/** A stroke on a widget as one path. `most`: nodes that may be drawn; it takes as many as it needs. */
export function* strokePath(
  { points, line_color: colour }: Annotation,
  { box, zoom }: WidgetPlace,
  most: number,
): Work<StrokePath> {
  const count = nodeCount(points);
  const pen = new Pen(box.x, box.y, zoom);
  for (let from = 0; from < count && pen.nodes < most; from += NODES_A_STEP) {
    const floats = floatsOf(points, from, Math.min(from + NODES_A_STEP, count));
    for (let at = 0; at < floats.length; at += NODE_FLOATS)
      pen.node(floats, at, from * NODE_FLOATS + at + NODE_FLOATS === count * NODE_FLOATS);
    yield;
  }
  const line: Line = { kind: 'line', path: pen.path, colour, width: Math.max(THINNEST, WIDTH * zoom) };
  return { line, nodes: pen.nodes };
}

export interface StrokePath {
  readonly line: Line;
  readonly nodes: number;
}

/** Follows nodes: from each anchor a curve by its control-out and the next control-in (interface/widgets 16.2). */
class Pen {
  path = '';
  nodes = 0;
  #x = 0;
  #y = 0;
  #outX = 0;
  #outY = 0;

  constructor(
    private readonly left: number,
    private readonly top: number,
    private readonly zoom: number,
  ) {}

  node(floats: Float32Array, at: number, last: boolean): void {
    const [x, y] = [this.#across(floats[at + 3]!), this.#down(floats[at + 4]!)];
    const far = Math.hypot(x - this.#x, y - this.#y);
    if (this.nodes > 0 && far < NEAR && !last) return;
    const [inX, inY] = [this.#across(floats[at]!), this.#down(floats[at + 1]!)];
    this.path += this.nodes === 0 ? `M${pair(x, y)}` : `C${pair(this.#outX, this.#outY)} ${pair(inX, inY)} ${pair(x, y)}`;
    [this.#x, this.#y] = [x, y];
    [this.#outX, this.#outY] = [this.#across(floats[at + 6]!), this.#down(floats[at + 7]!)];
    this.nodes++;
  }

  #across(x: number): number {
    return inReach(this.left + x * this.zoom);
  }

  #down(y: number): number {
    return inReach(this.top + y * this.zoom);
  }
}

/** Far outside any picture, and still a number that every SVG decoder can handle. */
const REACH = 1e6;
const inReach = (length: number): number => Math.min(REACH, Math.max(-REACH, length));

const pair = (x: number, y: number): string => `${short(x)} ${short(y)}`;
