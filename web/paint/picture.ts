import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { usualClock } from '../../client/index.ts';
import type { Box, Shape } from '../../model/looks/shapes.ts';
import type { Phrases } from '../../texts/looks.ts';
import type { Board, BoardChange } from '../live/board.ts';
import type { Camera } from '../view/camera.ts';
import type { Frames } from '../view/frames.ts';
import { Arrivals, type PictureBitmaps } from './arrivals.ts';
import { areaOf, sumOf } from './boxes.ts';
import { createCosts } from './costs.ts';
import { type Framing, framingOf, reachOf } from './framing.ts';
import { Front } from './front.ts';
import type { GroundColours } from './ground.ts';
import type { KeptPicture, SkipOwner } from './kept-picture.ts';
import { BUDGET, Pace } from './pace.ts';
import { createScene, type Scene } from './scene.ts';
import { SmallPicture } from './small.ts';
import { createSurface } from './surface.ts';
import { createTile, Job } from './tiles.ts';
import { heard, onRatio } from './watch.ts';

export interface PictureOptions {
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

export function createPicture(options: PictureOptions): KeptPicture {
  const picture = new Painter(options);
  const { element, board, camera, frames, bitmaps, phrases, colours, captions } = options;
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
    framing: picture.front.framing,
    ratio: picture.front.ratio,
    skip: (owner, ids) => picture.skip(owner, ids),
    paintItems: (context, items, place) => picture.scene.paintItems(context, items, place),
    draw: (id, shapes) => picture.draw(id, shapes),
    repaint: (box) => picture.repaint(box),
    destroy() {
      for (const end of ends) end();
      picture.free();
    },
  };
}

/** Decides what is painted in which frame, and lets the front show it. */
class Painter {
  readonly sharp = signal(false);
  readonly #options: PictureOptions;
  /** All that an owner skips: the scene looks here. */
  readonly #skipped = new Set<string>();
  readonly #skippedBy = new Map<SkipOwner, ReadonlySet<string>>();
  readonly #drawn = new Map<string, readonly Shape[]>();
  readonly #costs = createCosts();
  readonly #costsOfParts = createCosts();
  readonly #tile = createTile();
  readonly #small = new SmallPicture();
  readonly front: Front;
  /** Where jobs collect their tiles. */
  #back = createSurface({ width: 1, height: 1 });
  scene!: Scene;
  readonly #pace = new Pace();
  #job: Job | undefined;
  readonly #arrivals = new Arrivals();

  constructor(options: PictureOptions) {
    this.#options = options;
    this.front = new Front(options.element, this.#small);
  }

  useScene(phrases: Phrases, colours: GroundColours, captions = 1): void {
    const { board, bitmaps } = this.#options;
    this.scene = createScene({ board, bitmaps, phrases, colours, captions, skipped: this.#skipped, drawn: this.#drawn });
    this.#small.useScene({ board, bitmaps, phrases, colours });
    this.repaint();
  }

  change({ whole, dirty }: BoardChange): void {
    if (whole) this.repaint();
    else this.touch(dirty);
  }

  skip(owner: SkipOwner, ids: ReadonlySet<string>): void {
    this.#skippedBy.set(owner, ids);
    const all = new Set([...this.#skippedBy.values()].flatMap((some) => [...some]));
    const changed = [...all].filter((id) => !this.#skipped.has(id)).concat([...this.#skipped].filter((id) => !all.has(id)));
    this.#skipped.clear();
    for (const id of all) this.#skipped.add(id);
    if (changed.length > MANY) this.#repaintFront();
    else this.#touchFront(changed.flatMap((id) => this.#options.board.item(id)?.reach ?? []));
  }

  draw(id: string, shapes: readonly Shape[] | undefined): void {
    if (shapes) this.#drawn.set(id, shapes);
    else this.#drawn.delete(id);
    const item = this.#options.board.item(id);
    if (item) this.touch([item.reach]);
  }

  repaint(box?: Box): void {
    if (box) return this.touch([box]);
    this.#small.repaint();
    this.#repaintFront();
  }

  #repaintFront(): void {
    this.#job = undefined;
    this.front.touchAll();
    this.sharp.value = false;
    this.#options.frames.request();
  }

  /** Parts of the canvas have changed. */
  touch(boxes: readonly Box[]): void {
    this.#small.touch(boxes);
    this.#touchFront(boxes);
  }

  /** The small picture leaves nothing out, so it is not painted again when something is skipped, which takes long on large canvases. */
  #touchFront(boxes: readonly Box[]): void {
    if (boxes.length === 0) return;
    this.sharp.value = false;
    for (const box of boxes) {
      this.front.touch(this.#reachIn(this.front.framing.peek(), box));
      this.#job?.touch(this.#reachIn(this.#job.framing, box));
    }
    this.#options.frames.request();
  }

  #reachIn(framing: Framing, box: Box): Box {
    return reachOf(framing, box, this.front.ratio.peek(), this.scene.options.captions);
  }

  /** Pictures have come. */
  arrive(boxes: readonly Box[]): void {
    this.#arrivals.add(boxes, usualClock.steady());
    this.sharp.value = false;
    this.#options.frames.request();
  }

  frame(): void {
    const began = usualClock.steady();
    this.#pace.begin(began);
    this.touch(this.#arrivals.take(began, this.#options.bitmaps.isLoading?.() ?? false));
    const before = this.front.framing.peek();
    this.#fit();
    this.front.follow(framingOf(this.#options.camera.view.peek(), this.front.ratio.peek()));
    const isMoving = this.front.framing.peek() !== before;
    this.#mend(began);
    this.front.endFrame();
    const done = !this.front.isStale && !this.#job && !this.#arrivals.wait;
    const wasDone = this.sharp.peek();
    this.sharp.value = done;
    if (!done || !wasDone || isMoving || !this.#restSmall(began)) this.#options.frames.request();
  }

  /** @returns whether the small picture is done, too. It is for frames in which nothing else was to do, and the camera does not move */
  #restSmall(began: number): boolean {
    return this.#small.step(began + this.#pace.budget());
  }

  /** Gives the memory back at once; browsers wait long to collect canvases. */
  free(): void {
    for (const surface of [this.#back, this.#tile]) surface.resize({ width: 0, height: 0 });
    this.front.free();
    this.#small.free();
  }

  #fit(): void {
    if (!this.front.fit(this.#options.camera.extent.peek())) return;
    this.#back.resize(this.front.all);
    this.#job = undefined;
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
      if (usualClock.steady() >= until) return;
    }
    const { framing, spent } = this.#job;
    if (this.front.isOutdated && framing === this.front.framing.peek())
      this.#costs.learn(framing.scale, 2 * Math.max(BUDGET, spent));
  }

  /** What costs little is painted where it is seen, without detours. @returns whether that was all */
  #paintNow(): boolean {
    const { scale } = this.front.framing.peek();
    const boxes = this.front.stale();
    const share = sumOf(boxes) / areaOf(this.front.all);
    if (this.#job || this.front.isBlank || boxes.length === 0 || !this.#isQuick(scale, share)) return false;
    const began = usualClock.steady();
    this.front.paint(boxes, (context, box) => {
      const paint = this.scene.paint(context, this.front.framing.peek(), box, this.front.ratio.peek());
      while (!paint.next().done);
    });
    const spent = usualClock.steady() - began;
    (share < 1 ? this.#costsOfParts : this.#costs).learn(scale, spent / share);
    return true;
  }

  /** Parts have costs of their own: whole pictures come out of tiles, which takes longer. */
  #isQuick(scale: number, share: number): boolean {
    if (share >= 1) return this.#costs.expected(scale) <= BUDGET;
    const known = this.#costsOfParts.expected(scale);
    return share * (Number.isFinite(known) ? known : this.#costs.expected(scale) / DETOUR) <= BUDGET;
  }

  #budget(): number {
    if (this.front.isBlank) return FIRST;
    if (this.front.isOutdated) return this.#isCheap() ? BUDGET : MOVING;
    return this.#pace.budget();
  }

  #isCheap(): boolean {
    return this.#costs.expected(this.front.framing.peek().scale) < BUDGET;
  }

  /** A picture of another zoom is finished only during a zoom, as something better to stretch. */
  #choose(): void {
    const isOther = this.#job && this.#job.framing.scale !== this.front.framing.peek().scale;
    const isPart = this.#job && this.#job.area < areaOf(this.front.all);
    if (isOther && (isPart || !this.front.isOutdated || this.#isCheap())) this.#job = undefined;
  }

  #start(): Job | undefined {
    if (!this.front.isStale) return undefined;
    const boxes = this.front.stale();
    const all = this.front.all;
    return new Job({
      scene: this.scene,
      framing: this.front.framing.peek(),
      target: this.#back,
      tile: this.#tile,
      boxes: sumOf(boxes) > areaOf(all) * MOST ? [all] : boxes,
      ratio: this.front.ratio.peek(),
    });
  }

  #finish(job: Job): void {
    this.#job = undefined;
    const framing = this.front.framing.peek();
    if (job.area >= areaOf(this.front.all)) this.#costs.learn(job.framing.scale, job.spent);
    const isOther = job.framing.scale !== framing.scale || (this.front.isOutdated && job.framing !== framing);
    if (isOther) this.#back = this.front.stretchFrom(this.#back, job.framing);
    else this.front.take(this.#back, job.boxes, job.framing);
  }
}

/** Where more widgets than this are shown elsewhere, or no longer, everything is painted. */
const MANY = 500;
/** Where more than this share is stale, everything is painted. */
const MOST = 0.8;
