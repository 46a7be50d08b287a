import type { Work } from '../hooks.ts';
import { floatsOf, NODE_FLOATS, nodeCount } from '../types/nodes.ts';
import { type Line, short } from './shapes.ts';

/** Width in pixels of the widget, because strokes have no width of their own. */
const WIDTH = 6;
const THINNEST = 1;
/** Nodes to process in one step. */
const NODES_A_STEP = 500;

/** How exactly a stroke is drawn. */
export interface StrokeDetail {
  /** Nodes nearer than this to the last one are skipped, because nobody sees them. In pixels of the widget. */
  readonly near: number;
  /** No coordinate is farther away than this, because painters cannot handle that. In pixels of the widget. */
  readonly reach: number;
  /** Nodes that may be drawn. */
  readonly most: number;
}

/** A stroke (an annotation) as one path in pixels of its widget. `points`: in base64, as they are stored. */
export function* strokePath(
  { points, line_color: colour }: { readonly points: string; readonly line_color: string },
  detail: StrokeDetail,
): Work<StrokePath> {
  const { most } = detail;
  const count = nodeCount(points);
  const pen = new Pen(detail);
  for (let from = 0; from < count && pen.nodes < most; from += NODES_A_STEP) {
    const floats = floatsOf(points, from, Math.min(from + NODES_A_STEP, count));
    for (let at = 0; at < floats.length; at += NODE_FLOATS)
      pen.node(floats, at, from * NODE_FLOATS + at + NODE_FLOATS === count * NODE_FLOATS);
    yield;
  }
  const line: Line = { kind: 'line', path: pen.path, colour, width: WIDTH, least: THINNEST };
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

  constructor(private readonly detail: StrokeDetail) {}

  node(floats: Float32Array, at: number, last: boolean): void {
    const x = this.#within(floats[at + 3]!);
    const y = this.#within(floats[at + 4]!);
    const far = Math.hypot(x - this.#x, y - this.#y);
    if (this.nodes > 0 && far < this.detail.near && !last) return;
    const inX = this.#within(floats[at]!);
    const inY = this.#within(floats[at + 1]!);
    this.path += this.nodes === 0 ? `M${pair(x, y)}` : `C${pair(this.#outX, this.#outY)} ${pair(inX, inY)} ${pair(x, y)}`;
    this.#x = x;
    this.#y = y;
    this.#outX = this.#within(floats[at + 6]!);
    this.#outY = this.#within(floats[at + 7]!);
    this.nodes++;
  }

  #within(length: number): number {
    const { reach } = this.detail;
    return Math.min(reach, Math.max(-reach, length));
  }
}

const pair = (x: number, y: number): string => `${short(x)} ${short(y)}`;
