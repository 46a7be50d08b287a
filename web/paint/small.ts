import type { Box } from '../../model/looks/shapes.ts';
import { grown, isEmpty, joined, outward, overlap, type Span } from './boxes.ts';
import { type Framing, toPixels } from './framing.ts';
import { paintGround, type Surrounding } from './ground.ts';
import { createScene, type Scene, type SceneOptions } from './scene.ts';
import { createSurface } from './surface.ts';
import { createTile, Job } from './tiles.ts';

/** The whole canvas in small: what is seen, stretched, where nothing better is painted yet. It is painted when there is nothing else to do. */
export class SmallPicture {
  readonly #surface = createSurface({ width: 1, height: 1 });
  readonly #tile = createTile();
  #scene: Scene | undefined;
  #framing: Framing | undefined;
  #stale: Box[] = [];
  #job: Job | undefined;

  useScene({ bitmaps, ...options }: SceneOptions): void {
    // For a small picture nothing is loaded
    this.#scene = createScene({
      ...options,
      captions: 0,
      bitmaps: { ...bitmaps, bitmap: () => undefined, place: () => undefined },
    });
    this.repaint();
  }

  repaint(): void {
    this.#job = undefined;
    this.#stale = [this.#all];
  }

  /** Parts of the canvas have changed. */
  touch(boxes: readonly Box[]): void {
    if (!this.#framing) return;
    for (const box of boxes) {
      const seen = overlap(outward(grown(toPixels(this.#framing, box), EDGE)), this.#all);
      if (!isEmpty(seen)) this.#stale.push(seen);
    }
    if (this.#stale.length > MANY) this.#stale = joined(this.#stale);
  }

  /** Paints until that time (of `usualClock`). @returns whether everything is painted */
  step(until: number): boolean {
    this.#fit();
    this.#job ??= this.#start();
    if (this.#job?.step(until)) this.#job = undefined;
    return !this.#job && this.#stale.length === 0;
  }

  /** Paints the small picture into a part of a large one, and around the canvas the ground. */
  cover(context: CanvasRenderingContext2D, part: Box, framing: Framing, ratio: number): void {
    const { x, y, width, height } = outward(part);
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    this.#paint(context, { canvas: this.#canvas, framing, part, ratio });
    context.restore();
  }

  /** Gives the memory back at once. */
  free(): void {
    for (const surface of [this.#surface, this.#tile]) surface.resize({ width: 0, height: 0 });
  }

  #paint(context: CanvasRenderingContext2D, around: Surrounding): void {
    if (!this.#scene) return;
    const { board, colours } = this.#scene.options;
    paintGround(context, around, colours);
    const at = toPixels(around.framing, around.canvas);
    const seen = overlap(at, around.part);
    if (isEmpty(seen)) return;
    context.fillStyle = board.background.peek()?.background_color ?? colours.ground;
    context.fillRect(seen.x, seen.y, seen.width, seen.height);
    if (!this.#framing) return;
    const by = this.#framing.scale / around.framing.scale;
    const left = (seen.x - at.x) * by;
    const top = (seen.y - at.y) * by;
    const wide = seen.width * by;
    const tall = seen.height * by;
    context.imageSmoothingQuality = 'low';
    context.drawImage(this.#surface.canvas, left, top, wide, tall, seen.x, seen.y, seen.width, seen.height);
  }

  get #all(): Box {
    return { x: 0, y: 0, width: this.#surface.width, height: this.#surface.height };
  }

  get #canvas(): Box {
    const size = this.#scene?.options.board.size.peek();
    return { x: 0, y: 0, width: size?.width ?? 0, height: size?.height ?? 0 };
  }

  /** Takes the shape of the canvas. */
  #fit(): void {
    const canvas = this.#canvas;
    if (isEmpty(canvas)) return;
    const size = sizeOf(canvas);
    if (this.#framing && size.width === this.#surface.width && size.height === this.#surface.height) return;
    this.#surface.resize(size);
    this.#framing = { scale: size.width / canvas.width, left: 0, top: 0 };
    this.#surface.context.fillStyle = this.#scene!.options.board.background.peek()?.background_color ?? '#808080';
    this.#surface.context.fillRect(0, 0, size.width, size.height);
    this.repaint();
  }

  #start(): Job | undefined {
    if (!this.#framing || !this.#scene || this.#stale.length === 0) return undefined;
    const boxes = joined(this.#stale);
    this.#stale = [];
    return new Job({ scene: this.#scene, framing: this.#framing, target: this.#surface, tile: this.#tile, boxes, ratio: 1 });
  }
}

/** Pixels of the longer side. */
const SIDE = 1024;
/** More stale boxes than this are joined, so that no list grows while nothing is painted. */
const MANY = 64;
/** Edges reach this many pixels out of a box. */
const EDGE = 2;

function sizeOf({ width, height }: Span): Span {
  const by = SIDE / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}
