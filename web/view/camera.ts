import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Box, XY } from '../../model/looks/shapes.ts';
import { boundedView, LARGEST_ZOOM, SMALLEST_ZOOM, within, type ZoomRange, zoomRange } from './bounds.ts';
import type { Extent, View } from './view.ts';

export type { Extent, View };

/** What of the canvas is on the screen. All lengths of the screen are CSS pixels. */
export interface Camera {
  readonly view: ReadonlySignal<View>;
  /** Size of the screen part in which the canvas is shown. */
  readonly extent: Signal<Extent>;
  /** Size of the canvas, whose bounds views are kept within; undefined while nobody knows it. */
  readonly canvas: Signal<Extent | undefined>;
  /** The part of the canvas on the screen, in pixels of the canvas. */
  readonly seen: ReadonlySignal<Box>;
  readonly zooms: ReadonlySignal<ZoomRange>;
  /** Nothing that people do on this screen moves the view; programs and links still do. */
  readonly held: Signal<boolean>;
  /** Jumps to a view, or to the nearest one within bounds. */
  show(view: View): void;
  /** Shows exactly this view: a step of a flight, whose end is within bounds while its way may lead outside. */
  pass(view: View): void;
  /** Shows exactly this view, also beyond the bounds, until something else moves it: what a program asked for stays as it is. */
  place(view: View): void;
  /** Whether what is seen was placed, and nothing has moved it since. */
  isPlaced(): boolean;
  /** The screen has another size now: the middle of what is seen stays in the middle. */
  resize(extent: Extent): void;
  /** Moves the content by a number of pixels of the screen. */
  pan(across: number, down: number): void;
  /** The point of the screen stays where it is. */
  zoomAt(point: XY, factor: number): void;
  toCanvas(point: XY): XY;
  toScreen(point: XY): XY;
}

export function createCamera(): Camera {
  const view = signal<View>({ x: 0, y: 0, zoom: 1 });
  const extent = signal<Extent>({ width: 1, height: 1 });
  const canvas = signal<Extent | undefined>(undefined);
  const zooms = computed(() => zoomRange(canvas.value, extent.value));
  const seen = computed(() => seenIn(view.value, extent.value));
  let placed: View | undefined;
  const place = (next: View): void => {
    placed = next;
    view.value = next;
  };
  const show = (next: View): void => {
    view.value = next === placed ? next : boundedView(next, canvas.peek(), extent.peek());
  };
  return {
    view,
    extent,
    canvas,
    seen,
    zooms,
    held: signal(false),
    show,
    pass(next) {
      view.value = next;
    },
    place,
    isPlaced: () => view.peek() === placed,
    resize(next) {
      const before = extent.peek();
      const change = view.peek() === placed ? place : show;
      batch(() => {
        extent.value = next;
        change(resized(view.peek(), before, next));
      });
    },
    pan(across, down) {
      const { x, y, zoom } = view.peek();
      show({ x: x - across / zoom, y: y - down / zoom, zoom });
    },
    zoomAt(point, factor) {
      show(zoomedAt(view.peek(), point, factor, zooms.peek()));
    },
    toCanvas({ x, y }) {
      const { zoom, ...at } = view.peek();
      return { x: at.x + x / zoom, y: at.y + y / zoom };
    },
    toScreen({ x, y }) {
      const { zoom, ...at } = view.peek();
      return { x: (x - at.x) * zoom, y: (y - at.y) * zoom };
    },
  };
}

const boundedZoom = (zoom: number): number => Math.min(LARGEST_ZOOM, Math.max(SMALLEST_ZOOM, zoom));

export const seenIn = ({ x, y, zoom }: View, { width, height }: Extent): Box => ({
  x,
  y,
  width: width / zoom,
  height: height / zoom,
});

/** A view after a zoom in which the point of the screen stays where it is. */
export function zoomedAt(view: View, point: XY, factor: number, zooms: ZoomRange): View {
  const zoom = within(view.zoom * factor, zooms);
  const shift = 1 / view.zoom - 1 / zoom;
  return { x: view.x + point.x * shift, y: view.y + point.y * shift, zoom };
}

/** Room around what fills the screen, in its pixels. */
export interface Margin {
  /** On each side. */
  readonly x: number;
  readonly above: number;
  readonly below: number;
}

export const NO_MARGIN: Margin = { x: 0, above: 0, below: 0 };

/** The view in which a box fills the screen but for a margin. */
export function viewOf(box: Box, { width, height }: Extent, { x, above, below }: Margin, most = LARGEST_ZOOM): View {
  const inner = Math.max(1, width - 2 * x);
  const tall = Math.max(1, height - above - below);
  const zoom = boundedZoom(Math.min(most, inner / Math.max(1e-6, box.width), tall / Math.max(1e-6, box.height)));
  return {
    x: box.x + box.width / 2 - width / 2 / zoom,
    y: box.y + box.height / 2 - (height + above - below) / 2 / zoom,
    zoom,
  };
}

/** Nothing was seen before the screen had a size, so then the view stays as it is. */
function resized(view: View, before: Extent, after: Extent): View {
  if (before.width <= 1) return view;
  const { x, y, zoom } = view;
  return { x: x + (before.width - after.width) / 2 / zoom, y: y + (before.height - after.height) / 2 / zoom, zoom };
}
