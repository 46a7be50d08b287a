import { captionShapes } from '../../model/looks/captions.ts';
import { palette } from '../../model/looks/colours.ts';
import type { Measure } from '../../model/looks/look.ts';
import { isMeasured } from '../../model/looks/measure.ts';
import { beyondShapes } from '../../model/looks/parts.ts';
import {
  type Area,
  type Box,
  type Caption,
  type Colour,
  fitted,
  type Group,
  type Haze,
  type Line,
  type Outline,
  type Picture,
  type Shape,
  type Words,
} from '../../model/looks/shapes.ts';
import { BASELINE, layOut, shareOf, startOf, type TextLayout } from '../../model/looks/text-layout.ts';
import type { PaintContext } from './context.ts';
import { createPaintShade, type PaintShade } from './shades.ts';

/** Where pictures come from. Both answer at once, and whoever has something better later repaints. */
export interface Bitmaps {
  /** The best bitmap that is there now for a picture of this size on the screen; asks for the one of the right level. */
  bitmap(picture: Picture, width: number, height: number): Bitmap | undefined;
  /** The average colour of a picture, where it is known. */
  average(picture: Picture): Colour | undefined;
  /** How many pages the file has, where that is known. */
  pages?(picture: Picture): number | undefined;
}

export type Bitmap = CanvasImageSource & { readonly width: number; readonly height: number };

export interface PaintOptions {
  readonly bitmaps: Bitmaps;
  readonly measure: Measure;
  /** Letters smaller than this on the screen are bars. Default 8. */
  readonly readable?: number;
  /** How many times as large as usual names of frames are painted; 0, in a picture that is shown larger or smaller: not at all. Default 1. */
  readonly captions?: number;
  /** The context has no transform before a group, so it need not be asked for, which costs more than painting a small widget. */
  readonly isUntransformed?: boolean;
}

const READABLE = 8;
/** Smaller letters are not seen, not even as bars: breaking such a text into lines costs more than the rest of its widget. */
export const SEEN = 1.5;
/** Opacity of a bar in place of a line of text. */
const BARS = 0.4;
/** Pictures smaller than this on the screen are their average colour. */
const AVERAGE = 24;

/**
 * Paints a group of shapes on a canvas whose transform is in pixels of the device, and leaves that transform as it found it.
 * @param ratio such pixels for one of the screen. Default 1
 */
export type PaintShapes = (context: PaintContext, group: Group, ratio?: number) => void;

/**
 * The server draws the same shapes as SVG (server/assets/render/drawing/svg.ts), and a test compares the two. Parsed paths and
 * broken texts are kept as long as their shapes, so whoever keeps the shapes of a widget paints it again fast, at any zoom.
 */
export function createPaintShapes(options: PaintOptions): PaintShapes {
  const kept: PaintCache = { ...options, paths: new WeakMap(), layouts: new WeakMap(), paintShade: createPaintShade() };
  if (options.isUntransformed) {
    return (context, { left, top, zoom, shapes }, ratio = 1) => {
      context.setTransform(zoom, 0, 0, zoom, left, top);
      for (const shape of shapes) paint(context, shape, { zoom, ratio }, kept);
      context.setTransform(1, 0, 0, 1, 0, 0);
    };
  }
  return (context, { left, top, zoom, shapes }, ratio = 1) => {
    const before = context.getTransform();
    context.translate(left, top);
    context.scale(zoom, zoom);
    for (const shape of shapes) paint(context, shape, { zoom, ratio }, kept);
    context.setTransform(before);
  };
}

interface PaintCache extends PaintOptions {
  readonly paths: WeakMap<Line, Path2D>;
  readonly layouts: WeakMap<Words, TextLayout>;
  readonly paintShade: PaintShade;
}

/** Pixels of the device for one of the widget, and for one of the screen. */
interface Grain {
  readonly zoom: number;
  readonly ratio: number;
}

function paint(context: PaintContext, shape: Shape, grain: Grain, options: PaintCache): void {
  const { zoom } = grain;
  switch (shape.kind) {
    case 'area':
      return paintArea(context, shape, zoom);
    case 'outline':
      return paintOutline(context, shape, zoom);
    case 'haze':
      return paintHaze(context, shape);
    case 'line':
      return paintLine(context, shape, zoom, options);
    case 'words':
      return paintWords(context, shape, zoom, options);
    case 'picture':
      return paintPicture(context, shape, zoom, options);
    case 'shade':
      return options.paintShade(context, shape, grain);
    case 'caption':
      return paintCaption(context, shape, grain, options);
  }
}

/** In pixels of the screen, from the corner of the frame. */
function paintCaption(context: PaintContext, caption: Caption, { zoom, ratio }: Grain, options: PaintCache): void {
  const { captions = 1 } = options;
  if (captions === 0) return;
  const pixel = ratio * captions;
  const before = context.getTransform();
  context.translate(caption.box.x, caption.box.y);
  context.scale(pixel / zoom, pixel / zoom);
  for (const shape of captionShapes(caption, zoom / pixel, options.measure)) {
    paint(context, shape, { zoom: pixel, ratio }, options);
  }
  context.setTransform(before);
}

function paintArea(context: PaintContext, { box, colour, radius = 0 }: Area, zoom: number): void {
  context.fillStyle = colour;
  if (radius * zoom < ROUND) return context.fillRect(box.x, box.y, box.width, box.height);
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, radius);
  context.fill();
}

/** Rounder corners are seen; in pixels of the screen. */
const ROUND = 0.25;

function paintOutline(context: PaintContext, outline: Outline, zoom: number): void {
  const { box, colour, width, least = 1, dash = 0, radius = 0 } = outline;
  const pen = Math.max(width, least / zoom);
  const half = Math.min(pen, box.width, box.height) / 2;
  context.strokeStyle = colour;
  context.lineWidth = pen;
  if (dash > 0) context.setLineDash([dash, dash * 0.7]);
  context.beginPath();
  const inner = [box.x + half, box.y + half, box.width - 2 * half, box.height - 2 * half] as const;
  if ((radius - half) * zoom < ROUND) context.rect(...inner);
  else context.roundRect(...inner, radius - half);
  context.stroke();
  if (dash > 0) context.setLineDash([]);
}

function paintHaze(context: PaintContext, { box, colours, radius = 0 }: Haze): void {
  const gradient = context.createLinearGradient(0, box.y, 0, box.y + box.height);
  for (const [at, colour] of colours.entries()) gradient.addColorStop(at, colour);
  context.fillStyle = gradient;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, radius);
  context.fill();
}

function paintLine(context: PaintContext, line: Line, zoom: number, { paths }: PaintCache): void {
  const { colour, width, least = 0, cap = 'round', at } = line;
  const path = paths.get(line) ?? new Path2D(line.path);
  paths.set(line, path);
  if (at) {
    context.translate(at.x, at.y);
    context.scale(at.scale, at.scale);
  }
  if (width === 0) {
    context.fillStyle = colour;
    context.fill(path);
  } else {
    context.strokeStyle = colour;
    context.lineWidth = Math.max(width, least / (zoom * (at?.scale ?? 1)));
    context.lineCap = cap;
    context.lineJoin = 'round';
    context.stroke(path);
  }
  if (at) {
    context.scale(1 / at.scale, 1 / at.scale);
    context.translate(-at.x, -at.y);
  }
}

/**
 * The font size in which all letters are set, in pixels; a transform makes them as large as they are. Browsers round the widths of letters
 * in each size in another way, so letters of one size keep their distances at every zoom, and stand alike in a picture and in a field.
 */
export const FONT_SIZE = 100;

function paintWords(
  context: PaintContext,
  words: Words,
  zoom: number,
  { layouts, measure, readable = READABLE }: PaintCache,
): void {
  if (words.most * zoom < SEEN) return;
  const layout = layouts.get(words) ?? layOut(words, measure);
  layouts.set(words, layout);
  context.fillStyle = words.colour;
  if (layout.size * zoom < readable) return paintBars(context, words, layout);
  const by = layout.size / FONT_SIZE;
  context.scale(by, by);
  context.font = `${words.weight ?? 400} ${FONT_SIZE}px Inter, sans-serif`;
  context.letterSpacing = `${(words.tracking ?? 0) * FONT_SIZE}px`;
  context.textRendering = 'geometricPrecision';
  context.textBaseline = 'alphabetic';
  const { box } = words;
  for (const line of layout.lines) {
    const { text, y, fromRight } = line;
    const share = shareOf(words, line);
    context.direction = fromRight ? 'rtl' : 'ltr';
    context.textAlign = share === 0.5 ? 'center' : share === 1 ? 'right' : 'left';
    // Where the width was estimated, a line that is too wide is condensed
    const most = isMeasured(text) ? undefined : box.width / by;
    // Canvases count the space behind the last letter, too
    const x = box.x + (box.width + (words.tracking ?? 0) * layout.size) * share;
    context.fillText(text, x / by, (y + layout.size * BASELINE) / by, most);
  }
  context.scale(1 / by, 1 / by);
}

function paintBars(context: PaintContext, words: Words, { size, lines }: TextLayout): void {
  context.globalAlpha *= BARS;
  for (const line of lines) {
    const width = Math.min(words.box.width, line.width);
    if (width > 0) context.fillRect(startOf(words, { ...line, width }), line.y + size * 0.4, width, size * 0.45);
  }
  context.globalAlpha /= BARS;
}

function paintPicture(context: PaintContext, picture: Picture, zoom: number, options: PaintCache): void {
  const { bitmaps } = options;
  const { box, of } = picture;
  const pages = bitmaps.pages?.(picture);
  if (pages !== undefined && picture.page >= pages && picture.beyond) {
    for (const shape of beyondShapes(picture, pages)) paint(context, shape, { zoom, ratio: 1 }, options);
    return;
  }
  const width = box.width * zoom;
  const height = box.height * zoom;
  const isSmall = width < AVERAGE && height < AVERAGE;
  const average = bitmaps.average(picture);
  const bitmap = isSmall && average !== undefined ? undefined : bitmaps.bitmap(picture, width, height);
  if (bitmap) return paintRounded(context, picture, bitmap, zoom);
  if (of === 'video' && average === undefined) return;
  paintArea(context, { kind: 'area', box, colour: average ?? palette.missing, radius: picture.radius ?? 0 }, zoom);
}

/** A clip costs as much as a picture, so corners that nobody sees have none. */
function paintRounded(context: PaintContext, picture: Picture, bitmap: Bitmap, zoom: number): void {
  const { box, radius = 0 } = picture;
  if (radius * zoom < CLIPPED) return paintBitmap(context, picture, bitmap);
  context.save();
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, radius);
  context.clip();
  paintBitmap(context, picture, bitmap);
  context.restore();
}

/** Rounder corners of pictures are seen; in pixels of the device. */
const CLIPPED = 1;

function paintBitmap(context: PaintContext, picture: Picture, bitmap: Bitmap): void {
  const { box } = picture;
  const at: Box = fitted(picture, bitmap);
  context.imageSmoothingQuality = 'high';
  if (picture.fit !== 'cover') return context.drawImage(bitmap, at.x, at.y, at.width, at.height);
  const x = ((box.x - at.x) / at.width) * bitmap.width;
  const y = ((box.y - at.y) / at.height) * bitmap.height;
  const width = (box.width / at.width) * bitmap.width;
  const height = (box.height / at.height) * bitmap.height;
  context.drawImage(bitmap, x, y, width, height, box.x, box.y, box.width, box.height);
}
