import { type Timer, usualClock } from '../../client/index.ts';
import type { Box, Group } from '../../model/looks/shapes.ts';
import type { PaintShapes } from '../paint/shapes.ts';
import type { View } from '../view/camera.ts';
import { make } from './elements.ts';

/** Pixels of the screen around what is seen of an element, so that not every step of a pan paints anew. */
const MARGIN = 200;
/** Sides of a canvas in its own pixels; some browsers show nothing beyond. */
const LONGEST = 4096;
/** Marks are scaled during a zoom, and painted sharp this many milliseconds after it. */
const REST = 120;
/** Marks that are scaled by more than this are painted at once. */
const BLURRED = 2;

/** What lies above an element and does not cover it, painted on a canvas in its frame. There is none while there is nothing. */
export class Marks {
  #canvas: HTMLCanvasElement | undefined;
  #groups: readonly Group[] = [];
  /** On the canvas plane, and in pixels of the screen for one of it. */
  #painted: { readonly part: Box; readonly zoom: number } | undefined;
  #timer: Timer | undefined;
  /** The zoom has rested. */
  #isDue = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly paint: PaintShapes,
    private readonly request: () => void,
  ) {}

  set(groups: readonly Group[]): void {
    this.#groups = groups;
    this.#painted = undefined;
    if (groups.length === 0) this.close();
  }

  /**
   * Before each picture of the screen. `box`: the element's box on the canvas. `scale`: pixels of the frame for one of the
   * canvas.
   */
  place(box: Box, seen: Box, { zoom }: View, scale: number): void {
    if (this.#groups.length === 0) return;
    const part = common(box, seen);
    if (!part || (this.#painted && this.#isGood(part, zoom))) return;
    this.#isDue = false;
    this.#timer?.cancel();
    const margin = MARGIN / zoom;
    this.#draw(common(box, around(part, margin))!, box, zoom, scale);
  }

  close(): void {
    this.#timer?.cancel();
    this.#canvas?.remove();
    this.#canvas = undefined;
    this.#painted = undefined;
  }

  #isGood(part: Box, zoom: number): boolean {
    const { part: painted, zoom: sharp } = this.#painted!;
    if (!contains(painted, part)) return false;
    if (zoom === sharp) return true;
    if (this.#isDue || Math.max(zoom / sharp, sharp / zoom) > BLURRED) return false;
    this.#timer?.cancel();
    this.#timer = usualClock.after(REST, () => {
      this.#isDue = true;
      this.request();
    });
    return true;
  }

  #draw(part: Box, box: Box, zoom: number, scale: number): void {
    const canvas = (this.#canvas ??= this.#make());
    const density = Math.min(devicePixelRatio, LONGEST / (part.width * zoom), LONGEST / (part.height * zoom));
    canvas.width = Math.max(1, Math.round(part.width * zoom * density));
    canvas.height = Math.max(1, Math.round(part.height * zoom * density));
    Object.assign(canvas.style, {
      transform: `translate(${(part.x - box.x) * scale}px, ${(part.y - box.y) * scale}px)`,
      width: `${part.width * scale}px`,
      height: `${part.height * scale}px`,
    });
    const context = canvas.getContext('2d')!;
    context.setTransform(density, 0, 0, density, 0, 0);
    for (const group of this.#groups) {
      const left = (group.left - part.x) * zoom;
      const top = (group.top - part.y) * zoom;
      this.paint(context, { left, top, zoom: group.zoom * zoom, shapes: group.shapes });
    }
    this.#painted = { part, zoom };
  }

  #make(): HTMLCanvasElement {
    const canvas = make('canvas', 'island-marks');
    this.host.append(canvas);
    return canvas;
  }
}

function common(a: Box, b: Box): Box | undefined {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

const around = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** But for what rounding makes of equal sides. */
function contains(outer: Box, inner: Box): boolean {
  const little = inner.width * 1e-6;
  return (
    inner.x >= outer.x - little &&
    inner.y >= outer.y - little &&
    inner.x + inner.width <= outer.x + outer.width + little &&
    inner.y + inner.height <= outer.y + outer.height + little
  );
}
