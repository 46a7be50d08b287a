import { effect, type Signal, signal, untracked } from '@preact/signals';
import { type Clock, type MessageFacts, type Subscription, usualClock } from '../../client/index.ts';
import type { Box } from '../../model/looks/shapes.ts';
import { Refusal } from '../../model/refusal-error.ts';
import type { Background } from '../../model/resources/background.ts';
import type { BoardChange, BoardOverlay, BoardState, EditableBoard, Item, LaidOverlay, ShownCanvas, WidgetOf } from './board.ts';
import type { Connection } from './connection.ts';
import type { Element } from './element.ts';
import { type FetchList, takeFirstList } from './first-list.ts';
import { BoardLayout } from './layout.ts';
import { followItem } from './list.ts';
import { listPath } from './list-path.ts';
import { AT_FIRST_MS, Rhythm } from './rhythm.ts';
import { nextTurn } from './slices.ts';
import { whole } from './turn.ts';

export interface BoardOptions {
  readonly connection: Connection;
  readonly canvas_id: string;
  /** The rest is for tests. Default: that of the browser. */
  readonly fetch?: FetchList;
  readonly pause?: () => Promise<void>;
  readonly clock?: BoardClock;
}

type BoardClock = Pick<Clock, 'steady' | 'after'>;

/** At least, and up to twice as long: a server that was restarted has many pages. */
const AGAIN_MS = 1_000;

/** Begins to follow a canvas. Close it, or its streams go on. */
export function createBoard(options: BoardOptions): EditableBoard {
  const board = new FollowedBoard(options);
  board.begin();
  return board;
}

class FollowedBoard implements EditableBoard {
  readonly canvas_id: string;
  readonly state = signal<BoardState>({ is: 'loading' });
  readonly canvas: Signal<ShownCanvas | undefined> = signal(undefined);
  readonly background: Signal<Background | undefined> = signal(undefined);
  readonly #preview: Signal<Background | undefined> = signal(undefined);
  readonly size: Signal<{ readonly width: number; readonly height: number } | undefined> = signal(undefined);
  readonly root: Signal<Item<WidgetOf<'SharedCanvas'>> | undefined> = signal(undefined);
  readonly count = signal(0);
  readonly #connection: Connection;
  readonly #fetch: FetchList;
  readonly #pause: () => Promise<void>;
  readonly #clock: BoardClock;
  readonly #path: string;
  readonly #layout = new BoardLayout();
  readonly #listeners = new Set<(change: BoardChange) => void>();
  readonly #abort = new AbortController();
  readonly #ends: (() => void)[] = [];
  #following: Subscription | undefined;
  readonly #rhythm = new Rhythm();
  #first: { cancel(): void } | undefined;
  #overlay: BoardOverlay | undefined;

  constructor({ connection, canvas_id, fetch, pause, clock }: BoardOptions) {
    this.canvas_id = canvas_id;
    this.#connection = connection;
    this.#fetch = fetch ?? ((path, init) => globalThis.fetch(path, init));
    this.#pause = pause ?? nextTask;
    this.#clock = clock ?? usualClock;
    this.#path = `/canvases/${canvas_id}`;
  }

  begin(): void {
    // Before the list is asked for: from the first stream on the server knows what changes, so the list can be gone on from
    this.#background();
    this.#canvas();
    void this.#load();
  }

  item(id: string): Item | undefined {
    return this.#layout.item(id);
  }

  itemsIn(box: Box): Item[] {
    return this.#layout.itemsIn(box);
  }

  items(): Item[] {
    return this.#layout.items();
  }

  onChange(listen: (change: BoardChange) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  lay(overlay: BoardOverlay): LaidOverlay {
    this.#overlay = overlay;
    return {
      show: (elements) => {
        if (this.#overlay === overlay && elements.length > 0) this.#change(elements);
      },
      shown: (id) => this.#layout.element(id),
      childrenOf: this.#layout.childrenOf,
      ordinalOf: this.#layout.ordinalOf,
      linesAt: this.#layout.linesAt,
      strokesOn: this.#layout.strokesOn,
      lift: () => {
        if (this.#overlay === overlay) this.#overlay = undefined;
      },
    };
  }

  close(): void {
    this.#abort.abort();
    this.#first?.cancel();
    this.#following?.close();
    for (const end of this.#ends.splice(0)) end();
    this.#listeners.clear();
  }

  preview(background: Background | undefined): void {
    this.#preview.value = background;
  }

  #background(): void {
    const followed = followItem<Background>(this.#connection, `${this.#path}/background`);
    this.#ends.push(
      followed.close,
      effect(() => {
        this.background.value = this.#preview.value ?? followed.item.value;
        untracked(() => this.#tell(whole));
      }),
      followed.item.subscribe(() => this.preview(undefined)),
    );
  }

  #canvas(): void {
    const followed = followItem<ShownCanvas>(this.#connection, this.#path);
    this.#ends.push(
      followed.close,
      effect(() => {
        this.canvas.value = followed.item.value;
      }),
    );
  }

  /** Takes the first list, until it is there or refused. */
  async #load(): Promise<void> {
    try {
      const path = `/api/v1${listPath(this.canvas_id)}`;
      const { signal } = this.#abort;
      const took = (elements: readonly Element[]): void => this.#takePortion(elements);
      const from = await takeFirstList({ fetch: this.#fetch, pause: this.#pause, path, signal, took });
      this.#follow(from);
    } catch (cause) {
      if (this.#abort.signal.aborted) return;
      if (cause instanceof Refusal && isFinal(cause.status)) return this.#gone(cause.status, cause.msg);
      this.#ends.push(this.#clock.after(AGAIN_MS * (1 + Math.random()), () => this.#loadAgain()).cancel);
    }
  }

  #loadAgain(): void {
    this.#layout.reset([]);
    void this.#load();
  }

  #takePortion(elements: readonly Element[]): void {
    this.#layout.addPortion(elements);
    this.#showDue();
    // The next part may take long
    this.#first ??= this.#clock.after(AT_FIRST_MS, () => this.#showDue());
  }

  #showDue(): void {
    if (this.#rhythm.isDue(this.#clock.steady())) this.#showLoaded();
  }

  #follow(from: number | undefined): void {
    if (this.#abort.signal.aborted) return;
    this.#first?.cancel();
    this.#showLoaded();
    const path = `${listPath(this.canvas_id)}&changes=1`;
    this.#following = this.#connection.client.follow(
      path,
      {
        message: (value, told) => this.#take(value as readonly Element[], told),
        stale: () => {
          this.state.value = { is: 'waiting' };
        },
        ended: (status, msg) => this.#gone(status, msg),
      },
      { from },
    );
  }

  #take(elements: readonly Element[], { sort, revision }: MessageFacts): void {
    const overlay = this.#overlay;
    if (sort === 'whole') {
      this.#layout.reset(overlay ? overlay.reset(elements, revision) : elements);
      this.#showLoaded();
    } else {
      const shown = overlay ? overlay.confirm(elements, revision) : elements;
      if (shown.length > 0) this.#change(shown);
    }
    if (this.state.peek().is !== 'live') this.state.value = { is: 'live' };
  }

  #change(elements: readonly Element[]): void {
    const change = this.#layout.apply(elements).change(this.#layout.root);
    this.#showFacts();
    this.#tell(change);
  }

  /** What portions have brought, and nothing else, is painted. */
  #showLoaded(): void {
    this.#showFacts();
    this.#tell(this.#layout.loaded());
  }

  #showFacts(): void {
    const { root, count } = this.#layout;
    this.root.value = root as Item<WidgetOf<'SharedCanvas'>> | undefined;
    this.count.value = count;
    const before = this.size.peek();
    const size = root?.box;
    if (before?.width !== size?.width || before?.height !== size?.height)
      this.size.value = size && { width: size.width, height: size.height };
  }

  #tell(change: BoardChange): void {
    for (const listen of this.#listeners) listen(change);
  }

  #gone(status: number, msg: string): void {
    this.state.value = { is: 'gone', status, msg };
    this.close();
  }
}

const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 429 && status !== 408;

const nextTask = (): Promise<void> => new Promise(nextTurn);
