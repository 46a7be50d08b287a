import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { Refused, wholeCanvas } from '../../client/index.ts';
import type { WorkspaceSet } from '../../model/displays/commands.ts';
import type { workspaceStates } from '../../model/resources/displays/workspace.ts';
import type { ViewRectangle } from '../../model/types/display.ts';
import type { Size } from '../../model/types/parts.ts';
import type { BoardState } from '../live/board.ts';
import type { Connection } from '../live/connection.ts';
import { type OpenedCanvas, openCanvas } from '../scene/opened-canvas.ts';
import type { Extent, View } from '../view/view.ts';
import type { ShownState } from './memory.ts';
import { pixelsOf, placedBy, rectangleOf } from './pixels.ts';

type WorkspaceState = (typeof workspaceStates)[number];

/** Why a workspace has no canvas any more, for the people in front of it. */
export type ClosedReason = 'deleted' | 'access_lost' | 'failed';

interface Context {
  /** Undefined: none was made yet. */
  readonly connection: ReadonlySignal<Connection | undefined>;
  /** Pixels of the screen for one of CSS. */
  readonly ratio: ReadonlySignal<number>;
  /** Is told of each frame that is painted, with its time. */
  readonly painted: (at: number) => void;
}

/** A view that was asked for, with the size for which it was worked out. */
interface PlacedView {
  readonly rectangle: ViewRectangle;
  readonly view: View;
  readonly size: Size;
}

/** Whoever waits for a canvas to be shown. */
interface Waiter {
  readonly shown: () => void;
  readonly failed: (cause: Refused) => void;
}

/**
 * The part of a screen that shows one canvas. REST is told what is shown, so everything that it tells is read from here.
 *
 *   canvas_list ──open──▶ opening ──shown──▶ open
 *        ▲                   └─── close ──────┘
 */
export class Workspace {
  readonly index = 0;
  readonly pinned = signal(false);
  readonly info_panel_visible = signal(true);
  /** CSS pixels of the workspace; its element sets it. */
  readonly extent = signal<Extent>({ width: innerWidth, height: innerHeight });
  readonly #context: Context;
  readonly #state = signal<WorkspaceState>('canvas_list');
  readonly #canvas_id = signal('');
  readonly #opened = signal<OpenedCanvas | undefined>(undefined);
  readonly #closedReason = signal<ClosedReason | undefined>(undefined);
  readonly #placed = signal<PlacedView | undefined>(undefined);
  #waiter: Waiter | undefined;
  /** Settles with the canvas that is opening, or was opened last. */
  #loading: Promise<void> = Promise.resolve();
  #ends: (() => void)[] = [];

  constructor(context: Context) {
    this.#context = context;
    effect(() => {
      const connection = context.connection.value;
      if (connection) untracked(() => this.#canvas_id.value !== '' && this.#begin(connection));
    });
  }

  get state(): ReadonlySignal<WorkspaceState> {
    return this.#state;
  }

  /** Empty: no canvas. */
  get canvas_id(): ReadonlySignal<string> {
    return this.#canvas_id;
  }

  /** Undefined: there is no canvas, or no connection yet. */
  get opened(): ReadonlySignal<OpenedCanvas | undefined> {
    return this.#opened;
  }

  /** Why the last canvas was closed without anybody having asked for it. */
  get closedReason(): ReadonlySignal<ClosedReason | undefined> {
    return this.#closedReason;
  }

  /** In pixels of the screen. */
  readonly size = computed((): Size => {
    const ofCanvas = this.#opened.value?.camera.extent.value;
    // A canvas that was opened a moment ago has no element yet
    const extent = ofCanvas && ofCanvas.width > 1 ? ofCanvas : this.extent.value;
    return pixelsOf(extent, this.#context.ratio.value);
  });

  /** What is seen (interface/streaming 3.3). A rectangle that was asked for stays as it is, bit by bit, until the view moves. */
  readonly view_rectangle = computed((): ViewRectangle => {
    const size = this.size.value;
    const placed = this.#placed.value;
    const view = this.#opened.value?.camera.view.value;
    if (placed && isSame(placed.size, size) && (!view || view === placed.view)) return placed.rectangle;
    return view ? rectangleOf(view, size, this.#context.ratio.value) : wholeCanvas(size, size);
  });

  /** Opens a canvas, unless it is there or on its way already. Resolves when it is shown, and rejects with a Refused when it cannot be. */
  open(canvas_id: string): Promise<void> {
    if (canvas_id === this.#canvas_id.peek()) return this.#loading;
    this.#waiter?.failed(new Refused('refused', 'Another canvas is shown'));
    batch(() => {
      this.#leave();
      this.#canvas_id.value = canvas_id;
      this.#state.value = 'opening';
      this.#placed.value = undefined;
      this.#closedReason.value = undefined;
      const connection = this.#context.connection.peek();
      if (connection) this.#begin(connection);
    });
    this.#loading = new Promise((shown, failed) => {
      this.#waiter = { shown, failed };
    });
    return this.#loading;
  }

  close(reason?: ClosedReason): void {
    batch(() => {
      this.#leave();
      this.#canvas_id.value = '';
      this.#state.value = 'canvas_list';
      this.#placed.value = undefined;
      this.#closedReason.value = reason;
    });
    this.#waiter?.failed(new Refused('refused', 'The canvas cannot be shown'));
    this.#waiter = undefined;
  }

  /** Applies all of it together. Returns what was applied otherwise than asked. */
  set({ pinned, info_panel_visible, view_rectangle }: WorkspaceSet): WorkspaceSet {
    return batch(() => {
      if (pinned !== undefined) this.pinned.value = pinned;
      if (info_panel_visible !== undefined) this.info_panel_visible.value = info_panel_visible;
      return view_rectangle ? { view_rectangle: this.#place(view_rectangle) } : {};
    });
  }

  /** The canvas is live, and was painted once where somebody can see it. */
  shown(): void {
    if (this.#state.peek() === 'opening') this.#state.value = 'open';
    this.#waiter?.shown();
    this.#waiter = undefined;
  }

  /** What `restore` shows again. */
  kept(): ShownState {
    return {
      canvas_id: this.#canvas_id.peek(),
      view_rectangle: this.#opened.peek() ? this.view_rectangle.peek() : undefined,
      pinned: this.pinned.peek(),
      info_panel_visible: this.info_panel_visible.peek(),
    };
  }

  restore({ canvas_id, view_rectangle, pinned, info_panel_visible }: ShownState): void {
    batch(() => {
      this.set({ pinned, info_panel_visible });
      if (canvas_id === '') return this.close();
      // A canvas that is not there any more closes itself, and the welcome screen says why
      this.open(canvas_id).catch(() => undefined);
      if (view_rectangle) this.#place(view_rectangle);
    });
  }

  /** Ends what is shown, for good. */
  destroy(): void {
    this.#leave();
  }

  #place(asked: ViewRectangle): ViewRectangle {
    const size = this.size.peek();
    const { rectangle, view } = placedBy(asked, size, this.#context.ratio.peek());
    this.#placed.value = { rectangle, view, size };
    this.#opened.peek()?.camera.place(view);
    return rectangle;
  }

  /** Follows the canvas over this connection. One that was seen over another connection keeps its view. */
  #begin(connection: Connection): void {
    const view = this.#placed.peek()?.view ?? this.#opened.peek()?.camera.view.peek();
    this.#leave();
    const opened = openCanvas(connection, this.#canvas_id.peek());
    if (view) opened.camera.place(view);
    this.#opened.value = opened;
    this.#ends = [
      opened.frames.add(this.#context.painted),
      effect(() => {
        opened.camera.held.value = this.pinned.value;
      }),
      effect(() => {
        const reason = reasonOf(opened.board.state.value);
        // Streams of a connection that is over end, too, and the picture stays
        if (reason && connection.state.peek() !== 'over') untracked(() => this.close(reason));
      }),
    ];
  }

  #leave(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#opened.peek()?.close();
    this.#opened.value = undefined;
  }
}

/** Undefined while there is no reason to close it: a session that has ended ends the connection, and the picture stays. */
function reasonOf(state: BoardState): ClosedReason | undefined {
  if (state.is !== 'gone' || state.status === 401) return undefined;
  if (state.status === 404) return 'deleted';
  return state.status === 403 ? 'access_lost' : 'failed';
}

const isSame = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height;
