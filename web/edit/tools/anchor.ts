import { Frame } from 'lucide';
import type { Box } from '../../../model/looks/shapes.ts';
import { newId } from '../../live/edits/new-id.ts';
import { doneWithTool } from '../choose-tool.ts';
import { create } from '../commands/create.ts';
import type { Editing } from '../editing.ts';
import { boxGesture } from '../kinds/place/box-gesture.ts';
import { editTexts } from '../texts.ts';
import type { Tool } from '../tool.ts';

/** A drag gives the region of an anchor; a press takes the region that is seen, but for an edge. */
export const anchor: Tool = {
  id: 'anchor',
  icon: Frame,
  keys: ['A'],
  name: ({ kinds }) => kinds.anchor,
  group: 'add',
  cursor: 'crosshair',
  makes: true,
  begin: (step, editing) => boxGesture(step, editing, (_at, box) => makeAnchor(editing, box)),
  placeAt: (_point, editing) => makeAnchor(editing),
};

/** What a new anchor has of the width and height that are seen. */
const SHARE = 0.9;

function makeAnchor(editing: Editing, box = mostOf(editing.camera.seen.peek())): void {
  const id = newId();
  const body = { anchor_name: editTexts.peek().kinds.newAnchor };
  if (!editing.perform(create(editing.board, { id, type: 'Anchor', box, body }))) return;
  doneWithTool(editing);
  editing.outline.selection.select(id);
  editing.text.open(id, { field: 'anchor_name' });
}

const mostOf = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x + (width * (1 - SHARE)) / 2),
  y: Math.round(y + (height * (1 - SHARE)) / 2),
  width: Math.round(width * SHARE),
  height: Math.round(height * SHARE),
});
