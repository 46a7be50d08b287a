import { usualClock } from '../../client/index.ts';
import type { Box } from '../../model/looks/shapes.ts';
import { areaOf, isEmpty, joined, overlap, sumOf, without } from './boxes.ts';
import type { Framing } from './framing.ts';
import type { Paint, Scene } from './scene.ts';
import { createSurface, type Surface } from './surface.ts';

/** Pixels of a side. Smaller tiles paint more widgets twice. */
const SIDE = 512;
const SMALLEST_SIDE = 128;
/** The board is asked for this many widgets at once, and the browser draws them in one go: some milliseconds. */
const WIDGETS = 1_000;
/** More boxes than this that are painted again are joined: a picture that arrives may be seen in hundreds of places. */
const MANY = 64;

/** The part of a picture that is painted at once, and copied from here when it is whole. */
export const createTile = (): Surface => createSurface({ width: SIDE, height: SIDE });

export interface JobOptions {
  readonly scene: Scene;
  readonly framing: Framing;
  /** Where the finished tiles are copied to. */
  readonly target: Surface;
  readonly tile: Surface;
  /** What of the target is painted, in whole pixels. */
  readonly boxes: readonly Box[];
  readonly ratio: number;
}

/** The painting of a part of a picture, in slices. */
export class Job {
  readonly framing: Framing;
  readonly boxes: readonly Box[];
  /** Milliseconds of painting so far. */
  spent = 0;
  readonly #options: JobOptions;
  #waiting: Box[];
  /** What changed after its tile was begun, and is painted again once no tile waits. */
  #again: Box[] = [];
  readonly #side: number;
  #current: { readonly box: Box; readonly paint: Paint } | undefined;

  constructor(options: JobOptions) {
    this.framing = options.framing;
    this.boxes = options.boxes;
    this.#options = options;
    this.#side = sideFor(options);
    this.#waiting = options.boxes.flatMap((box) => tilesOf(box, this.#side));
  }

  get area(): number {
    return sumOf(this.boxes);
  }

  /** Something changed there meanwhile. Tiles that wait paint what is there then, and all others are painted again before the job is done. */
  touch(changed: Box): void {
    for (const box of this.boxes) {
      const both = overlap(box, changed);
      let begun = isEmpty(both) ? [] : [both];
      for (const tile of this.#waiting) {
        if (begun.length === 0) break;
        begun = begun.flatMap((part) => without(part, tile));
      }
      this.#again.push(...begun);
    }
    if (this.#again.length > MANY) this.#again = joined(this.#again);
  }

  /** Paints until that time (of `usualClock`). @returns whether everything is painted */
  step(until: number): boolean {
    const before = usualClock.steady();
    const done = this.#run(until);
    this.spent += usualClock.steady() - before;
    return done;
  }

  #run(until: number): boolean {
    for (;;) {
      this.#current ??= this.#next();
      if (!this.#current) return true;
      if (!paintUntil(this.#current.paint, until)) return false;
      this.#finish(this.#current.box);
      if (usualClock.steady() >= until) return this.#waiting.length + this.#again.length === 0;
    }
  }

  #next(): { readonly box: Box; readonly paint: Paint } | undefined {
    if (this.#waiting.length === 0) {
      this.#waiting = joined(this.#again).flatMap((again) => tilesOf(again, this.#side));
      this.#again = [];
    }
    const box = this.#waiting.shift();
    if (!box) return undefined;
    const { scene, framing, tile, ratio } = this.#options;
    const { context } = tile;
    const { scale, left, top } = framing;
    const part = { x: 0, y: 0, width: box.width, height: box.height };
    context.reset();
    context.beginPath();
    context.rect(0, 0, box.width, box.height);
    context.clip();
    return { box, paint: scene.paint(context, { scale, left: left + box.x, top: top + box.y }, part, ratio) };
  }

  #finish({ x, y, width, height }: Box): void {
    const { tile, target } = this.#options;
    target.context.drawImage(tile.canvas, 0, 0, width, height, x, y, width, height);
    this.#current = undefined;
  }
}

/** Asking for the time costs about as much as painting a small widget. */
const STEPS = 16;

function paintUntil(paint: Paint, until: number): boolean {
  for (let steps = 1; ; steps++) {
    if (paint.next().done) return true;
    if (steps % STEPS === 0 && usualClock.steady() >= until) return false;
  }
}

/** The smaller the more widgets there are to a pixel, so that no step takes long. */
function sideFor({ scene, framing }: JobOptions): number {
  const { board } = scene.options;
  const size = board.size.peek();
  if (!size) return SIDE;
  const ofOne = (areaOf(size) * framing.scale ** 2) / Math.max(1, board.count.peek());
  return Math.min(SIDE, Math.max(SMALLEST_SIDE, Math.round(Math.sqrt(WIDGETS * ofOne))));
}

function tilesOf(box: Box, side: number): Box[] {
  const tiles: Box[] = [];
  for (let y = box.y; y < box.y + box.height; y += side) {
    for (let x = box.x; x < box.x + box.width; x += side) tiles.push(overlap(box, { x, y, width: side, height: side }));
  }
  return tiles;
}
