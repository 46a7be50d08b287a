import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { CAPTION_REACH } from '../../model/looks/captions.ts';
import type { Box, XY } from '../../model/looks/shapes.ts';
import type { Board } from '../live/board.ts';
import { scale } from '../parts/appearance/scale.ts';
import { type Anchors, besideAnchor } from './anchors.ts';
import { boxAround } from './bounds.ts';
import { type Camera, type Margin, NO_MARGIN, type View, viewOf, zoomedAt } from './camera.ts';
import type { Motion } from './motion.ts';
import type { ViewLink } from './view-link.ts';

/** Where one can go on a canvas. All of it glides. */
export interface Travel {
  /** The whole canvas. */
  toAll(): void;
  /** All widgets, or the whole canvas without any. */
  toContent(): void;
  toBox(box: Box): void;
  /** The selection, or the whole canvas without one. */
  toSelection(): void;
  /** False where no such widget is. */
  toWidget(id: string): boolean;
  /** Fills the screen with the box of an anchor. False where no such anchor is. */
  toAnchor(id: string): boolean;
  /** The next anchor in their order after the one where the person was last. */
  toNextAnchor(step: 1 | -1): void;
  /** The anchor at which the person was last. */
  readonly anchor: ReadonlySignal<string | undefined>;
  /** All widgets, the smallest of them not blown up; undefined without any. */
  viewOfContent(): View | undefined;
  /** An anchor with its name, and nothing of it below an island. */
  viewOfFrame(box: Box): View;
  /** The view that a link means; undefined where its end is not there. */
  viewOfLink(link: ViewLink): View | undefined;
  /** False where the end of the link is not there. */
  toLink(link: ViewLink): boolean;
  /** 1 is a pixel of the screen for one of the canvas. The middle stays. */
  zoomTo(zoom: number): void;
  zoomBy(factor: number, at?: XY): void;
  /** Moves the view, as arrow keys do: positive is to the right and down. In pixels of the screen. */
  step(across: number, down: number): void;
  /** What `toSelection` shows, in pixels of the canvas; set by whoever knows what is selected. */
  readonly selection: Signal<Box | undefined>;
}

export interface TravelContext {
  readonly camera: Camera;
  readonly motion: Motion;
  readonly board: Pick<Board, 'item' | 'items' | 'size'>;
  readonly anchors: Pick<Anchors, 'list'>;
}

/**
 * Around what fills the screen: nothing lies below the islands of its upper and lower edge, which a person may enlarge, and neither does the
 * name of a frame at the very top, which stands above it.
 */
export const marginNow = (): Margin => enlarged(32, ISLANDS_ABOVE + CAPTION_REACH, 68);
/** Around a widget one wants to see where it lies. */
const aroundNow = (): Margin => enlarged(64, 84, 84);
/** Down to their lower edge, and a little air. */
const ISLANDS_ABOVE = 60;

function enlarged(x: number, above: number, below: number): Margin {
  const by = Number(scale.peek());
  return { x: x * by, above: above * by, below: below * by };
}

/** A small widget is not blown up: what lies around it says where it is. */
const LARGEST_WIDGET = 1.5;

export function createTravel({ camera, motion, board, anchors }: TravelContext): Travel {
  const anchor = signal<string | undefined>(undefined);
  const selection = signal<Box | undefined>(undefined);
  const view = (box: Box, margin = marginNow(), most?: number): View => viewOf(box, camera.extent.peek(), margin, most);
  const glide = (to: View | undefined, isLink = false): boolean => {
    if (to && (isLink || !camera.held.peek())) motion.glide(to);
    return to !== undefined;
  };
  const toAll = (): void => {
    const size = board.size.peek();
    if (size) glide(view({ x: 0, y: 0, ...size }));
  };
  const viewOfWidget = (id: string): View | undefined => {
    const item = board.item(id);
    return item && view(item.box, aroundNow(), LARGEST_WIDGET);
  };
  const viewOfAnchor = (id: string): View | undefined => {
    const found = anchors.list.peek().find((one) => one.id === id);
    if (found) anchor.value = id;
    return found && view(found.box, NO_MARGIN);
  };
  const viewOfLink = (link: ViewLink): View | undefined => {
    if (link.to === 'view') return view(link.box, NO_MARGIN);
    return link.to === 'widget' ? viewOfWidget(link.id) : viewOfAnchor(link.id);
  };
  const nudge = (to: View): void => void (camera.held.peek() || motion.nudge(to));
  const zoomBy = (factor: number, at: XY = middleOf(camera)): void =>
    nudge(zoomedAt(motion.goal(), at, factor, camera.zooms.peek()));
  return {
    anchor,
    selection,
    toAll,
    toContent() {
      if (!glide(viewOfContent({ camera, board }))) toAll();
    },
    toBox: (box) => void glide(view(box)),
    toSelection() {
      const box = selection.peek();
      if (box) glide(view(box, aroundNow(), LARGEST_WIDGET));
      else toAll();
    },
    toWidget: (id) => glide(viewOfWidget(id)),
    toAnchor: (id) => glide(viewOfAnchor(id)),
    toNextAnchor(step) {
      const next = besideAnchor(anchors.list.peek(), anchor.peek(), step);
      if (next) glide(viewOfAnchor(next.id));
    },
    viewOfContent: () => viewOfContent({ camera, board }),
    viewOfFrame: (box) => view(box, { ...marginNow(), x: 0 }),
    viewOfLink,
    toLink: (link) => glide(viewOfLink(link), true),
    zoomTo: (zoom) => zoomBy(zoom / motion.goal().zoom),
    zoomBy,
    step(across, down) {
      const { x, y, zoom } = motion.goal();
      nudge({ x: x + across / zoom, y: y + down / zoom, zoom });
    },
  };
}

function viewOfContent({ camera, board }: Pick<TravelContext, 'camera' | 'board'>): View | undefined {
  const box = boxAround(board.items().map((item) => item.box));
  return box && viewOf(box, camera.extent.peek(), marginNow(), LARGEST_WIDGET);
}

function middleOf({ extent }: Camera): XY {
  const { width, height } = extent.peek();
  return { x: width / 2, y: height / 2 };
}
