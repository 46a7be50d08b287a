import { usualClock } from '../../../client/index.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { BoardChange, Item } from '../../live/board.ts';
import { around, meets } from '../../live/boxes.ts';
import { isFrame } from '../../live/forms.ts';
import type { Paint } from '../../paint/scene.ts';
import { familyOf } from '../commands/family.ts';
import type { Editing } from '../editing.ts';
import type { HeldGroup } from '../held.ts';
import { rest, type Shift, shifted, still } from '../shift.ts';
import { createFirstFrames } from './first-frames.ts';
import { dividedLines, sizedItems } from './lifted-items.ts';
import { HeldMarks } from './marks.ts';

/** Milliseconds of painting in a frame. */
const BUDGET = 8;
/** Fewer widgets than this are found and painted in the same frame. */
const AT_ONCE = 500;
/** Painted anew when it is shown larger or smaller than it was painted, by this factor. */
const COARSER = 1.25;
/** What is painted around what is seen, as a share of that: a drag brings it to the screen. */
const AROUND = 0.5;
/** More shadows are not seen as those of single things. */
const MOST_SHADOWS = 20;
const MOST_VEILS = 200;
/** Names stand above frames, in pixels of the screen. */
const ABOVE = 40;

const nothing: ReadonlySet<string> = new Set();

/** What was painted: on which canvas, with how many pixels of the device for one of the canvas, and from which of them on. */
interface Painted {
  readonly canvas: HTMLCanvasElement;
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  /** The part of the canvas that it shows. */
  readonly region: Box;
  /** The part of the shift that was in it. */
  readonly written: Shift;
}

type LayerContext = Pick<Editing, 'board' | 'camera' | 'picture' | 'islands' | 'layers'>;

/** What one hand holds, painted once and moved by a transform. */
export class LiftedLayer {
  readonly group: HeldGroup;
  readonly #context: LayerContext;
  readonly #element: HTMLElement;
  readonly #shadows: HeldMarks;
  readonly #veils: HeldMarks;
  #items: readonly Item[] = [];
  #ids: ReadonlySet<string> = new Set();
  /** Connectors that change their shape while it moves. */
  lines: readonly Item[] = [];
  #painted: Painted | undefined;
  #painting: { readonly painted: Painted; readonly paint: Paint } | undefined;
  #isGathered = false;
  #isStale = true;
  /** The last shift, once it has been let go. */
  #landed: Shift | undefined;
  #skipped = nothing;
  readonly #firstFrames = createFirstFrames();
  #before: Shift | undefined;
  /** The machine is too slow for it: what is held stays where it is, dimmed, and rings alone move. */
  #isSlow = false;

  constructor(group: HeldGroup, context: LayerContext) {
    this.group = group;
    this.#context = context;
    this.#element = context.layers.lifted.appendChild(document.createElement('div'));
    this.#element.className = 'lifted';
    this.#element.dataset.hand = '';
    this.#shadows = new HeldMarks(this.#element, 'lifted-shadow');
    this.#veils = new HeldMarks(this.#element, 'lifted-veil');
  }

  get isPainted(): boolean {
    return this.#painted !== undefined;
  }

  get isLanding(): boolean {
    return this.#landed !== undefined;
  }

  /** What the picture leaves out: nothing until it is painted here. */
  get skipped(): ReadonlySet<string> {
    return this.isLanding ? nothing : this.#skipped;
  }

  /** Somebody has changed what is held. */
  change({ whole, changed, removed }: BoardChange): void {
    if (this.group.isWriting || this.isLanding) return;
    if (whole || [...changed, ...removed].some(({ id }) => this.#ids.has(id))) this.#isGathered = false;
  }

  /** Before each picture of the screen. Answers whether it has more to paint. */
  frame(): boolean {
    if (!this.isLanding && !this.#isSlow) this.#prepare();
    const isWatching = this.#watch();
    this.#place();
    if (this.isLanding || this.#isSlow) return false;
    return isWatching || this.#painting !== undefined || this.#isStale || !this.#isGathered;
  }

  /** What was held is let go: it stays where it is until the picture shows it there. */
  land(): void {
    this.#free(this.#painting?.painted);
    this.#painting = undefined;
    this.#landed = this.group.shift;
    this.#shadows.drop();
  }

  remove(): void {
    this.#free(this.#painted);
    this.#free(this.#painting?.painted);
    this.#element.remove();
  }

  /** Answers whether it asks for a frame, to see how long that takes. */
  #watch(): boolean {
    if (this.#isSlow || this.isLanding || this.group.isSized || !this.isPainted) return false;
    const { shift } = this.group;
    const hasMoved = shift !== this.#before;
    this.#before = shift;
    const speed = this.#firstFrames(usualClock.steady(), hasMoved);
    if (speed === 'slow') this.#giveWay();
    return speed === undefined && hasMoved;
  }

  #giveWay(): void {
    this.#isSlow = true;
    this.#free(this.#painted);
    this.#painted = undefined;
    this.#skipped = nothing;
    this.lines = [];
    this.#shadows.drop();
  }

  /** Finding ten thousand widgets and beginning to paint them are work for two frames. */
  #prepare(): void {
    const isGathered = this.#isGathered;
    if (!isGathered) this.#gather();
    if (isGathered || this.group.ids.size <= AT_ONCE) this.#paintSome();
  }

  #gather(): void {
    this.#isGathered = true;
    this.#isStale = true;
    const { items, lines } = familyOf(this.#context.board, this.group.ids);
    const { inner, leaving } = dividedLines(items, lines, this.group.isSized);
    this.#items = inner.length > 0 ? [...items, ...inner] : items;
    this.lines = leaving;
    this.#ids = new Set([...this.#items, ...leaving].map(({ id }) => id));
    if (this.isPainted) this.#skipped = this.#ids;
  }

  #paintSome(): void {
    const { isSized } = this.group;
    if (!this.#painting && (this.#isStale || isSized || !this.#isFine())) this.#begin();
    const { painted, paint } = this.#painting ?? {};
    if (!painted || !paint) return;
    const until = usualClock.steady() + BUDGET;
    while (!paint.next().done) if (usualClock.steady() >= until) return;
    this.#painting = undefined;
    this.#free(this.#painted);
    this.#painted = painted;
    this.#skipped = this.#ids;
    this.#element.append(painted.canvas);
  }

  /** Whether what was painted is sharp enough, and covers all that is seen. */
  #isFine(): boolean {
    const painted = this.#painted;
    if (!painted) return false;
    const factor = (this.#scale * this.#since(painted).scale) / painted.scale;
    if (factor > COARSER || factor < 1 / COARSER) return false;
    const wanted = this.#wanted(this.#items, this.#since(painted), 0);
    return !wanted || holds(painted.region, wanted);
  }

  #begin(): void {
    const { board, picture, islands } = this.#context;
    const { isSized, written } = this.group;
    const live = islands.live();
    const items = isSized ? sizedItems(board, this.#items, this.group) : this.#items;
    const shift = isSized ? still : rest(this.group.shift, written);
    const region = this.#wanted(items, shift, AROUND);
    this.#isStale = false;
    if (!region) return;
    const scale = this.#scale * shift.scale;
    const left = Math.floor(region.x * scale);
    const top = Math.floor(region.y * scale);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.ceil(region.width * scale) + 1);
    canvas.height = Math.max(1, Math.ceil(region.height * scale) + 1);
    const seen = items.filter(({ id, reach }) => meets(reach, region) && !live.has(id));
    const place = {
      framing: { scale, left, top },
      part: { x: 0, y: 0, width: canvas.width, height: canvas.height },
      ratio: picture.ratio.peek(),
    };
    const paint = picture.paintItems(canvas.getContext('2d')!, seen, place);
    this.#painting = { painted: { canvas, scale, left, top, region, written: isSized ? this.group.shift : written }, paint };
  }

  /** The part of the canvas around items that is seen once they are shifted; undefined: none is. */
  #wanted(items: readonly Item[], shift: Shift, beside: number): Box | undefined {
    const seen = this.#context.camera.seen.peek();
    const above = (ABOVE * this.#context.picture.ratio.peek()) / this.#scale;
    const all = this.#around(items);
    if (!all) return undefined;
    const grown = {
      x: seen.x - seen.width * beside,
      y: seen.y - seen.height * beside,
      width: seen.width * (1 + 2 * beside),
      height: seen.height * (1 + 2 * beside),
    };
    const back = shifted(grown, rest(still, shift));
    const x = Math.max(back.x, all.x);
    const y = Math.max(back.y, all.y - above);
    const width = Math.min(back.x + back.width, all.x + all.width) - x;
    const height = Math.min(back.y + back.height, all.y + all.height) - y;
    return width > 0 && height > 0 ? { x, y, width, height } : undefined;
  }

  /** The box around all items, worked out once for each row of them. */
  #around(items: readonly Item[]): Box | undefined {
    if (items !== this.#measured.items)
      this.#measured = { items, box: items[0] && items.map(({ reach }) => reach).reduce(around) };
    return this.#measured.box;
  }
  #measured: { readonly items: readonly Item[] | undefined; readonly box: Box | undefined } = {
    items: undefined,
    box: undefined,
  };

  /** Pixels of the device for one of the canvas. */
  get #scale(): number {
    return this.#context.picture.framing.peek().scale;
  }

  /** From where it was painted to where it is. */
  #since({ written }: Painted): Shift {
    return rest(this.#landed ?? this.group.shift, written);
  }

  #place(): void {
    const painted = this.#painted;
    if (this.#isSlow && this.group.ids.size <= MOST_VEILS)
      this.#veils.place(
        this.#placed(({ box }) => box),
        this.#context.camera,
      );
    if (!painted) return;
    const { framing, ratio } = this.#context.picture;
    const { scale, left, top } = framing.peek();
    const pixel = ratio.peek();
    const since = this.#since(painted);
    const factor = (since.scale * scale) / painted.scale;
    // Whole pixels, so that letters stay as they were painted
    const whole = (length: number): number => (factor === 1 ? Math.round(length) : length) / pixel;
    const x = whole(((painted.left / painted.scale) * since.scale + since.x) * scale - left);
    const y = whole(((painted.top / painted.scale) * since.scale + since.y) * scale - top);
    painted.canvas.style.transform = `translate(${x}px, ${y}px) scale(${factor / pixel})`;
    if (!this.isLanding && this.group.ids.size <= MOST_SHADOWS)
      this.#shadows.place(
        this.#placed((item) => this.group.boxOf(item, item.id)),
        this.#context.camera,
      );
  }

  /** What is held, but for what one sees through. */
  #placed(boxOf: (item: Item) => Box): Box[] {
    const items = [...this.group.ids].flatMap((id) => this.#context.board.item(id) ?? []);
    return items.filter(({ widget }) => !isFrame(widget)).map(boxOf);
  }

  /** Gives the memory back at once; browsers wait long to collect canvases. */
  #free(painted: Painted | undefined): void {
    if (!painted) return;
    painted.canvas.remove();
    painted.canvas.width = 0;
    painted.canvas.height = 0;
  }
}

const holds = (outer: Box, { x, y, width, height }: Box): boolean =>
  x >= outer.x - SLACK &&
  y >= outer.y - SLACK &&
  x + width <= outer.x + outer.width + SLACK &&
  y + height <= outer.y + outer.height + SLACK;

/** Sums of numbers are a little off. */
const SLACK = 0.01;
