import { Type } from 'lucide';
import { luminanceOf, opacityOf } from '../../../model/looks/colours.ts';
import { groundOf, onGround } from '../../../model/looks/grounds.ts';
import { measure } from '../../../model/looks/measure.ts';
import type { Box, Colour, XY } from '../../../model/looks/shapes.ts';
import { hitTest } from '../../selection/hit-test.ts';
import type { Editing } from '../editing.ts';
import { boxGesture } from '../kinds/place/box-gesture.ts';
import { boxFor } from '../text/box-for.ts';
import type { Tool } from '../tool.ts';
import { writeNew } from './note.ts';

/** A press begins to write there, on the canvas itself, and the box follows the text; a drag gives the size of the box. */
export const text: Tool = {
  id: 'text',
  icon: Type,
  keys: ['T'],
  name: ({ tools }) => tools.text,
  cursor: 'text',
  makes: true,
  begin: (step, editing) => boxGesture(step, editing, (at, box) => (box ? makeText(editing, box) : writeAt(editing, at))),
  placeAt: (point, editing) => writeAt(editing, point),
};

/** Letters of a new text, in pixels of the screen. */
const LETTERS = 24;
/** From the edge of the box to the letters, as a share of its shorter side. */
const MARGIN = 0.08;

/** Begins a text whose first letter stands at a point, in pixels of the canvas. */
function writeAt(editing: Editing, { x, y }: XY): void {
  const letters = LETTERS / editing.camera.view.peek().zoom;
  const { width, height } = boxFor('', letters, measure);
  const margin = Math.min(width, height) * MARGIN;
  makeText(editing, { x: x - margin, y: y - margin - letters / 2, width, height });
}

function makeText(editing: Editing, box: Box): void {
  const text_color = inkAt(editing, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  writeNew(editing, box, { background_color: '#00000000', auto_text_color: false, text_color });
}

/** Letters that are read on what lies there. */
function inkAt({ board }: Editing, point: XY): Colour {
  const ground = groundOf(board.background.peek());
  const behind = hitTest(board, point, 0)?.widget;
  const paper = behind && 'background_color' in behind ? (behind.background_color as Colour) : undefined;
  if (paper === undefined || opacityOf(paper) < 0.5) return onGround(ground).ink;
  return onGround({ colour: paper, isDark: luminanceOf(paper) < DARK }).ink;
}

/** Grounds below this luminance are dark, as in the looks (model/looks/grounds.ts). */
const DARK = 0.18;
