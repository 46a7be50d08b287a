import type { Body } from '../../../model/field.ts';
import type { WidgetType } from '../../../model/widgets/index.ts';
import { newId } from '../../live/edits/new-id.ts';
import { create } from '../commands/create.ts';
import type { Editing } from '../editing.ts';
import { boxAround, placeFor, sizeFor } from './add-place.ts';

/** Makes a widget of a third of the view, beside the selection or in the middle, and selects it. */
export function putWidget(editing: Editing, type: WidgetType, ratio: number, body: Body): void {
  const { board, camera, outline } = editing;
  const seen = camera.seen.peek();
  const size = sizeFor(ratio, seen);
  const selected = editing.selected().map(({ box }) => box);
  const id = newId();
  const there = board.items().map(({ box }) => box);
  const box = boxAround(placeFor(size, selected, seen, camera.view.peek().zoom, there), size);
  if (editing.perform(create(board, { id, type, box, body }))) outline.selection.select(id);
}
