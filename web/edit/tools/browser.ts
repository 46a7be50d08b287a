import { Globe } from 'lucide';
import type { Box, XY } from '../../../model/looks/shapes.ts';
import { newId } from '../../live/edits/new-id.ts';
import { doneWithTool } from '../choose-tool.ts';
import { create } from '../commands/create.ts';
import type { Editing } from '../editing.ts';
import { boxGesture } from '../kinds/place/box-gesture.ts';
import { aroundPoint, newSize } from '../kinds/place/new-size.ts';
import type { Tool } from '../tool.ts';

/** Asks for an address, then puts the web page where somebody points. */
export const browser: Tool = {
  id: 'browser',
  icon: Globe,
  keys: ['B'],
  name: ({ kinds }) => kinds.webPage,
  group: 'add',
  cursor: 'crosshair',
  makes: true,
  begin: (step, editing) => boxGesture(step, editing, (at, box) => makeBrowser(editing, at, box)),
  placeAt: (point, editing) => makeBrowser(editing, point),
  chosen: ({ kinds }) => kinds.ask('address'),
};

/** A new page is this much wider than high. */
const RATIO = 3 / 2;

function makeBrowser(editing: Editing, at: XY, drawn?: Box): void {
  const { board, camera, seat, outline } = editing;
  const box = drawn ?? aroundPoint(at, newSize(board, camera.seen.peek(), 'Browser', RATIO));
  const id = newId();
  if (!editing.perform(create(board, { id, type: 'Browser', box, body: { url: seat.address.peek() } }))) return;
  doneWithTool(editing);
  outline.selection.select(id);
}
