import { measure } from '../../../model/looks/measure.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import { around } from '../../live/boxes.ts';
import { isLine } from '../../live/forms.ts';
import { isEmpty, outward, overlap } from '../../paint/boxes.ts';
import { createLooks, type Looks } from '../../paint/looked.ts';
import { type Bitmaps, createPaintShapes } from '../../paint/shapes.ts';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import type { HeldBoxes } from '../held.ts';
import { at } from './lifted-items.ts';

/** More lines are straight and thin. */
const MOST_SHAPED = 200;
/** The width of those, in pixels of the screen. */
const THIN = 1;
/** A curve may swing out of the boxes at its ends by this share of their distance. */
const SWING = 0.5;
/** Tips, widths and soft edges, in pixels of the screen. */
const EDGE = 60;
/** The canvas grows in steps of this many pixels, so that it is not made anew in each frame. */
const STEP = 256;

type LineContext = Pick<Editing, 'board' | 'held' | 'picture' | 'camera' | 'layers'>;

/** A line that is seen, and the part of the screen in which it lies, in pixels of the device. */
interface SeenLine {
  readonly line: Item;
  readonly part: Box;
}

/** What was painted. Nothing is painted again while all of this stays as it is. */
interface Painted {
  readonly lines: readonly Item[];
  readonly boxes: HeldBoxes;
  readonly framing: unknown;
}

/** Connectors from held things to others, painted in each frame in which something of that moves, on a canvas as large as what is seen of them. */
export class HeldLines {
  readonly #editing: LineContext;
  readonly #canvas = document.createElement('canvas');
  readonly #paint = createPaintShapes({ bitmaps: none, measure, isUntransformed: true });
  readonly #looks: Looks;
  #painted: Painted | undefined;

  constructor(editing: LineContext) {
    this.#editing = editing;
    const { board, held } = editing;
    const item = (id: string): Item | undefined => {
      const found = board.item(id);
      const box = held.boxOf(id);
      return found && box ? at(found, box) : found;
    };
    this.#looks = createLooks({ item, background: board.background }, texts.peek().looks);
    this.#canvas.className = 'lifted-lines';
  }

  /** The board has changed. */
  change(): void {
    this.#painted = undefined;
  }

  show(lines: readonly Item[]): void {
    if (lines.length === 0) return this.remove();
    const { held, picture } = this.#editing;
    const now = { lines, boxes: held.boxes.peek(), framing: picture.framing.peek() };
    if (this.#painted && isSame(this.#painted, now)) return;
    this.#painted = now;
    const seen = lines.flatMap((line) => this.#seen(line) ?? []);
    if (seen.length === 0) return this.#clear();
    const region = outward(seen.map(({ part }) => part).reduce(around));
    const context = this.#fit(region);
    if (seen.length > MOST_SHAPED) return this.#paintThin(context, seen, region);
    const ratio = picture.ratio.peek();
    const { scale, left, top } = picture.framing.peek();
    for (const { line } of seen) {
      const place = { left: -left - region.x, top: -top - region.y, zoom: scale };
      this.#paint(context, { ...place, shapes: this.#looks.shapesOf(line) }, ratio);
    }
  }

  remove(): void {
    if (!this.#canvas.isConnected) return;
    this.#clear();
    this.#canvas.remove();
    this.#canvas.width = 0;
    this.#canvas.height = 0;
    this.#painted = undefined;
  }

  #clear(): void {
    const { width, height } = this.#canvas;
    this.#canvas.getContext('2d')!.clearRect(0, 0, width, height);
  }

  /** Makes room for a part of the screen. */
  #fit({ x, y, width, height }: Box): CanvasRenderingContext2D {
    const { layers, picture } = this.#editing;
    const { style } = this.#canvas;
    const ratio = picture.ratio.peek();
    const wide = STEP * Math.ceil(width / STEP);
    const tall = STEP * Math.ceil(height / STEP);
    if (this.#canvas.width === wide && this.#canvas.height === tall) this.#clear();
    else {
      this.#canvas.width = wide;
      this.#canvas.height = tall;
      style.width = `${wide / ratio}px`;
      style.height = `${tall / ratio}px`;
    }
    style.transform = `translate(${x / ratio}px, ${y / ratio}px)`;
    if (!this.#canvas.isConnected) layers.lifted.prepend(this.#canvas);
    return this.#canvas.getContext('2d')!;
  }

  /** Undefined: nothing of it is on the screen. */
  #seen(line: Item): SeenLine | undefined {
    const ends = this.#endsOf(line);
    if (!ends) return undefined;
    const { picture, camera } = this.#editing;
    const ratio = picture.ratio.peek();
    const { scale, left, top } = picture.framing.peek();
    const { x, y, width, height } = around(...ends);
    const edge = SWING * Math.max(width, height) * scale + EDGE * ratio;
    const part = {
      x: x * scale - left - edge,
      y: y * scale - top - edge,
      width: width * scale + 2 * edge,
      height: height * scale + 2 * edge,
    };
    const extent = camera.extent.peek();
    const seen = overlap(part, { x: 0, y: 0, width: Math.ceil(extent.width * ratio), height: Math.ceil(extent.height * ratio) });
    return isEmpty(seen) ? undefined : { line, part: seen };
  }

  #endsOf({ widget }: Item): [Box, Box] | undefined {
    if (!isLine(widget)) return undefined;
    const { board, held } = this.#editing;
    const boxOf = (id: string): Box | undefined => held.boxOf(id) ?? board.item(id)?.box;
    const from = boxOf(widget.src.id);
    const to = boxOf(widget.dst.id);
    return from && to && [from, to];
  }

  #paintThin(context: CanvasRenderingContext2D, seen: readonly SeenLine[], region: Box): void {
    const { picture } = this.#editing;
    const { scale, left, top } = picture.framing.peek();
    context.lineWidth = THIN * picture.ratio.peek();
    context.beginPath();
    for (const { line } of seen) {
      const ends = this.#endsOf(line);
      if (!ends || !isLine(line.widget)) continue;
      const [from, to] = ends.map((box) => ({
        x: (box.x + box.width / 2) * scale - left - region.x,
        y: (box.y + box.height / 2) * scale - top - region.y,
      }));
      context.moveTo(from!.x, from!.y);
      context.lineTo(to!.x, to!.y);
      context.strokeStyle = this.#looks.lineColour(line.widget.line_color);
    }
    context.stroke();
  }
}

const none: Bitmaps = { bitmap: () => undefined, average: () => undefined };

function isSame(painted: Painted, { lines, boxes, framing }: Painted): boolean {
  if (painted.boxes !== boxes || painted.framing !== framing || painted.lines.length !== lines.length) return false;
  return painted.lines.every((line, index) => line === lines[index]);
}
