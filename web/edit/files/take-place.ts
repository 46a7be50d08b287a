import type { Item } from '../../live/board.ts';
import type { NewEdit, Operation } from '../../live/edits/edit.ts';
import { newId } from '../../live/edits/new-id.ts';
import { isLine, isPlaced } from '../../live/forms.ts';
import type { CommandBoard } from '../commands/command-board.ts';

/** Gives all that belongs to a widget to the one that comes in its place, and deletes it: what lies on it, connectors at it, strokes. */
export function takePlace(
  board: Pick<CommandBoard, 'item' | 'items'>,
  before: string,
  after: string,
  makeId: () => string = newId,
): NewEdit | undefined {
  const old = board.item(before);
  if (!old) return undefined;
  const operations: Operation[] = board.items().flatMap(({ id, widget }) => handedOver(id, widget, before, after));
  for (const stroke of old.strokes) {
    const { points, line_color, depth } = stroke;
    operations.push({ op: 'create', id: makeId(), type: 'Annotation', widget_id: after, body: { points, line_color, depth } });
  }
  operations.push({ op: 'delete', id: before });
  return { label: 'upload', operations };
}

function handedOver(id: string, widget: Item['widget'], before: string, after: string): Operation[] {
  if (isLine(widget)) {
    const ends = (['src', 'dst'] as const).filter((end) => widget[end].id === before);
    if (ends.length === 0) return [];
    return [{ op: 'update', id, body: Object.fromEntries(ends.map((end) => [end, { id: after }])) }];
  }
  if (!isPlaced(widget) || widget.parent_id !== before) return [];
  return [{ op: 'update', id, body: { parent_id: after } }];
}
