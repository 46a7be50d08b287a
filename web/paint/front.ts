import { signal } from '@preact/signals';
import { usualClock } from '../../client/index.ts';
import type { Box } from '../../model/looks/shapes.ts';
import { areaOf, grown, isEmpty, joined, moved, overlap, type Span, stripsOf, sumOf, without } from './boxes.ts';
import { between, type Framing } from './framing.ts';
import type { SmallPicture } from './small.ts';
import { createSurface, ratioFor, type Surface } from './surface.ts';

/** What the canvas on the screen shows. `source`: the framing of the picture that is stretched. */
type Shown =
  | { readonly is: 'nothing' }
  | { readonly is: 'scene' }
  | { readonly is: 'outdated'; readonly framing: Framing; readonly source?: Framing }
  | { readonly is: 'stretched'; readonly source: Framing };

/**
 * The canvas on the screen, and which parts of it are not as they should be.
 *
 *     nothing ──first picture──▶ scene ──the zoom changes──▶ outdated ──the frame ends──▶ stretched
 *                                  ▲                           │  ▲                        │   │
 *                                  ├───────whole picture───────┘  └────the zoom changes────┘   │
 *                                  └───────────────whole picture, or another size──────────────┘
 *
 *     shows        stale                          bare: nothing is there but the small picture
 *     nothing      everything                     everything
 *     scene        what has changed, and bare     what a move uncovers, until the frame ends
 *     outdated     everything                     –
 *     stretched    everything                     what a move uncovers, until the frame ends
 *
 * A move that keeps the zoom shifts what is shown, in every state but the first.
 */
export class Front {
  readonly framing = signal<Framing>({ scale: 1, left: 0, top: 0 });
  /** Pixels of the device for one of the screen. */
  readonly ratio = signal(1);
  readonly #surface: Surface;
  readonly #small: SmallPicture;
  /** What is stretched while a zoom goes faster than painting; else room for shifting. */
  #source = createSurface({ width: 1, height: 1 });
  readonly #probe = createSurface({ width: 1, height: 1 });
  #shown: Shown = { is: 'nothing' };
  #stale: Box[] = [];
  #bare: Box[] = [];
  /** Decided at the first frame of each zoom. */
  #isSmooth: boolean | undefined;

  constructor(element: HTMLCanvasElement, small: SmallPicture) {
    this.#surface = createSurface({ width: 1, height: 1 }, element);
    this.#small = small;
  }

  get isBlank(): boolean {
    return this.#shown.is === 'nothing';
  }

  /** Only until the end of a frame. */
  get isOutdated(): boolean {
    return this.#shown.is === 'outdated';
  }

  get isStale(): boolean {
    return this.#stale.length > 0;
  }

  get all(): Box {
    return { x: 0, y: 0, width: this.#surface.width, height: this.#surface.height };
  }

  /** Few boxes that cover everything stale. */
  stale(): Box[] {
    return this.isOutdated ? [this.all] : joined(this.#stale);
  }

  touch(box: Box): void {
    const seen = overlap(box, this.all);
    if (isEmpty(seen)) return;
    this.#stale.push(seen);
    if (this.#stale.length > MANY) this.#stale = joined(this.#stale);
  }

  touchAll(): void {
    this.#stale = [this.all];
  }

  /** Takes the size of the screen and its pixels, and keeps what is painted. @returns whether the size has changed */
  fit(extent: Span): boolean {
    const ratio = ratioFor(extent, devicePixelRatio);
    const size = { width: Math.max(1, Math.ceil(extent.width * ratio)), height: Math.max(1, Math.ceil(extent.height * ratio)) };
    const { style } = this.#surface.canvas;
    this.ratio.value = ratio;
    style.width = `${size.width / ratio}px`;
    style.height = `${size.height / ratio}px`;
    if (isSize(this.#surface, size)) return false;
    const before = this.all;
    this.#source.resize(before);
    this.#source.context.drawImage(this.#surface.canvas, 0, 0);
    this.#surface.resize(size);
    this.#surface.context.drawImage(this.#source.canvas, 0, 0);
    this.#source.resize({ width: 1, height: 1 });
    if (this.isBlank) {
      this.#stale = [];
      this.#bare = [];
    }
    this.#uncover(this.isBlank ? [this.all] : without(this.all, before));
    if (this.#shown.is === 'stretched') this.#shown = { is: 'scene' };
    return true;
  }

  /** Shows what the camera wants as far as that can be had by moving what is shown. */
  follow(wanted: Framing): void {
    const from = this.framing.peek();
    if (from.scale === wanted.scale && from.left === wanted.left && from.top === wanted.top) return;
    this.framing.value = wanted;
    if (this.isBlank) return;
    if (from.scale === wanted.scale) return this.#move(from.left - wanted.left, from.top - wanted.top);
    this.#shown = { is: 'outdated', framing: from, source: this.#sourceFraming };
    this.touchAll();
  }

  get #sourceFraming(): Framing | undefined {
    return 'source' in this.#shown ? this.#shown.source : undefined;
  }

  #move(across: number, down: number): void {
    const { all } = this;
    const isSeen = Math.abs(across) < all.width && Math.abs(down) < all.height;
    if (isSeen) this.#shift(across, down);
    const stale = isSeen ? this.#stale.map((box) => overlap(moved(box, across, down), all)) : [];
    this.#stale = stale.filter((box) => !isEmpty(box));
    this.#uncover(stripsOf(all, across, down));
  }

  /** A canvas that is copied onto itself is copied twice by browsers; there and back between two costs half of that. */
  #shift(across: number, down: number): void {
    const { canvas, context } = this.#surface;
    if (this.#sourceFraming) return context.drawImage(canvas, across, down);
    if (!isSize(this.#source, this.#surface)) this.#source.resize(this.#surface);
    this.#source.context.drawImage(canvas, across, down);
    context.drawImage(this.#source.canvas, 0, 0);
  }

  #uncover(boxes: readonly Box[]): void {
    this.#stale.push(...boxes);
    this.#bare.push(...boxes);
  }

  /** Paints these boxes here, without detours. */
  paint(boxes: readonly Box[], paint: (context: CanvasRenderingContext2D, box: Box) => void): void {
    const { context } = this.#surface;
    for (const box of boxes) {
      context.save();
      context.beginPath();
      context.rect(box.x, box.y, box.width, box.height);
      context.clip();
      paint(context, box);
      context.restore();
    }
    this.#stale = [];
    this.#bare = [];
    if (sumOf(boxes) >= areaOf(this.all)) this.#shown = { is: 'scene' };
  }

  /** Takes over these boxes of a picture that has the zoom of this one. */
  take(picture: Surface, boxes: readonly Box[], { left, top }: Framing): void {
    const framing = this.framing.peek();
    const across = left - framing.left;
    const down = top - framing.top;
    for (const { x, y, width, height } of boxes) {
      const covered = { x: x + across, y: y + down, width, height };
      this.#surface.context.drawImage(picture.canvas, x, y, width, height, covered.x, covered.y, width, height);
      this.#stale = this.#stale.flatMap((box) => without(box, covered));
      this.#bare = this.#bare.flatMap((box) => without(box, covered));
    }
    if (this.isBlank || sumOf(boxes) >= areaOf(this.all)) this.#shown = { is: 'scene' };
  }

  /** Stretches this picture of another zoom from now on. @returns a surface in exchange, as large as this one */
  stretchFrom(picture: Surface, framing: Framing): Surface {
    const free = this.#source;
    if (!isSize(free, this.#surface)) free.resize(this.all);
    this.#source = picture;
    this.#shown = { is: 'outdated', framing, source: framing };
    return free;
  }

  /** Shows something everywhere, if only stretched or small. */
  endFrame(): void {
    if (this.#shown.is === 'outdated') this.#stretch(this.#shown);
    this.#coverSmall(this.#bare);
    this.#bare = [];
  }

  #coverSmall(boxes: readonly Box[]): void {
    for (const box of boxes) this.#small.cover(this.#surface.context, box, this.framing.peek(), this.ratio.peek());
  }

  /** Shows the last picture larger or smaller. */
  #stretch({ framing, source }: Extract<Shown, { is: 'outdated' }>): void {
    const { context, canvas } = this.#surface;
    if (!source) {
      if (!isSize(this.#source, this.#surface)) this.#source.resize(this.#surface);
      this.#source.context.drawImage(canvas, 0, 0);
      this.#isSmooth = undefined;
    }
    const from = source ?? framing;
    const at = between(from, this.framing.peek(), this.#source);
    this.#coverSmall(without(this.all, grown(at, -1)));
    this.#isSmooth ??= this.#stretchesFast(at);
    context.imageSmoothingQuality = 'low';
    context.imageSmoothingEnabled = this.#isSmooth;
    context.drawImage(this.#source.canvas, at.x, at.y, at.width, at.height);
    context.imageSmoothingEnabled = true;
    this.#shown = { is: 'stretched', source: from };
    this.#bare = [];
  }

  /** Whether this machine stretches smoothly in no time. What is drawn is done at the latest when a pixel of it is asked for. */
  #stretchesFast({ x, y, width, height }: Box): boolean {
    const began = usualClock.steady();
    this.#surface.context.imageSmoothingQuality = 'low';
    this.#surface.context.drawImage(this.#source.canvas, x, y, width, height);
    this.#probe.context.drawImage(this.#surface.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
    return usualClock.steady() - began < FAST;
  }

  /** Gives the memory back at once. */
  free(): void {
    for (const surface of [this.#surface, this.#source]) surface.resize({ width: 0, height: 0 });
  }
}

const isSize = (surface: Span, { width, height }: Span): boolean => surface.width === width && surface.height === height;

/** More stale boxes than this are joined, so that no list grows while nothing is painted. */
const MANY = 64;
/** Where smoothing makes stretching slower than this, it is left away; in milliseconds. */
const FAST = 3;
