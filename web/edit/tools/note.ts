import { StickyNote } from 'lucide';
import type { Body } from '../../../model/field.ts';
import type { Box, XY } from '../../../model/looks/shapes.ts';
import { editing as editingOfNotes } from '../../../model/widgets/note.ts';
import { newId } from '../../live/edits/new-id.ts';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { doneWithTool } from '../choose-tool.ts';
import { create } from '../commands/create.ts';
import type { Editing } from '../editing.ts';
import { boxGesture } from '../kinds/place/box-gesture.ts';
import type { Tool } from '../tool.ts';
import { noteSide } from './note-side.ts';

const NoteOptions = lazyDialog(
  () => import('../ui/colours/note-options.tsx').then((file) => file.NoteOptions),
  () => undefined,
);

/** A press makes a note with its middle there, a drag gives its size. Its text is open then. */
export const note: Tool = {
  id: 'note',
  icon: StickyNote,
  keys: ['N'],
  name: ({ tools }) => tools.note,
  options: NoteOptions,
  cursor: 'crosshair',
  makes: true,
  begin: (step, editing) => boxGesture(step, editing, (at, box) => makeNote(editing, box ?? aroundPoint(at, editing))),
  placeAt: (point, editing) => makeNote(editing, aroundPoint(point, editing)),
};

function makeNote(editing: Editing, box: Box): void {
  const { background_color } = editingOfNotes.made!(box, { background: editing.seat.noteColour.peek() });
  writeNew(editing, box, { background_color });
}

/** Makes a note and opens its text. Left empty, it is gone again, and no step of undo has it. */
export function writeNew(editing: Editing, box: Box, body: Body): void {
  const id = newId();
  const edit = create(editing.board, { id, type: 'Note', box, body });
  if (!edit) return;
  doneWithTool(editing);
  editing.text.open(id, { isNew: true, made: editing.edits.add(edit) });
}

function aroundPoint({ x, y }: XY, { board, camera }: Editing): Box {
  const { width, height } = noteSide(board, camera.seen.peek(), camera.view.peek().zoom);
  return { x: x - width / 2, y: y - height / 2, width, height };
}
