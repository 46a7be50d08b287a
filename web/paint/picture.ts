import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Box } from '../../model/looks/shapes.ts';
import type { Phrases } from '../../texts/looks.ts';
import type { Board, BoardChange } from '../live/board.ts';
import type { Camera } from '../view/camera.ts';
import type { Frames } from '../view/frames.ts';
import { Arrivals, type PictureBitmaps } from './arrivals.ts';
import { areaOf, grown, isEmpty, joined, moved, overlap, stripsOf, without } from './boxes.ts';
import { createCosts } from './costs.ts';
import { between, type Framing, framingOf, reachOf } from './framing.ts';
import type { GroundColours } from './ground.ts';
import type { KeptPicture } from './kept-picture.ts';
import { BUDGET, Pace } from './pace.ts';
import { createScene, type Scene } from './scene.ts';
import { SmallPicture } from './small.ts';
import { createSurface, ratioFor, type Surface } from './surface.ts';
import { createTile, Job } from './tiles.ts';
import { heard, onRatio } from './watch.ts';

export interface PictureParts {
  readonly element: HTMLCanvasElement;
  readonly board: Board;
  readonly camera: Camera;
  readonly frames: Frames;
  readonly bitmaps: PictureBitmaps;
  /** In the language of the reader. */
  readonly phrases: ReadonlySignal<Phrases>;
  readonly colours: ReadonlySignal<GroundColours>;
  readonly captions?: ReadonlySignal<number>;
}

/** A picture out of tiles takes longer, by this factor, than one that is painted where it is seen. */
const DETOUR = 2;
/** While a stretched picture is shown, which takes time itself. */
const MOVING = 5;
/** For the first picture, before which there is nothing to see. */
const FIRST = 40;

export function createPicture(parts: PictureParts): KeptPicture {
  const picture = new Painted(parts);
  const { element, board, camera, frames, bitmaps, phrases, colours, captions } = parts;
  const again = (): void => picture.repaint();
  const ends = [
    effect(() => picture.useScene(phrases.value, colours.value, captions?.value)),
    effect(() => void [camera.view.value, camera.extent.value, frames.request()]),
    board.onChange((change) => picture.change(change)),
    bitmaps.onArrival((boxes) => picture.arrive(boxes)),
    frames.add(() => picture.frame()),
    heard(element, 'contextrestored', again),
    heard(document.fonts, 'loadingdone', again),
    heard(document, 'visibilitychange', () => frames.request()),
    onRatio(() => frames.request()),
  ];
  return {
    sharp: picture.sharp,
    framing: picture.framing,
    ratio: picture.ratio,
    skip: (ids) => picture.skip(ids),
    repaint: (box) => picture.repaint(box),
    destroy() {
      for (const end of ends) end();
      picture.free();
    },
  };
}

class Painted {
  readonly sharp = signal(false);
  readonly framing = signal<Framing>({ scale: 1, left: 0, top: 0 });
  readonly ratio = signal(1);
  readonly #parts: PictureParts;
  readonly #skipped = new Set<string>();
  readonly #costs = createCosts();
  readonly #costsOfParts = createCosts();
  readonly #front: Surface;
  readonly #tile = createTile();
  readonly #small = new SmallPicture();
  /** Where jobs collect their tiles. */
  #back = createSurface({ width: 1, height: 1 });
  /** What is stretched while a zoom goes faster than painting. */
  #source = createSurface({ width: 1, height: 1 });
  #sourceFraming: Framing | undefined;
  /** Decided at the first frame of each zoom. */
  #isSmooth: boolean | undefined;
  readonly #probe = createSurface({ width: 1, height: 1 });
  #scene!: Scene;
  #isFirst = true;
  readonly #pace = new Pace();
  /** The framing of what is in front, while that is not what the camera wants and cannot be had by moving it. */
  #unlike: Framing | undefined;
  /** Parts of the front that are not as they should be, and those where there is nothing at all. */
  #stale: Box[] = [];
  #bare: Box[] = [];
  #job: Job | undefined;
  readonly #arrivals = new Arrivals();

  constructor(parts: PictureParts) {
    this.#parts = parts;
    this.#front = createSurface({ width: 1, height: 1 }, parts.element);
  }

  useScene(phrases: Phrases, colours: GroundColours, captions = 1): void {
    const { board, bitmaps } = this.#parts;
    this.#scene = createScene({ board, bitmaps, phrases, colours, captions, skipped: this.#skipped });
    this.#small.useScene({ board, bitmaps, phrases, colours });
    this.repaint();
  }

  change({ whole, dirty }: BoardChange): void {
    if (whole) this.repaint();
    else this.touch(dirty);
  }

  skip(ids: ReadonlySet<string>): void {
    const changed = [...ids].filter((id) => !this.#skipped.has(id)).concat([...this.#skipped].filter((id) => !ids.has(id)));
    this.#skipped.clear();
    for (const id of ids) this.#skipped.add(id);
    this.touch(changed.flatMap((id) => this.#parts.board.item(id)?.reach ?? []));
  }

  repaint(box?: Box): void {
    if (box) return this.touch([box]);
    this.#job = undefined;
    this.#stale = [this.#all];
    this.#small.repaint();
    this.sharp.value = false;
    this.#parts.frames.request();
  }

  /** Parts of the canvas have changed. */
  touch(boxes: readonly Box[]): void {
    if (boxes.length === 0) return;
    this.sharp.value = false;
    this.#small.touch(boxes);
    for (const box of boxes) {
      this.#addStale(reachOf(this.framing.peek(), box, this.ratio.peek(), this.#scene.parts.captions));
      if (this.#job) this.#job.touch(reachOf(this.#job.framing, box, this.ratio.peek(), this.#scene.parts.captions));
    }
    this.#parts.frames.request();
  }

  /** Pictures have come. */
  arrive(boxes: readonly Box[]): void {
    this.#arrivals.add(boxes, performance.now());
    this.sharp.value = false;
    this.#parts.frames.request();
  }

  frame(): void {
    const began = performance.now();
    this.#pace.begin(began);
    this.touch(this.#arrivals.take(began, this.#parts.bitmaps.isLoading?.() ?? false));
    const before = this.framing.peek();
    this.#fit();
    this.#follow(framingOf(this.#parts.camera.view.peek(), this.ratio.peek()));
    this.#mend(began);
    if (this.#unlike) this.#stretch(this.#unlike);
    for (const box of this.#bare) this.#small.cover(this.#front.context, box, this.framing.peek(), this.ratio.peek());
    this.#bare = [];
    const done = this.#stale.length === 0 && !this.#job && !this.#arrivals.wait;
    const wasDone = this.sharp.peek();
    this.sharp.value = done;
    if (!done || !wasDone || !this.#restSmall(before, began)) this.#parts.frames.request();
  }

  /** @returns whether the small picture is done, too. It is for frames in which nothing else was to do, and the camera does not move */
  #restSmall(before: Framing, began: number): boolean {
    return this.framing.peek() === before && this.#small.step(began + this.#pace.budget);
  }

  /** Gives the memory back at once; browsers wait long to collect canvases. */
  free(): void {
    for (const surface of [this.#front, this.#back, this.#source, this.#tile]) surface.resize({ width: 0, height: 0 });
    this.#small.free();
  }

  get #all(): Box {
    return { x: 0, y: 0, width: this.#front.width, height: this.#front.height };
  }

  #addStale(box: Box): void {
    const seen = overlap(box, this.#all);
    if (isEmpty(seen)) return;
    this.#stale.push(seen);
    if (this.#stale.length > MANY) this.#stale = joined(this.#stale);
  }

  /** Takes the size of the screen and its pixels, and keeps what is painted. */
  #fit(): void {
    const extent = this.#parts.camera.extent.peek();
    const ratio = ratioFor(extent, devicePixelRatio);
    const size = { width: Math.max(1, Math.ceil(extent.width * ratio)), height: Math.max(1, Math.ceil(extent.height * ratio)) };
    const front = this.#front;
    const style = this.#front.canvas.style;
    this.ratio.value = ratio;
    style.width = `${size.width / ratio}px`;
    style.height = `${size.height / ratio}px`;
    if (size.width === front.width && size.height === front.height) return;
    const before = this.#all;
    this.#back.resize(before);
    this.#back.context.drawImage(front.canvas, 0, 0);
    front.resize(size);
    front.context.drawImage(this.#back.canvas, 0, 0);
    this.#back.resize(size);
    this.#source.resize({ width: 1, height: 1 });
    this.#job = this.#sourceFraming = undefined;
    const added = without(this.#all, before);
    this.#stale.push(...added);
    this.#bare.push(...added);
    if (!this.#isFirst) return;
    this.#stale = [this.#all];
    this.#bare = [this.#all];
  }

  #follow(wanted: Framing): void {
    const from = this.framing.peek();
    if (from.scale === wanted.scale && from.left === wanted.left && from.top === wanted.top) return;
    this.framing.value = wanted;
    if (this.#isFirst) return;
    if (from.scale === wanted.scale) return this.#move(from.left - wanted.left, from.top - wanted.top);
    this.#unlike = from;
    this.#stale = [this.#all];
  }

  #move(across: number, down: number): void {
    const { canvas } = this.#front;
    const strips = stripsOf(this.#all, across, down);
    const isKept = Math.abs(across) < canvas.width && Math.abs(down) < canvas.height;
    if (isKept) this.#shift(across, down);
    const stale = isKept ? this.#stale.map((box) => overlap(moved(box, across, down), this.#all)) : [];
    this.#stale = [...stale.filter((box) => !isEmpty(box)), ...strips];
    this.#bare.push(...strips);
  }

  /** A canvas that is copied onto itself is copied twice by browsers; there and back between two costs half of that. */
  #shift(across: number, down: number): void {
    const front = this.#front;
    const source = this.#source;
    if (this.#sourceFraming) return front.context.drawImage(front.canvas, across, down);
    if (source.width !== front.width || source.height !== front.height) source.resize(front);
    source.context.drawImage(front.canvas, across, down);
    front.context.drawImage(source.canvas, 0, 0);
  }

  /** Paints what is stale, as much as fits into the frame. */
  #mend(began: number): void {
    const until = began + this.#budget();
    this.#choose();
    if (this.#paintNow()) return;
    for (;;) {
      this.#job ??= this.#start();
      if (!this.#job) return;
      if (!this.#job.step(until)) break;
      this.#finish(this.#job);
      if (performance.now() >= until) return;
    }
    const { framing, spent } = this.#job;
    if (this.#unlike && framing === this.framing.peek()) this.#costs.learn(framing.scale, 2 * Math.max(BUDGET, spent));
  }

  /** What costs little is painted where it is seen, without detours. @returns whether that was all */
  #paintNow(): boolean {
    const { scale } = this.framing.peek();
    const boxes = this.#unlike ? [this.#all] : joined(this.#stale);
    const share = sumOf(boxes) / areaOf(this.#all);
    if (this.#job || this.#isFirst || boxes.length === 0 || !this.#isQuick(scale, share)) return false;
    const began = performance.now();
    for (const box of boxes) this.#paint(box);
    const spent = performance.now() - began;
    (share < 1 ? this.#costsOfParts : this.#costs).learn(scale, spent / share);
    this.#stale = [];
    this.#bare = [];
    if (share >= 1) this.#unlike = this.#sourceFraming = undefined;
    return true;
  }

  /** Parts have costs of their own: whole pictures come out of tiles, which takes longer. */
  #isQuick(scale: number, share: number): boolean {
    if (share >= 1) return this.#costs.expected(scale) <= BUDGET;
    const known = this.#costsOfParts.expected(scale);
    return share * (Number.isFinite(known) ? known : this.#costs.expected(scale) / DETOUR) <= BUDGET;
  }

  #paint(box: Box): void {
    const { context } = this.#front;
    context.save();
    context.beginPath();
    context.rect(box.x, box.y, box.width, box.height);
    context.clip();
    const paint = this.#scene.paint(context, this.framing.peek(), box, this.ratio.peek());
    while (!paint.next().done);
    context.restore();
  }

  #budget(): number {
    if (this.#isFirst) return FIRST;
    if (this.#unlike) return this.#isCheap() ? BUDGET : MOVING;
    return this.#pace.budget;
  }

  #isCheap(): boolean {
    return this.#costs.expected(this.framing.peek().scale) < BUDGET;
  }

  /** A picture of another zoom is finished only during a zoom, as something better to stretch. */
  #choose(): void {
    const isOther = this.#job && this.#job.framing.scale !== this.framing.peek().scale;
    const isPart = this.#job && this.#job.area < areaOf(this.#all);
    if (isOther && (isPart || !this.#unlike || this.#isCheap())) this.#job = undefined;
  }

  #start(): Job | undefined {
    if (this.#stale.length === 0) return undefined;
    const boxes = joined(this.#stale);
    const all = this.#all;
    const isMost = this.#unlike || sumOf(boxes) > areaOf(all) * MOST;
    return new Job({
      scene: this.#scene,
      framing: this.framing.peek(),
      target: this.#back,
      tile: this.#tile,
      boxes: isMost ? [all] : boxes,
      ratio: this.ratio.peek(),
    });
  }

  #finish(job: Job): void {
    this.#job = undefined;
    this.#isFirst = false;
    const framing = this.framing.peek();
    const isWhole = job.area >= areaOf(this.#all);
    if (isWhole) this.#costs.learn(job.framing.scale, job.spent);
    if (job.framing.scale !== framing.scale || (this.#unlike && job.framing !== framing)) return this.#stretchFrom(job.framing);
    const across = job.framing.left - framing.left;
    const down = job.framing.top - framing.top;
    for (const { x, y, width, height } of job.boxes) {
      this.#front.context.drawImage(this.#back.canvas, x, y, width, height, x + across, y + down, width, height);
      const covered = { x: x + across, y: y + down, width, height };
      this.#stale = this.#stale.flatMap((box) => without(box, covered));
      this.#bare = this.#bare.flatMap((box) => without(box, covered));
    }
    if (isWhole) this.#unlike = this.#sourceFraming = undefined;
  }

  /** What the back shows becomes what is stretched. */
  #stretchFrom(framing: Framing): void {
    [this.#back, this.#source] = [this.#source, this.#back];
    if (this.#back.width !== this.#front.width || this.#back.height !== this.#front.height) this.#back.resize(this.#all);
    this.#sourceFraming = framing;
    this.#unlike = framing;
  }

  /** Whether this machine stretches smoothly in no time. What is drawn is done at the latest when a pixel of it is asked for. */
  #stretchesFast(canvas: HTMLCanvasElement, at: Box): boolean {
    const began = performance.now();
    this.#front.context.imageSmoothingQuality = 'low';
    this.#front.context.drawImage(canvas, at.x, at.y, at.width, at.height);
    this.#probe.context.drawImage(this.#front.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
    return performance.now() - began < FAST;
  }

  /** Shows the last picture larger or smaller. @param shown what the front shows now */
  #stretch(shown: Framing): void {
    const front = this.#front;
    const source = this.#source;
    if (!this.#sourceFraming) {
      if (source.width !== front.width || source.height !== front.height) source.resize(front);
      source.context.drawImage(front.canvas, 0, 0);
      this.#isSmooth = undefined;
      this.#sourceFraming = shown;
    }
    const at = between(this.#sourceFraming, this.framing.peek(), source);
    for (const box of without(this.#all, grown(at, -1)))
      this.#small.cover(this.#front.context, box, this.framing.peek(), this.ratio.peek());
    this.#isSmooth ??= this.#stretchesFast(source.canvas, at);
    front.context.imageSmoothingQuality = 'low';
    front.context.imageSmoothingEnabled = this.#isSmooth;
    front.context.drawImage(source.canvas, at.x, at.y, at.width, at.height);
    front.context.imageSmoothingEnabled = true;
    this.#unlike = undefined;
    this.#bare = [];
  }
}

const sumOf = (boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + areaOf(box), 0);

/** More stale boxes than this are joined, so that no list grows while nothing is painted. */
const MANY = 64;
/** Where smoothing makes stretching slower than this, it is left away; in milliseconds. */
const FAST = 3;
/** Where more than this share is stale, everything is painted. */
const MOST = 0.8;
