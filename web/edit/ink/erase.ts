import type { XY } from '../../../model/looks/shapes.ts';
import { Widths } from '../../../model/looks/strokes.ts';
import { floatsOf, NODE_FLOATS } from '../../../model/types/nodes.ts';
import { pointsOf } from './curve.ts';

/** A circle that moves straight on, in pixels of the widget. */
export interface Sweep {
  readonly from: XY;
  readonly to: XY;
  readonly radius: number;
}

/** A part of a line, by parameter: 2.5 is the middle of the curve between its third and its fourth node. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export interface EraseDetail {
  /** Shorter pieces go, too. In pixels of the widget. */
  readonly least: number;
  /** How exactly the edge of the circle is found, on the side of the circle. In pixels of the widget. */
  readonly fine: number;
}

/** @bound Nodes of a piece, which are more only where a stroke of a program had more. */
const MOST_NODES = 1_000;

/** A stroke of which parts are erased. Its curve is cut where the circle meets the painted line, and nowhere changed. */
export class ErasedStroke {
  readonly #floats: Float32Array;
  readonly #width: (at: number) => number;
  readonly #detail: EraseDetail;
  readonly #even: boolean;
  #erased: readonly Span[] = [];

  constructor(points: string, detail: EraseDetail) {
    this.#floats = floatsOf(points);
    this.#detail = detail;
    const widths = new Widths().read(this.#floats);
    const most = widths.most;
    this.#even = widths.isEven;
    this.#width = widths.isEven ? () => most : (at) => this.#floats[at * NODE_FLOATS + ANCHOR + 2]!;
  }

  /** @returns whether less is left now */
  erase(sweep: Sweep): boolean {
    const before = this.#erased;
    const count = this.#nodes;
    if (count === 1 && this.#apart(0, 0, sweep) <= 0) this.#erased = [{ from: 0, to: 0 }];
    const found: Span[] = [];
    for (let at = 0; at + 1 < count; at++) this.#find(at, { from: 0, to: 1 }, this.#speed(at), sweep, found);
    if (found.length > 0) this.#erased = united([...before, ...found]);
    return (
      this.#erased.length !== before.length ||
      this.#erased.some(({ from, to }, at) => from !== before[at]!.from || to !== before[at]!.to)
    );
  }

  /** What is left, the longest piece first. Nothing: all is erased. */
  pieces(): string[] {
    const last = this.#nodes - 1;
    const left: Span[] = [];
    let at = 0;
    for (const { from, to } of this.#erased) {
      if (from > at) left.push({ from: at, to: from });
      at = to;
    }
    if (at < last) left.push({ from: at, to: last });
    return left
      .flatMap(parts)
      .map((span) => ({ span, length: this.#length(span) }))
      .filter(({ length }) => length >= this.#detail.least)
      .sort((a, b) => b.length - a.length)
      .map(({ span }) => pointsOf(this.#piece(span)));
  }

  get #nodes(): number {
    return this.#floats.length / NODE_FLOATS;
  }

  /** Adds the parts of a part of a curve that lie in the sweep. @param speed how fast its distance changes at most, by parameter */
  #find(at: number, { from, to }: Span, speed: number, sweep: Sweep, found: Span[]): void {
    const middle = (from + to) / 2;
    const apart = this.#apart(at, middle, sweep);
    const reach = (speed * (to - from)) / 2;
    if (apart > reach) return;
    if (apart < -reach || reach < this.#detail.fine) {
      found.push({ from: at + from, to: at + to });
      return;
    }
    this.#find(at, { from, to: middle }, speed, sweep, found);
    this.#find(at, { from: middle, to }, speed, sweep, found);
  }

  /** How far the painted line is from the sweep; below 0: in it. */
  #apart(at: number, t: number, { from, to, radius }: Sweep): number {
    const { x, y } = this.#place(at, t);
    const acrossX = to.x - from.x;
    const acrossY = to.y - from.y;
    const squared = acrossX * acrossX + acrossY * acrossY;
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * acrossX + (y - from.y) * acrossY) / squared));
    return Math.hypot(x - from.x - share * acrossX, y - from.y - share * acrossY) - radius - this.#widthAt(at, t) / 2;
  }

  #widthAt(at: number, t: number): number {
    const width = this.#width(at);
    return t === 0 ? width : width + (this.#width(at + 1) - width) * t;
  }

  #speed(at: number): number {
    const [a, b, c, d] = this.#curve(at);
    const way =
      3 * Math.max(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y), Math.hypot(d.x - c.x, d.y - c.y));
    return way + Math.abs(this.#width(at + 1) - this.#width(at)) / 2;
  }

  #place(at: number, t: number): XY {
    const floats = this.#floats;
    const node = at * NODE_FLOATS;
    if (t === 0) return { x: floats[node + 3]!, y: floats[node + 4]! };
    const next = node + NODE_FLOATS;
    const s = 1 - t;
    const a = s * s * s;
    const b = 3 * s * s * t;
    const c = 3 * s * t * t;
    const d = t * t * t;
    return {
      x: a * floats[node + 3]! + b * floats[node + 6]! + c * floats[next]! + d * floats[next + 3]!,
      y: a * floats[node + 4]! + b * floats[node + 7]! + c * floats[next + 1]! + d * floats[next + 4]!,
    };
  }

  #curve(at: number): Curve {
    const node = at * NODE_FLOATS;
    const next = node + NODE_FLOATS;
    const point = (float: number): XY => ({ x: this.#floats[float]!, y: this.#floats[float + 1]! });
    return [point(node + 3), point(node + 6), point(next), point(next + 3)];
  }

  /** Long enough to be told from short pieces. */
  #length({ from, to }: Span): number {
    let length = 0;
    for (let at = Math.floor(from); at < to; at++) {
      const begin = Math.max(0, from - at);
      const end = Math.min(1, to - at);
      let last = this.#place(at, begin);
      for (let step = 1; step <= STEPS; step++) {
        const next = this.#place(at, begin + ((end - begin) * step) / STEPS);
        length += Math.hypot(next.x - last.x, next.y - last.y);
        last = next;
      }
    }
    return length;
  }

  /** The nodes of a part, whose curves are those of the stroke. */
  #piece({ from, to }: Span): Float32Array {
    const first = Math.floor(from);
    const curves: Curve[] = [];
    const widths = [this.#zAt(from)];
    for (let at = first; at < to; at++) {
      const end = Math.min(1, to - at);
      curves.push(between(this.#curve(at), Math.max(0, from - at), end));
      widths.push(this.#zAt(at + end));
    }
    const floats = new Float32Array((curves.length + 1) * NODE_FLOATS);
    for (let node = 0; node <= curves.length; node++) {
      const anchor = curves[node]?.[0] ?? curves[node - 1]![3];
      const before = curves[node - 1]?.[2] ?? anchor;
      const after = curves[node]?.[1] ?? anchor;
      const z = widths[node]!;
      floats.set([before.x, before.y, z, anchor.x, anchor.y, z, after.x, after.y, z], node * NODE_FLOATS);
    }
    return floats;
  }

  /** A line that is even because it says no width, or none that is drawn, says in each piece how wide it is drawn. */
  #zAt(parameter: number): number {
    const at = Math.min(Math.floor(parameter), this.#nodes - 1);
    return this.#even ? this.#width(at) : this.#widthAt(at, parameter - at);
  }
}

type Curve = readonly [XY, XY, XY, XY];

const ANCHOR = 3;
/** Straight pieces of a curve whose length is measured. */
const STEPS = 8;

/** In their order, none of which meet. */
function united(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && span.from <= last.to) found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else found.push(span);
  }
  return found;
}

function parts({ from, to }: Span): Span[] {
  const found: Span[] = [];
  let begin = from;
  for (let end = Math.floor(from) + MOST_NODES - 1; end < to; end += MOST_NODES - 1) {
    found.push({ from: begin, to: end });
    begin = end;
  }
  found.push({ from: begin, to });
  return found;
}

/** A part of a curve (de Casteljau). */
function between(curve: Curve, from: number, to: number): Curve {
  const [, , , right] = curve;
  const upper = from === 0 ? curve : halves(curve, from)[1];
  if (to === 1) return [upper[0], upper[1], upper[2], right];
  return halves(upper, (to - from) / (1 - from))[0];
}

function halves([a, b, c, d]: Curve, t: number): readonly [Curve, Curve] {
  const ab = on(a, b, t);
  const bc = on(b, c, t);
  const cd = on(c, d, t);
  const abc = on(ab, bc, t);
  const bcd = on(bc, cd, t);
  const middle = on(abc, bcd, t);
  return [
    [a, ab, abc, middle],
    [middle, bcd, cd, d],
  ];
}

const on = (a: XY, b: XY, t: number): XY => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
