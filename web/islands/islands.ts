import { effect, signal } from '@preact/signals';
import { type Timer, usualClock } from '../../client/index.ts';
import { groundOf } from '../../model/looks/grounds.ts';
import { measure } from '../../model/looks/measure.ts';
import type { Box, XY } from '../../model/looks/shapes.ts';
import type { Board, BoardChange, Item } from '../live/board.ts';
import type { KeptPicture } from '../paint/kept-picture.ts';
import { type Bitmaps, createPaintShapes } from '../paint/shapes.ts';
import { scale } from '../parts/appearance/scale.ts';
import { texts } from '../texts.ts';
import type { Camera, View } from '../view/camera.ts';
import type { Frames } from '../view/frames.ts';
import { createAbove, withNames } from './above.ts';
import { type Candidate, choose } from './choice.ts';
import { cutOut } from './holes.ts';
import { Island } from './island.ts';
import './islands.css';
import type { Kind, LiveContext } from './kind.ts';
import { kindOf } from './kinds.ts';

export interface IslandsOptions {
  /** Lies exactly over the picture, and takes no pointers itself. */
  readonly host: HTMLElement;
  readonly board: Board;
  readonly camera: Pick<Camera, 'view' | 'extent' | 'seen'>;
  readonly frames: Pick<Frames, 'request' | 'add'>;
  /** Milliseconds since 1970 by the server's clock; undefined until it is known. */
  readonly now: () => number | undefined;
  /** The bitmaps of the picture, for what is painted above an element. */
  readonly bitmaps?: Bitmaps;
  /**
   * Elements lie as its pixels do, and it leaves out the looks of those that are seen through. Its frames come before those of the
   * elements. Default: by the camera alone.
   */
  readonly picture?: Pick<KeptPicture, 'skip' | 'framing' | 'ratio'>;
}

/** Live elements above the picture: videos, web pages, streams. */
export interface Islands {
  /** The topmost widget at a point of the screen is a web page: a person uses it from now on. Answers whether it is one. */
  enterAt(point: XY): boolean;
  /** The same for a widget, by keyboard. */
  enter(id: string): boolean;
  /** Goes back to what a widget shows by itself: a web page to its address. */
  reload(id: string): void;
  /** Seconds that a video lasts; undefined: it is not live, or not known yet. */
  lengthOf(id: string): number | undefined;
  /** What is entered is left. */
  leave(): void;
  /** From now on widgets that are moved are where this says; undefined: where the board says. */
  follow(boxOf: BoxOf | undefined): void;
  /** For tests: the widgets that are live now. */
  live(): ReadonlySet<string>;
  destroy(): void;
}

/** Where a widget is shown while it is moved; undefined: where the board says. */
export type BoxOf = (id: string) => Box | undefined;

/** Between two choices of what is live, in ms: nothing is opened for a moment in passing. */
const CHOICE_EVERY = 200;
/** What has left the screen is kept this long, in ms, because people come back. */
const KEPT = 5000;
/** Corrections of what follows the server's clock, in ms. */
const TICK = 200;

export function createIslands(options: IslandsOptions): Islands {
  const islands = new AllIslands(options);
  return {
    enterAt: (point) => islands.enterAt(point),
    enter: (id) => islands.enter(id),
    reload: (id) => islands.reload(id),
    lengthOf: (id) => islands.lengthOf(id),
    leave: () => islands.enter(undefined),
    follow: (boxOf) => islands.follow(boxOf),
    live: () => islands.live,
    destroy: () => islands.destroy(),
  };
}

class AllIslands {
  /** The items that may be live. */
  readonly #items = new Map<string, { readonly item: Item; readonly kind: Kind }>();
  readonly #islands = new Map<string, Island>();
  /** The time when each element left the screen. */
  readonly #left = new Map<string, number>();
  readonly #stale = new Set<Island>();
  readonly #context: LiveContext;
  readonly #above: ReturnType<typeof createAbove>;
  readonly #paint: ReturnType<typeof createPaintShapes>;
  readonly #ends: (() => void)[];
  #choice: Timer | undefined;
  #ticks: Timer | undefined;
  #skipped = '';
  #boxOf: BoxOf = () => undefined;

  constructor(private readonly options: IslandsOptions) {
    const { board, camera, frames, now, bitmaps = none } = options;
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    const calm = signal(motion.matches);
    this.#context = {
      canvas_id: board.canvas_id,
      now,
      calm,
      isSilenced: signal(false),
      entered: signal(undefined),
      wanted: new Set(),
    };
    this.#above = createAbove(board);
    this.#paint = createPaintShapes({ bitmaps, measure, captions: Number(scale.peek()) });
    this.#ends = [
      board.onChange((change) => this.#changed(change)),
      frames.add(() => this.#place()),
      effect(() => this.#moved([camera.view.value, camera.extent.value, options.picture?.framing.value])),
      effect(() => this.#coverAll(texts.value)),
      ...this.#listeners(motion, (event) => {
        calm.value = event.matches;
      }),
    ];
    this.#changed({ whole: true, dirty: [], changed: [], added: [], removed: [] });
  }

  get live(): ReadonlySet<string> {
    return new Set(this.#islands.keys());
  }

  enterAt({ x, y }: XY): boolean {
    const { x: left, y: top, zoom } = this.options.camera.view.peek();
    const point = { x: left + x / zoom, y: top + y / zoom, width: 0, height: 0 };
    const topmost = this.options.board.itemsIn(point).findLast(({ widget, box }) => 'location' in widget && meets(box, point));
    return topmost !== undefined && this.enter(topmost.id);
  }

  enter(id: string | undefined): boolean {
    const isEnterable = id !== undefined && this.#islands.get(id)?.live.enter !== undefined;
    this.#context.entered.value = isEnterable ? id : undefined;
    return isEnterable;
  }

  reload(id: string): void {
    this.#islands.get(id)?.live.reload?.();
  }

  lengthOf(id: string): number | undefined {
    return this.#islands.get(id)?.live.length?.();
  }

  follow(boxOf: BoxOf = () => undefined): void {
    this.#boxOf = boxOf;
  }

  destroy(): void {
    this.#choice?.cancel();
    this.#stopTicks();
    for (const end of this.#ends) end();
    for (const island of this.#islands.values()) island.close();
    this.#islands.clear();
  }

  #changed({ whole, dirty, changed, added, removed }: BoardChange): void {
    if (whole) this.#items.clear();
    for (const item of whole ? this.options.board.items() : [...added, ...changed]) this.#keep(item);
    for (const { id } of removed) this.#items.delete(id);
    for (const [id, island] of this.#islands) {
      const found = this.#items.get(id);
      if (!found) this.#close(id);
      else {
        if (whole || island.item !== found.item || dirty.some((part) => meets(part, withNames(island.item.box))))
          this.#stale.add(island);
        island.item = found.item;
      }
    }
    this.#later();
    this.options.frames.request();
  }

  #keep(item: Item): void {
    const kind = kindOf(item.widget);
    if (kind) this.#items.set(item.id, { item, kind });
  }

  #moved(_camera: unknown): void {
    this.#later();
    this.options.frames.request();
  }

  /** In a new language, what is painted above elements says something else. */
  #coverAll(_texts: unknown): void {
    for (const island of this.#islands.values()) this.#stale.add(island);
    this.options.frames.request();
  }

  #place(): void {
    const { camera } = this.options;
    for (const island of this.#stale) island.cover(this.#aboveOf(island.item));
    if (this.#stale.size > 0) this.#order();
    this.#stale.clear();
    const view = this.#shown;
    for (const island of this.#islands.values()) island.place(view, camera.seen.peek(), this.#boxOf(island.item.id));
  }

  /** What the picture shows: the camera's view, moved to whole pixels. */
  get #shown(): View {
    const { picture, camera } = this.options;
    if (!picture) return camera.view.peek();
    const { left, top, scale } = picture.framing.peek();
    return { x: left / scale, y: top / scale, zoom: scale / picture.ratio.peek() };
  }

  #aboveOf(item: Item): ReturnType<ReturnType<typeof createAbove>> {
    const seesThrough = kindOf(item.widget)?.isSeeThrough?.(item.widget);
    const ground = groundOf(this.options.board.background.peek());
    return this.#above(item, { measure, ground, phrases: texts.peek().looks }, seesThrough);
  }

  /** Elements lie above each other as their widgets do. They are not moved in the document: a frame would load anew. */
  #order(): void {
    const sorted = [...this.#islands.values()].sort((a, b) => a.item.order - b.item.order);
    for (const [at, { element }] of sorted.entries()) element.style.zIndex = String(at);
  }

  #later(): void {
    this.#choice ??= usualClock.after(CHOICE_EVERY, () => {
      this.#choice = undefined;
      this.#choose();
    });
  }

  #choose(): void {
    const chosen = choose(this.#candidates(), this.options.camera.extent.peek(), (id) => this.#isCovered(id));
    for (const id of this.#islands.keys()) if (!chosen.has(id)) this.#close(id);
    for (const id of chosen) if (!this.#islands.has(id)) this.#open(id);
    this.#skip();
    if (this.#islands.size > 0) this.#ticks ??= usualClock.every(TICK, () => this.#tick());
    else this.#stopTicks();
    if (this.#left.size > 0) this.#later();
  }

  *#candidates(): Iterable<Candidate> {
    const view = this.options.camera.view.peek();
    const seen = this.options.camera.seen.peek();
    const now = usualClock.steady();
    for (const [id, { item, kind }] of this.#items) {
      const isLive = this.#islands.has(id);
      if (meets(item.box, seen)) this.#left.delete(id);
      else if (!isLive || this.#isLongGone(id, now)) continue;
      const group = kind.groupOf(item.widget);
      if (group) yield { id, group, box: onScreen(item.box, view), isLive };
    }
  }

  /** What a person uses is kept wherever it is. */
  #isLongGone(id: string, now: number): boolean {
    const since = this.#left.get(id) ?? now;
    this.#left.set(id, since);
    return now - since > KEPT && this.#context.entered.peek() !== id;
  }

  #isCovered(id: string): boolean {
    const { item } = this.#items.get(id)!;
    const { width, height, ...at } = item.box;
    const holes = this.#aboveOf(item).holes.map((hole) => ({ ...hole, x: hole.x - at.x, y: hole.y - at.y }));
    return cutOut({ width, height }, holes).covered > 0.995;
  }

  #open(id: string): void {
    const { item, kind } = this.#items.get(id)!;
    const { host, frames } = this.options;
    const island = new Island({ item, kind, context: this.#context, paint: this.#paint, request: () => frames.request() });
    this.#islands.set(id, island);
    this.#stale.add(island);
    // The element is placed and cut before it is seen for the first time
    this.#place();
    host.append(island.element);
  }

  #close(id: string): void {
    const island = this.#islands.get(id);
    if (!island) return;
    if (this.#context.entered.peek() === id) this.enter(undefined);
    this.#islands.delete(id);
    this.#stale.delete(island);
    this.#left.delete(id);
    island.close();
  }

  #skip(): void {
    const ids = [...this.#islands.values()]
      .filter(({ kind, item }) => kind.isSeeThrough?.(item.widget))
      .map(({ item }) => item.id);
    if (ids.join() === this.#skipped) return;
    this.#skipped = ids.join();
    this.options.picture?.skip('islands', new Set(ids));
  }

  #stopTicks(): void {
    this.#ticks?.cancel();
    this.#ticks = undefined;
  }

  #tick(): void {
    for (const { live } of this.#islands.values()) live.tick?.();
  }

  #listeners(motion: MediaQueryList, onMotion: (event: MediaQueryListEvent) => void): (() => void)[] {
    const within = ({ target }: Event): boolean => {
      const island = target instanceof Element ? target.closest<HTMLElement>('.island') : null;
      return island !== null && island.dataset.island === this.#context.entered.peek();
    };
    const leave = (event: Event): void => {
      if (!within(event)) this.enter(undefined);
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') this.enter(undefined);
    };
    return [
      effect(() => this.#entered(this.#context.entered.value)),
      listen(document, 'pointerdown', leave as EventListener),
      listen(document, 'focusin', leave),
      listen(document, 'keydown', onKey as EventListener),
      listen(document, 'pointermove', ((event: PointerEvent) => this.#near(event)) as EventListener),
      listen(document, 'visibilitychange', () => this.#tick()),
      listen(motion, 'change', onMotion as EventListener),
    ];
  }

  #entered(entered: string | undefined): void {
    for (const [id, { live }] of this.#islands) live.enter?.(id === entered);
  }

  /** Elements take no pointers, so they do not know when somebody points at them. */
  #near({ clientX, clientY }: PointerEvent): void {
    if (this.#islands.size === 0) return;
    const { left, top } = this.options.host.getBoundingClientRect();
    const { view } = this.options.camera;
    const { x, y, zoom } = view.peek();
    const point = { x: x + (clientX - left) / zoom, y: y + (clientY - top) / zoom, width: 0, height: 0 };
    for (const island of this.#islands.values()) island.isNear = meets(island.item.box, point);
  }
}

/** What lies above without a bitmap is painted as far as it is known. */
const none: Bitmaps = { bitmap: () => undefined, average: () => undefined };

function listen(on: EventTarget, type: string, listener: (event: never) => void): () => void {
  on.addEventListener(type, listener as EventListener, { capture: true, passive: true });
  return () => on.removeEventListener(type, listener as EventListener, { capture: true });
}

const onScreen = ({ x, y, width, height }: Box, view: XY & { readonly zoom: number }): Box => ({
  x: (x - view.x) * view.zoom,
  y: (y - view.y) * view.zoom,
  width: width * view.zoom,
  height: height * view.zoom,
});

const meets = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && a.y <= b.y + b.height && a.x + a.width >= b.x && a.y + a.height >= b.y;
