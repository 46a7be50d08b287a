import type { Background } from '../resources/background.ts';
import { faded } from './colours.ts';
import { area } from './parts.ts';
import { type Box, type Line, type Picture, type Shape, short } from './shapes.ts';

type ShownBackground = Pick<Background, 'type' | 'background_color' | 'haze' | 'grid' | 'image'>;

/** Which part of a canvas is drawn, and how large. */
export interface SeenPart {
  /** The whole canvas, in its pixels. */
  readonly canvas: Box;
  /** The part that is drawn, in pixels of the canvas. */
  readonly part: Box;
  /** Pixels of the screen for one of the canvas. */
  readonly zoom: number;
}

/** What lies behind everything on a canvas, in pixels of the canvas. */
export function backgroundShapes(
  { type, background_color, haze, grid, image }: ShownBackground,
  { canvas, part, zoom }: SeenPart,
): Shape[] {
  const shapes: Shape[] = [area(canvas, background_color)];
  if (type === 'haze') shapes.push({ kind: 'haze', box: canvas, colours: [haze.color1, haze.color2] });
  if (type === 'image' && image.hash !== '') {
    shapes.push({ kind: 'picture', box: canvas, hash: image.hash, page: 0, of: 'still', fit: fitOf(image.fit) });
  }
  if (grid.visible) shapes.push(squares(part, grid.color, zoom));
  return shapes;
}

/** Any word may be stored; an unknown one counts as `fill`. */
function fitOf(word: string): Picture['fit'] {
  if (word === 'fit' || word === 'contain') return 'contain';
  return word === 'cover' ? 'cover' : 'fill';
}

/** Canvas pixels between two lines of the grid. */
const GRID = 100;
/** On the screen the lines are never so close that they run together; in its pixels. */
const CLOSEST = 16;
const CALM = 64;
/** Nobody can count them, and no path becomes too long. */
const MOST_LINES = 1000;

/** Each doubling of the distance leaves out every second line, so that no line moves while somebody zooms. */
function squares({ x, y, width, height }: Box, colour: string, zoom: number): Line {
  const least = Math.max(CLOSEST / zoom, width / MOST_LINES, height / MOST_LINES);
  const step = GRID * 2 ** Math.max(0, Math.ceil(Math.log2(least / GRID)));
  // Close lines are fainter, so that the canvas stays as calm as it is near
  const strength = Math.min(1, Math.max(0.35, (step * zoom) / CALM));
  let path = '';
  for (let at = (Math.floor(x / step) + 1) * step; at < x + width; at += step)
    path += `M${short(at)} ${short(y)}v${short(height)}`;
  for (let at = (Math.floor(y / step) + 1) * step; at < y + height; at += step)
    path += `M${short(x)} ${short(at)}h${short(width)}`;
  return { kind: 'line', path, colour: faded(colour, strength), width: 1, least: 1 };
}
