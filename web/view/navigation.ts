import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Board } from '../live/board.ts';
import { type Anchors, createAnchors } from './anchors.ts';
import { type Camera, type Extent, NO_MARGIN, type View, viewOf } from './camera.ts';
import type { Frames } from './frames.ts';
import type { LastViews } from './last-views.ts';
import { createMotion, type Motion } from './motion.ts';
import type { Preferences } from './preferences.ts';
import { createShortcuts, type Shortcuts } from './shortcuts.ts';
import { createTravel, marginNow, type Travel } from './travel.ts';
import { readViewLink } from './view-link.ts';

/** Everything that moves the view of one canvas. */
export interface Navigation {
  readonly camera: Camera;
  readonly motion: Motion;
  readonly travel: Travel;
  readonly anchors: Anchors;
  readonly shortcuts: Shortcuts;
  readonly preferences: Preferences;
  /** Whether the first view is shown: from then on the canvas is worth painting. */
  readonly begun: ReadonlySignal<boolean>;
  /** Somebody went to another `#` on the page: before the first view, it is that of the first view. */
  rehash(hash: string): void;
  /** Remembers what is seen for the next time. */
  keep(): void;
  close(): void;
}

/** `last`: where this browser was last on the canvas, else as `whole`. `first_anchor`: else the whole canvas. */
export type FirstView = 'last' | 'whole' | 'first_anchor';

export interface NavigationContext {
  readonly camera: Camera;
  readonly frames: Frames;
  readonly board: Pick<Board, 'canvas_id' | 'size' | 'state' | 'item' | 'items' | 'onChange'>;
  readonly preferences: Preferences;
  readonly lastViews: LastViews;
  /** What is seen first where no link says it. Default: `last`. */
  readonly first?: FirstView | undefined;
  /** The part of the page's address after `#`. */
  readonly hash: string;
  readonly mac: boolean;
  /** Whether the person wants no motion. */
  readonly still: () => boolean;
  /** The link that somebody followed leads to what is not there. */
  readonly missed: () => void;
}

export function createNavigation(context: NavigationContext): Navigation {
  const { camera, frames, board, preferences, lastViews } = context;
  const motion = createMotion(camera, frames, context.still);
  const anchors = createAnchors(board);
  const travel = createTravel({ camera, motion, board, anchors });
  const shortcuts = createShortcuts({ mac: context.mac, singleKeys: preferences.singleKeys });
  const begun = signal(false);
  let opened = context.hash;
  const ends: (() => void)[] = [];
  ends.push(
    effect(() => {
      camera.canvas.value = board.size.value;
      camera.show(camera.view.peek());
    }),
    effect(() => {
      if (begun.peek() || !board.size.value || camera.extent.value.width <= 1) return;
      begun.value = true;
      if (camera.isPlaced()) return;
      const first = untracked(() => firstView({ ...context, hash: opened }, travel));
      camera.show(first ?? wholeOf(context));
      const isTall = isUpright(camera.extent.peek());
      if (!first && (context.first === 'first_anchor' || isTall))
        ends.push(untracked(() => beginCloser({ camera, board, anchors, travel }, isTall)));
    }),
    effect(() => {
      camera.view.value;
      camera.extent.value;
      frames.request();
    }),
  );
  const keep = (): void => {
    if (begun.peek()) lastViews.keep(board.canvas_id, camera.seen.peek());
  };
  return {
    camera,
    motion,
    travel,
    anchors,
    shortcuts,
    preferences,
    begun,
    keep,
    rehash(hash) {
      opened = hash;
      const link = readViewLink(hash);
      if (link && begun.peek() && !travel.toLink(link)) context.missed();
    },
    close() {
      keep();
      for (const end of ends) end();
      motion.close();
      anchors.close();
    },
  };
}

/** The view of the link with which the canvas was opened, else the last one of this browser. */
function firstView(
  { camera, board, lastViews, hash, missed, first = 'last' }: NavigationContext,
  travel: Travel,
): View | undefined {
  const link = readViewLink(hash);
  const linked = link && travel.viewOfLink(link);
  if (linked) return linked;
  if (link) missed();
  const last = first === 'last' ? lastViews.of(board.canvas_id) : undefined;
  return last && viewOf(last, camera.extent.peek(), NO_MARGIN);
}

const wholeOf = ({ camera, board }: NavigationContext): View =>
  viewOf({ x: 0, y: 0, ...board.size.peek()! }, camera.extent.peek(), marginNow());

/** A phone or tablet held upright: a whole canvas, which is wide, would be too small there to be read. */
const isUpright = ({ width, height }: Extent): boolean => height > width;

/**
 * Shows the first anchor as soon as it is there, while the canvas is loaded and until somebody moves the view.
 * @param isTall without an anchor, what is on the canvas is shown once all of it is there
 */
function beginCloser(
  { camera, board, anchors, travel }: Pick<Navigation, 'camera' | 'anchors' | 'travel'> & NavigationBoard,
  isTall: boolean,
) {
  let shown = camera.view.peek();
  let isOver = false;
  const end = effect(() => {
    const [first] = anchors.list.value;
    const isLoading = board.state.value.is === 'loading';
    untracked(() => {
      isOver ||= camera.view.peek() !== shown;
      if (isOver) return;
      const view = first ? travel.viewOfFrame(first.box) : isTall && !isLoading ? travel.viewOfContent() : undefined;
      if (!view) return;
      camera.show(view);
      shown = camera.view.peek();
    });
    isOver ||= !isLoading;
  });
  return end;
}

type NavigationBoard = Pick<NavigationContext, 'board'>;
