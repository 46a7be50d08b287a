import { effect } from '@preact/signals';
import { opacityOf } from '../../../model/looks/colours.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import { around, meets } from '../../live/boxes.ts';
import { type Framing, fromPixels, toPixels } from '../../paint/framing.ts';
import type { Editing } from '../editing.ts';
import type { InkPoint } from './curve.ts';
import { boxesAbove } from './ink-place.ts';
import { drawLine } from './wet-pen.ts';
import type { WetLayer, WetLine, WetStroke } from './wet-stroke.ts';
import { clear, WetSurface } from './wet-surface.ts';

type WetContext = Pick<Editing, 'board' | 'camera' | 'frames' | 'layers' | 'picture'>;

/**
 * Ink that is being written, on canvases above the picture. Drawn in the event itself and only where it is new; what is predicted goes
 * with the next frame.
 */
export class WetInk implements WetLayer {
  readonly #editing: WetContext;
  readonly #strokes = new Set<Wet>();
  readonly #surfaces = new Map<number, WetSurface>();
  readonly #ends: (() => void)[];
  readonly #count: (count: number) => void;
  #framing: Framing;

  /** @param tell how many lines there are, whenever that changes */
  constructor(editing: WetContext, tell: (count: number) => void) {
    this.#editing = editing;
    this.#count = tell;
    this.#framing = editing.picture.framing.peek();
    this.#ends = [editing.frames.add(() => this.#frame())];
    this.#tell();
  }

  begin(line: WetLine): WetStroke {
    const wet: Wet = { ...line, ends: [], drawn: 0, reach: undefined, tailReach: undefined, predicts: false, isDry: false };
    this.#strokes.add(wet);
    this.#tell();
    return {
      draw: (tail) => this.#draw(wet, tail),
      dry: () => this.#dry(wet),
      drop: () => this.#remove(wet),
    };
  }

  close(): void {
    for (const end of this.#ends) end();
    for (const { ends } of this.#strokes) for (const end of ends) end();
    this.#strokes.clear();
    this.freeUnused();
  }

  /** Gives the memory of canvases back that nobody writes on. */
  freeUnused(): void {
    if (this.#strokes.size > 0) return;
    for (const surface of this.#surfaces.values()) surface.remove();
    this.#surfaces.clear();
  }

  #draw(wet: Wet, tail: readonly InkPoint[]): void {
    const surface = this.#surfaceOf(wet);
    const { points } = wet;
    // The curve at the last point but one depends on the last one, which a next point would change
    const to = points.length - 2;
    if (to > wet.drawn) {
      wet.reach = joined(wet.reach, this.#stroke(surface.ink, wet, points, wet.drawn, to));
      wet.drawn = to;
    }
    this.#drawTail(wet, tail);
    wet.predicts = tail.length > 1;
    if (wet.predicts) this.#editing.frames.request();
  }

  #drawTail(wet: Wet, tail: readonly InkPoint[]): void {
    const { tails } = this.#surfaceOf(wet);
    if (wet.tailReach) clear(tails, wet.tailReach);
    const from = Math.max(0, wet.drawn - 1);
    const points = [...wet.points.slice(from), ...tail];
    wet.tailReach = this.#stroke(tails, wet, points, wet.drawn - from, points.length - 1);
  }

  /** @returns where, in pixels of the device */
  #stroke(context: CanvasRenderingContext2D, wet: Wet, points: readonly InkPoint[], from: number, to: number): Box {
    const { scale, left, top } = this.#framing;
    const { item, colour, isEven } = wet;
    const by = scale * item.zoom;
    const x = item.box.x * scale - left;
    const y = item.box.y * scale - top;
    const reach = reachOf(points, from, to, { x, y, by });
    context.save();
    this.#cutOut(context, item, reach);
    context.setTransform(by, 0, 0, by, x, y);
    context.fillStyle = colour.slice(0, 7);
    context.strokeStyle = colour.slice(0, 7);
    drawLine(context, points, { from, to, isEven, scale: by });
    context.restore();
    return reach;
  }

  /** What lies above the line once it is dry lies above it now. */
  #cutOut(context: CanvasRenderingContext2D, item: WetLine['item'], reach: Box): void {
    for (const box of boxesAbove(this.#editing.board, item, fromPixels(this.#framing, reach))) {
      const { x, y, width, height } = toPixels(this.#framing, box);
      context.beginPath();
      context.rect(reach.x, reach.y, reach.width, reach.height);
      context.rect(x, y, width, height);
      context.clip('evenodd');
    }
  }

  #dry(wet: Wet): void {
    if (wet.tailReach) clear(this.#surfaceOf(wet).tails, wet.tailReach);
    wet.tailReach = undefined;
    wet.predicts = false;
    const last = wet.points.length - 1;
    if (last > wet.drawn) {
      wet.reach = joined(wet.reach, this.#stroke(this.#surfaceOf(wet).ink, wet, wet.points, wet.drawn, last));
      wet.drawn = last;
    }
    wet.ends.push(
      effect(() => {
        if (!this.#editing.picture.sharp.value) return;
        if (opacityOf(wet.colour) < 1) return this.#remove(wet);
        // The canvas of opaque ink may be faster than the picture, and for one frame both are the same
        wet.isDry = true;
        this.#editing.frames.request();
      }),
    );
  }

  #remove(wet: Wet): void {
    if (!this.#strokes.delete(wet)) return;
    for (const end of wet.ends) end();
    const surface = this.#surfaces.get(opacityOf(wet.colour));
    if (surface && wet.tailReach) clear(surface.tails, wet.tailReach);
    if (surface && wet.reach) this.#repaint(surface, wet.reach);
    this.#tell();
  }

  #frame(): void {
    if (this.#strokes.size === 0) return;
    for (const wet of this.#strokes) if (wet.isDry) this.#remove(wet);
    this.#fit();
    for (const wet of this.#strokes) {
      if (!wet.predicts) continue;
      wet.predicts = false;
      this.#drawTail(wet, []);
    }
  }

  /** The view has moved below the hand of somebody who writes. */
  #fit(): void {
    const { picture } = this.#editing;
    const framing = picture.framing.peek();
    if (framing === this.#framing) return;
    this.#framing = framing;
    for (const surface of this.#surfaces.values()) {
      const all = { x: 0, y: 0, width: surface.width, height: surface.height };
      clear(surface.tails, all);
      for (const wet of this.#on(surface)) wet.tailReach = undefined;
      this.#repaint(surface, all);
    }
  }

  /** Paints a part again, from what there is. */
  #repaint(surface: WetSurface, part: Box): void {
    clear(surface.ink, part);
    surface.ink.save();
    surface.ink.beginPath();
    surface.ink.rect(part.x, part.y, part.width, part.height);
    surface.ink.clip();
    for (const wet of this.#on(surface)) {
      if (wet.drawn === 0 || (wet.reach && !meets(wet.reach, part) && part.width < surface.width)) continue;
      wet.reach = this.#stroke(surface.ink, wet, wet.points, 0, wet.drawn);
    }
    surface.ink.restore();
  }

  #on(surface: WetSurface): Wet[] {
    return [...this.#strokes].filter(({ colour }) => this.#surfaces.get(opacityOf(colour)) === surface);
  }

  #surfaceOf({ colour }: Wet): WetSurface {
    const { camera, layers, picture } = this.#editing;
    const opacity = opacityOf(colour);
    const known = this.#surfaces.get(opacity);
    const surface = known ?? new WetSurface(layers.wet, opacity);
    if (!known) this.#surfaces.set(opacity, surface);
    const { width, height } = camera.extent.peek();
    const ratio = picture.ratio.peek();
    const wide = Math.round(width * ratio);
    const tall = Math.round(height * ratio);
    if (surface.width !== wide || surface.height !== tall) {
      surface.resize(wide, tall);
      this.#framing = picture.framing.peek();
      this.#repaint(surface, { x: 0, y: 0, width: wide, height: tall });
    } else if (this.#framing !== picture.framing.peek()) this.#fit();
    return surface;
  }

  #tell(): void {
    this.#count(this.#strokes.size);
  }
}

interface Wet extends WetLine {
  readonly ends: (() => void)[];
  /** Index of the last point that is painted. */
  drawn: number;
  /** Where it is painted, in pixels of the device. */
  reach: Box | undefined;
  tailReach: Box | undefined;
  /** The tail goes where nobody has been yet. */
  predicts: boolean;
  isDry: boolean;
}

const joined = (a: Box | undefined, b: Box): Box => (a ? around(a, b) : b);

/** The edges of lines are as soft as this many pixels of the device. */
const SOFT = 2;

/** Where a part of a line is painted; its curve may swing out by a third of what lies between two points. */
function reachOf(
  points: readonly InkPoint[],
  from: number,
  to: number,
  { x, y, by }: { readonly x: number; readonly y: number; readonly by: number },
): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  let widest = 0;
  for (let at = from; at <= to; at++) {
    const point = points[at]!;
    left = Math.min(left, point.x);
    top = Math.min(top, point.y);
    right = Math.max(right, point.x);
    bottom = Math.max(bottom, point.y);
    widest = Math.max(widest, point.width);
  }
  const edge = (widest / 2 + Math.max(right - left, bottom - top) / 3) * by + SOFT;
  const wide = (right - left) * by + 2 * edge;
  return { x: x + left * by - edge, y: y + top * by - edge, width: wide, height: (bottom - top) * by + 2 * edge };
}
