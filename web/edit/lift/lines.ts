import { measure } from '../../../model/looks/measure.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import { isLine } from '../../live/forms.ts';
import { createLooks, type Looks } from '../../paint/looked.ts';
import { type Bitmaps, createPaintShapes } from '../../paint/shapes.ts';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { at } from './lifted-items.ts';

/** More lines are straight and thin. */
const MOST_SHAPED = 200;
/** The width of those, in pixels of the screen. */
const THIN = 1;

type LineMeans = Pick<Editing, 'board' | 'held' | 'picture' | 'camera' | 'layers'>;

/** Connectors at held things, painted in each frame in which something moves. */
export class HeldLines {
  readonly #means: LineMeans;
  readonly #canvas = document.createElement('canvas');
  readonly #paint = createPaintShapes({ bitmaps: none, measure, isUntransformed: true });
  readonly #looks: Looks;

  constructor(means: LineMeans) {
    this.#means = means;
    const { board, held } = means;
    const item = (id: string): Item | undefined => {
      const found = board.item(id);
      const box = held.boxOf(id);
      return found && box ? at(found, box) : found;
    };
    this.#looks = createLooks({ item, background: board.background }, texts.peek().looks);
    this.#canvas.className = 'lifted-lines';
  }

  show(lines: readonly Item[]): void {
    if (lines.length === 0) return this.remove();
    const { layers, camera, picture } = this.#means;
    const ratio = picture.ratio.peek();
    const { scale, left, top } = picture.framing.peek();
    const { width, height } = camera.extent.peek();
    const context = this.#canvas.getContext('2d')!;
    this.#canvas.width = Math.ceil(width * ratio);
    this.#canvas.height = Math.ceil(height * ratio);
    this.#canvas.style.width = `${this.#canvas.width / ratio}px`;
    this.#canvas.style.height = `${this.#canvas.height / ratio}px`;
    if (!this.#canvas.isConnected) layers.lifted.prepend(this.#canvas);
    if (lines.length > MOST_SHAPED) return this.#paintThin(context, lines);
    for (const line of lines)
      this.#paint(context, { left: -left, top: -top, zoom: scale, shapes: this.#looks.shapesOf(line) }, ratio);
  }

  remove(): void {
    this.#canvas.remove();
    this.#canvas.width = 0;
    this.#canvas.height = 0;
  }

  #paintThin(context: CanvasRenderingContext2D, lines: readonly Item[]): void {
    const { board, held, picture } = this.#means;
    const { scale, left, top } = picture.framing.peek();
    const boxOf = (id: string): Box | undefined => held.boxOf(id) ?? board.item(id)?.box;
    context.lineWidth = THIN * picture.ratio.peek();
    context.beginPath();
    for (const { widget } of lines) {
      if (!isLine(widget)) continue;
      const from = boxOf(widget.src.id);
      const to = boxOf(widget.dst.id);
      if (!from || !to) continue;
      context.moveTo((from.x + from.width / 2) * scale - left, (from.y + from.height / 2) * scale - top);
      context.lineTo((to.x + to.width / 2) * scale - left, (to.y + to.height / 2) * scale - top);
      context.strokeStyle = this.#looks.lineColour(widget.line_color);
    }
    context.stroke();
  }
}

const none: Bitmaps = { bitmap: () => undefined, average: () => undefined };
