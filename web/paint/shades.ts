import { SHADED, strengthAcross, strengthDown } from '../../model/looks/shades.ts';
import type { Shade } from '../../model/looks/shapes.ts';
import type { PaintContext } from './context.ts';

/** Paints the shadows of things, out of one bitmap of nine parts for each step of the blur. */
export type PaintShade = (context: PaintContext, shade: Shade, grain: { readonly zoom: number; readonly ratio: number }) => void;

/** The blur of bitmaps, in pixels of the device: powers of two. Larger shadows are stretched, which nobody sees in what is blurred. */
const FINEST = 1;
const COARSEST = 6;
/** Corners of bitmaps differ by this share of the blur. */
const ROUNDER = 0.1;
/** Pixels between the parts that are not stretched. */
const MIDDLE = 4;
/** Bitmaps that are kept; looks have some dozens. */
const MOST = 200;

interface Nine {
  readonly bitmap: OffscreenCanvas;
  /** Pixels of the bitmap for one blur. */
  readonly blur: number;
}

export function createPaintShade(): PaintShade {
  const kept = new Map<string, Nine>();
  function nineOf(shade: Shade, zoom: number): Nine {
    const step = Math.min(COARSEST, Math.max(FINEST, Math.ceil(Math.log2(shade.blur * zoom))));
    const round = Math.round(shade.radius / shade.blur / ROUNDER);
    const key = `${step} ${round} ${shade.colour}`;
    const nine = kept.get(key) ?? drawn(2 ** step, round * ROUNDER, shade.colour);
    if (kept.size >= MOST) kept.clear();
    kept.set(key, nine);
    return nine;
  }
  return (context, shade, { zoom, ratio }) => {
    const { box, radius, contact } = shade;
    context.fillStyle = contact;
    context.fillRect(box.x + radius / 2, box.y + box.height, box.width - radius, ratio / zoom);
    if (Math.min(box.width, box.height) * zoom >= SHADED * ratio) paintSoft(context, shade, nineOf(shade, zoom));
  };
}

/** Two columns beside the thing, and the row below it. What lies under the thing is transparent, and not painted. */
function paintSoft(context: PaintContext, { box, blur }: Shade, { bitmap, blur: fine }: Nine): void {
  const { x, y, width, height } = box;
  const left = x - blur / 2;
  const right = x + width - 1.5 * blur;
  const top = y + 2 * blur;
  const bottom = y + height - blur;
  const inner = width - 3 * blur;
  const high = height - 3 * blur;
  const from = 2 * fine + MIDDLE;
  const size = 2 * fine;
  const part = (...at: readonly [number, number, number, number, number, number, number, number]): void =>
    context.drawImage(bitmap, ...at);
  part(0, 0, size / 4, size, left, y, blur / 2, 2 * blur);
  part(0, size + 1, size / 4, 2, left, top, blur / 2, high);
  part(0, from, size, size, left, bottom, 2 * blur, 2 * blur);
  part(size + 1, from, 2, size, left + 2 * blur, bottom, inner, 2 * blur);
  part(from, from, size, size, right, bottom, 2 * blur, 2 * blur);
  part(from + size * 0.75, 0, size / 4, size, x + width, y, blur / 2, 2 * blur);
  part(from + size * 0.75, size + 1, size / 4, 2, x + width, top, blur / 2, high);
}

/** The shadow of the smallest thing that has all parts, without what lies under that thing. */
function drawn(blur: number, round: number, colour: string): Nine {
  const side = 4 * blur + MIDDLE;
  const bitmap = new OffscreenCanvas(side, side);
  const context = bitmap.getContext('2d')!;
  const box = { x: blur / 2, y: 0, width: side - blur, height: side - blur };
  const shade: Shade = { kind: 'shade', box, radius: 0, blur, colour, contact: colour };
  context.fillStyle = colour;
  context.fillRect(0, 0, side, side);
  const image = context.getImageData(0, 0, side, side);
  const across = Array.from({ length: side }, (_, at) => strengthAcross(at + 0.5, shade));
  for (let row = 0; row < side; row++) {
    const strength = strengthDown(row + 0.5, shade);
    for (let column = 0; column < side; column++) image.data[(row * side + column) * 4 + 3]! *= strength * across[column]!;
  }
  context.putImageData(image, 0, 0);
  context.globalCompositeOperation = 'destination-out';
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, round * blur);
  context.fill();
  return { bitmap, blur };
}
