import type { Colour, XY } from '../../model/looks/shapes.ts';
import type { PaintContext } from './context.ts';

/** Straight lines that follow each other in the same colour and width, stroked together: one by one they cost ten times as much. */
export interface FarLines {
  add(line: FarLine): void;
  /** Strokes what was added since the last time. Call it before anything is painted that lies above. */
  flush(): void;
}

interface FarLine {
  readonly from: XY;
  readonly to: XY;
  readonly colour: Colour;
  /** In pixels of the device. */
  readonly width: number;
}

/** The most lines in one path: with more, browsers take longer for each. */
const MOST = 64;

export function createFarLines(context: PaintContext): FarLines {
  let colour = '';
  let width = 0;
  let count = 0;
  const flush = (): void => {
    if (count > 0) context.stroke();
    count = 0;
  };
  return {
    flush,
    add(line) {
      if (line.colour !== colour || line.width !== width || count >= MOST) flush();
      if (count === 0) {
        context.strokeStyle = colour = line.colour;
        context.lineWidth = width = line.width;
        context.lineCap = 'butt';
        context.beginPath();
      }
      context.moveTo(line.from.x, line.from.y);
      context.lineTo(line.to.x, line.to.y);
      count++;
    },
  };
}
