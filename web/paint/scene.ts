import { backgroundShapes } from '../../model/looks/background.ts';
import { CAPTION_REACH, hasCaption } from '../../model/looks/captions.ts';
import { fillOf } from '../../model/looks/frames.ts';
import { type Ground, groundOf } from '../../model/looks/grounds.ts';
import { measure } from '../../model/looks/measure.ts';
import type { Box, Colour, Line, Shape, XY } from '../../model/looks/shapes.ts';
import type { Far } from '../../model/looks/traits.ts';
import type { Phrases } from '../../texts/looks.ts';
import type { Board, Item } from '../live/board.ts';
import { boxOfStroke } from '../live/boxes.ts';
import { isLine, type Line as LineWidget } from '../live/forms.ts';
import { grown, isEmpty, meets, overlap } from './boxes.ts';
import type { PaintContext } from './context.ts';
import { createFarLines, type FarLines } from './far-lines.ts';
import { type Framing, fromPixels, toPixels } from './framing.ts';
import { type GroundColours, paintGround } from './ground.ts';
import { createInk, type Ink } from './ink.ts';
import { createLooks } from './looked.ts';
import { type Bitmaps, createPaintShapes, type PaintShapes } from './shapes.ts';

/** Bitmaps that are told for which part of the canvas they are asked, so that they know when it is out of sight. */
export interface PlacedBitmaps extends Bitmaps {
  /** What is asked for next is for this widget, which lies there. */
  place(id: string, box: Box): void;
}

export interface SceneOptions {
  readonly board: Board;
  readonly bitmaps: PlacedBitmaps;
  readonly phrases: Phrases;
  readonly colours: GroundColours;
  /** Widgets that something else shows. */
  readonly skipped?: ReadonlySet<string>;
  /** What widgets are drawn with in the place of their looks. */
  readonly drawn?: ReadonlyMap<string, readonly Shape[]>;
  /** How many times as large as usual names of frames are painted; 0, in a picture that is shown larger or smaller: not at all. Default 1. */
  readonly captions?: number;
}

/** Everything on a canvas, as it is painted. Its looks, paths and broken texts are kept for the next time. */
export interface Scene {
  readonly options: SceneOptions;
  /**
   * Paints a part of a picture, in its pixels; the transform of the context is the identity. The context must be clipped to the part.
   * What the steps see is what was there at the first one.
   */
  paint(context: PaintContext, framing: Framing, part: Box, ratio: number): Paint;
  /** Paints these items alone, in this order, with nothing below them. For placed widgets only. */
  paintItems(context: PaintContext, items: readonly Item[], place: PaintPlace): Paint;
}

/** Where something is painted. */
export interface PaintPlace {
  readonly framing: Framing;
  /** What of the picture is painted, in its pixels. */
  readonly part: Box;
  /** Pixels of the device for one of the screen. */
  readonly ratio: number;
}

/** Each step paints a little, at most some tens of microseconds once looks are known. */
export type Paint = Generator<void, void, void>;

/** Widgets smaller than this are one colour; in pixels of the screen. */
const FAR = 6;
/** Smaller ones are not seen at all; in pixels of the device. */
const SMALLEST = 0.5;
/** A connector that is far away; in pixels of the screen, as in its look. */
const THINNEST = 0.75;
/** Connectors shorter than this are straight, and without tips, once they are as thin as that; in pixels of the screen. */
const SHORT = 12;

export function createScene(options: SceneOptions): Scene {
  const { board, bitmaps } = options;
  const looks = createLooks(board, options.phrases);
  const { captions = 1 } = options;
  const paintShapes = createPaintShapes({ bitmaps, measure, captions, isUntransformed: true });
  const pen = { ink: createInk(), paintShapes };
  const paintAll = (context: PaintContext, items: readonly Item[], place: PaintPlace): Paint =>
    paintItems(context, items, { place, pen, paintItem });

  function paintBackground(context: PaintContext, framing: Framing, part: Box, ratio: number): void {
    const size = board.size.peek();
    const background = board.background.peek();
    const canvas = { x: 0, y: 0, width: size?.width ?? 0, height: size?.height ?? 0 };
    paintGround(context, { canvas, framing, part, ratio }, options.colours);
    // Lines of the grid that lie beside the part may be as wide as to reach into it
    const seen = overlap(canvas, fromPixels(framing, grown(part, 2)));
    if (!background || isEmpty(seen)) return;
    bitmaps.place('background', canvas);
    const shapes = backgroundShapes(background, { canvas, part: seen, zoom: framing.scale / ratio });
    paintShapes(context, onPlane(framing, shapes));
  }

  function paintItem(context: PaintContext, item: Item, place: PaintPlace, lines: FarLines): void {
    const { framing, ratio } = place;
    const { scale, left, top } = framing;
    const { x, y, width, height } = item.box;
    const largest = Math.max(width, height) * scale;
    if (largest < SMALLEST) return;
    if (isLine(item.widget)) {
      if (addFarLine(board, item.widget, place, lines, looks.lineColour)) return;
      lines.flush();
      return paintShapes(context, onPlane(framing, looks.shapesOf(item)));
    }
    lines.flush();
    bitmaps.place(item.id, item.box);
    if (largest < FAR * ratio) return paintFar(context, toPixels(framing, item.box), looks.farOf(item), bitmaps);
    const shapes = options.drawn?.get(item.id) ?? looks.shapesOf(item, item.zoom * scale);
    paintShapes(context, { left: x * scale - left, top: y * scale - top, zoom: item.zoom * scale, shapes }, ratio);
  }

  return {
    options,
    *paint(context, framing, part, ratio) {
      const items = itemsIn(board, fromPixels(framing, grown(part, 1)), (CAPTION_REACH * captions * ratio) / framing.scale);
      paintBackground(context, framing, part, ratio);
      yield;
      const place = { framing, part, ratio };
      const unskipped = options.skipped?.size ? items.filter(({ id }) => !options.skipped!.has(id)) : items;
      paintFills(context, unskipped, place, paintShapes, groundOf(board.background.peek()));
      const root = board.root.peek();
      if (root) yield* paintStrokes(context, root, place, pen);
      yield* paintAll(context, unskipped, place);
    },
    *paintItems(context, items, place) {
      paintFills(context, items, place, paintShapes, groundOf(board.background.peek()));
      yield* paintAll(context, items, place);
    },
  };
}

interface ItemPainter {
  readonly place: PaintPlace;
  readonly pen: { readonly ink: Ink; readonly paintShapes: PaintShapes };
  readonly paintItem: (context: PaintContext, item: Item, place: PaintPlace, lines: FarLines) => void;
}

function* paintItems(context: PaintContext, items: readonly Item[], { place, pen, paintItem }: ItemPainter): Paint {
  const lines = createFarLines(context);
  for (const item of items) {
    paintItem(context, item, place, lines);
    if (item.strokes.length > 0) yield* paintStrokes(context, item, place, pen);
    yield;
  }
  lines.flush();
}

/** The items in a part of the canvas, and those below it whose names reach into it. */
function itemsIn(board: Board, seen: Box, reach: number): Item[] {
  const found = board.itemsIn({ ...seen, height: seen.height + reach });
  return reach === 0 ? found : found.filter((item) => hasCaption(item.widget.widget_type) || meets(item.reach, seen));
}

/** Paints the grounds of frames, below everything. */
function paintFills(
  context: PaintContext,
  items: readonly Item[],
  { framing: { scale, left, top } }: PaintPlace,
  paintShapes: PaintShapes,
  ground: Ground,
): void {
  for (const { widget, box, zoom } of items) {
    const shapes = fillOf(widget, ground);
    if (shapes.length === 0 || Math.max(box.width, box.height) * scale < SMALLEST) continue;
    paintShapes(context, { left: box.x * scale - left, top: box.y * scale - top, zoom: zoom * scale, shapes });
  }
}

/** Strokes are the most expensive, so those that are not seen cost nothing, and those that are hardly seen are as far widgets are. */
function* paintStrokes(
  context: PaintContext,
  item: Pick<Item, 'box' | 'zoom' | 'widget' | 'strokes'>,
  { framing, part, ratio }: PaintPlace,
  { ink, paintShapes }: { readonly ink: Ink; readonly paintShapes: PaintShapes },
): Paint {
  const at = toPixels(framing, item.box);
  const zoom = item.zoom * framing.scale;
  const within = { scale: zoom, left: -at.x, top: -at.y };
  for (const stroke of ink.strokesIn(item, fromPixels(within, grown(part, 1)))) {
    const box = toPixels(within, boxOfStroke(stroke));
    const largest = Math.max(box.width, box.height);
    if (largest < SMALLEST) continue;
    if (largest < FAR * ratio) paintFarStroke(context, box, stroke.line_color, ratio);
    else paintShapes(context, { left: at.x, top: at.y, zoom, shapes: [ink.lineOf(stroke, zoom)] });
    yield;
  }
}

/** A short line along its longer side. */
function paintFarStroke(context: PaintContext, { x, y, width, height }: Box, colour: Colour, ratio: number): void {
  context.fillStyle = colour;
  if (width > height) context.fillRect(x, y + (height - ratio) / 2, width, ratio);
  else context.fillRect(x + (width - ratio) / 2, y, ratio, height);
}

/** @returns whether it is so short on the screen that nobody sees its path */
function addFarLine(
  board: Board,
  widget: LineWidget,
  { framing, ratio }: PaintPlace,
  lines: FarLines,
  colourOf: (colour: Colour) => Colour,
): boolean {
  if (widget.line_width * framing.scale > THINNEST * ratio) return false;
  const source = board.item(widget.src.id);
  const target = board.item(widget.dst.id);
  if (!source || !target) return true;
  const from = middleOf(framing, source.box);
  const to = middleOf(framing, target.box);
  if (Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) > SHORT * ratio) return false;
  lines.add({ from, to, colour: colourOf(widget.line_color), width: THINNEST * ratio });
  return true;
}

const middleOf = ({ scale, left, top }: Framing, { x, y, width, height }: Box): XY => ({
  x: (x + width / 2) * scale - left,
  y: (y + height / 2) * scale - top,
});

const onPlane = ({ left, top, scale }: Framing, shapes: readonly Shape[] | readonly Line[]) => ({
  left: -left,
  top: -top,
  zoom: scale,
  shapes,
});

function paintFar(context: PaintContext, { x, y, width, height }: Box, { colour, picture, hollow }: Far, bitmaps: Bitmaps): void {
  const average = picture && bitmaps.average(picture);
  if (picture && !average) bitmaps.bitmap(picture, width, height);
  const seen = average ?? colour;
  if (!seen) return;
  context.fillStyle = seen;
  if (!hollow) return context.fillRect(x, y, width, height);
  context.fillRect(x, y, width, 1);
  context.fillRect(x, y + height - 1, width, 1);
  context.fillRect(x, y, 1, height);
  context.fillRect(x + width - 1, y, 1, height);
}
