import type { Box } from '../../../../model/looks/shapes.ts';
import { strokePath } from '../../../../model/looks/strokes.ts';
import type { Stroke } from '../../../live/board.ts';
import { around, boxOfStroke } from '../../../live/boxes.ts';
import type { StrokeEntry } from './salvage.ts';

/** Strokes as they lay on their canvas. */
export interface StrokePicture {
  /** In pixels of the canvas. */
  readonly box: Box;
  readonly lines: readonly PictureLine[];
}

interface PictureLine {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly path: string;
  readonly colour: string;
  /** 0: the path is filled. */
  readonly width: number;
}

/** Nodes nearer than this are drawn as one, in pixels of the widget. */
const NEAR = 0.5;
const REACH = 1e6;
const MOST_NODES = 1e5;
/** The side of a copied picture at most, in its pixels. */
const MOST_SIDE = 4096;

export function pictureOf(strokes: readonly StrokeEntry[]): StrokePicture {
  const parts = strokes.map(({ value: { operation, origin } }) => {
    const stroke = { ...operation.body, id: operation.id } as unknown as Stroke;
    const work = strokePath(stroke, { near: NEAR, reach: REACH, most: MOST_NODES });
    let step = work.next();
    while (!step.done) step = work.next();
    const { path, colour, width } = step.value.line;
    const { x, y, width: wide, height: high } = boxOfStroke(stroke);
    const { zoom } = origin;
    const box = { x: origin.x + x * zoom, y: origin.y + y * zoom, width: wide * zoom, height: high * zoom };
    return { box, line: { ...origin, path, colour, width } };
  });
  return { box: parts.map(({ box }) => box).reduce(around), lines: parts.map(({ line }) => line) };
}

/** The picture as PNG, with transparent ground. Rejects where the browser makes none. */
export function pngOf({ box, lines }: StrokePicture): Promise<Blob> {
  const scale = Math.min(1, MOST_SIDE / Math.max(box.width, box.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(box.width * scale));
  canvas.height = Math.max(1, Math.ceil(box.height * scale));
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  context.translate(-box.x, -box.y);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const { x, y, zoom, path, colour, width } of lines) {
    context.save();
    context.translate(x, y);
    context.scale(zoom, zoom);
    context.fillStyle = colour;
    context.strokeStyle = colour;
    context.lineWidth = width;
    if (width > 0) context.stroke(new Path2D(path));
    else context.fill(new Path2D(path));
    context.restore();
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture'))));
  });
}
