import type { Work } from '../hooks.ts';
import { floatsOf, NODE_FLOATS, nodeCount } from '../types/nodes.ts';
import { type Nib, pair, Ribbon } from './ribbon.ts';
import type { Line } from './shapes.ts';

/** Width in pixels of the widget of a stroke that says none, or one out of bounds. */
const WIDTH = 6;
/** @bound Width of a stroke in pixels of its widget: one that is wider somewhere is drawn 6 wide. */
const MOST_WIDTH = 400;
const THINNEST = 1;
/** Nodes to process in one step, and points to draw. */
const NODES_A_STEP = 500;

/** How exactly a stroke is drawn. */
export interface StrokeDetail {
  /** Nodes that are nearer to the last one than this, with their handles, are skipped, because nobody sees them. In pixels of the widget. */
  readonly near: number;
  /** No coordinate is farther away than this, because painters cannot handle that. In pixels of the widget. */
  readonly reach: number;
  /** Nodes that may be drawn. */
  readonly most: number;
}

/**
 * A stroke (an annotation) as one path in pixels of its widget: stroked, or filled where its width changes.
 * `points`: in base64, as they are stored.
 */
export function* strokePath(
  { points, line_color: colour }: { readonly points: string; readonly line_color: string },
  detail: StrokeDetail,
): Work<StrokePath> {
  const { most, near } = detail;
  const count = most > 0 ? nodeCount(points) : 0;
  const widths = new Widths();
  const parts: Float32Array[] = [];
  for (let from = 0; from < count; from += NODES_A_STEP) {
    const floats = floatsOf(points, from, Math.min(from + NODES_A_STEP, count));
    parts.push(floats);
    widths.read(floats);
    yield;
  }
  const { isEven } = widths;
  const pen = new Pen(isEven ? new Track() : new Ribbon(near * FINE, 2 * near), detail);
  const last = parts.at(-1);
  let rested = 0;
  for (const floats of parts) {
    if (pen.drawn >= most) break;
    for (let at = 0; at < floats.length; at += NODE_FLOATS) {
      pen.node(floats, at, floats === last && at + NODE_FLOATS === floats.length);
      if (pen.drawn - rested < NODES_A_STEP) continue;
      rested = pen.drawn;
      yield;
    }
  }
  const path = pen.end();
  const line: Line = isEven
    ? { kind: 'line', path, colour, width: widths.most, least: THINNEST }
    : { kind: 'line', path, colour, width: 0 };
  return { line, nodes: pen.drawn };
}

/** How far a filled path may lie beside its line, as a share of the length below which nodes are skipped. */
const FINE = 0.25;

export interface StrokePath {
  readonly line: Line;
  /** Points of the path. */
  readonly nodes: number;
}

/** The widths of a stroke: the z of its anchors (interface/widgets 16.2). */
export class Widths {
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  read(floats: Float32Array): this {
    for (let at = ANCHOR + 2; at < floats.length; at += NODE_FLOATS) {
      const width = floats[at]!;
      if (width < this.#least) this.#least = width;
      if (width > this.#most) this.#most = width;
    }
    return this;
  }

  get isEven(): boolean {
    return !this.#areMeant || this.#least === this.#most;
  }

  /** The greatest. */
  get most(): number {
    return this.#areMeant ? this.#most : WIDTH;
  }

  get #areMeant(): boolean {
    return this.#least >= 0 && this.#most > 0 && this.#most <= MOST_WIDTH;
  }
}

/** Where the anchor stands among the floats of a node. */
const ANCHOR = 3;

/** Follows nodes: from each anchor a curve by its control-out and the next control-in (interface/widgets 16.2). */
class Pen {
  #nodes = 0;
  #x = 0;
  #y = 0;
  #outX = 0;
  #outY = 0;

  constructor(
    private readonly nib: Nib,
    private readonly detail: StrokeDetail,
  ) {}

  get drawn(): number {
    return this.nib.drawn;
  }

  node(floats: Float32Array, at: number, last: boolean): void {
    const x = this.#within(floats[at + ANCHOR]!);
    const y = this.#within(floats[at + ANCHOR + 1]!);
    const width = floats[at + ANCHOR + 2]!;
    const inX = this.#within(floats[at]!);
    const inY = this.#within(floats[at + 1]!);
    // The curve to it stays within its handles
    const isNear = this.#isNear(x, y) && this.#isNear(inX, inY) && this.#isNear(this.#outX, this.#outY);
    if (this.#nodes === 0) this.nib.begin(x, y, width);
    else if (last || !isNear) this.nib.bend(this.#outX, this.#outY, inX, inY, x, y, width);
    if (this.#nodes === 0 || last || !isNear) {
      this.#x = x;
      this.#y = y;
      this.#nodes++;
    }
    // Also where it is skipped: the line goes on from there
    this.#outX = this.#within(floats[at + 6]!);
    this.#outY = this.#within(floats[at + 7]!);
  }

  #isNear(x: number, y: number): boolean {
    return Math.hypot(x - this.#x, y - this.#y) < this.detail.near;
  }

  end(): string {
    return this.nib.end();
  }

  #within(length: number): number {
    const { reach } = this.detail;
    return Math.min(reach, Math.max(-reach, length));
  }
}

/** The middle of the line, to be stroked. */
class Track implements Nib {
  drawn = 0;
  #path = '';

  begin(x: number, y: number): void {
    this.#path = `M${pair(x, y)}`;
    this.drawn++;
  }

  bend(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#path += `C${pair(x1, y1)} ${pair(x2, y2)} ${pair(x, y)}`;
    this.drawn++;
  }

  end(): string {
    return this.#path;
  }
}
