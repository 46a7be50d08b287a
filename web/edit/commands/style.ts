import type { Body } from '../../../model/field.ts';
import type { EditLabel, NewEdit } from '../../live/edits/edit.ts';
import { update } from './changes.ts';
import { type CommandBoard, isWritable, itemsOf } from './command-board.ts';

/** Gives widgets other values, each those of its fields. A colour of letters ends the automatic one. */
export function style(
  board: Pick<CommandBoard, 'item'>,
  ids: Iterable<string>,
  body: Body,
  label: EditLabel = 'colour',
): NewEdit | undefined {
  const writable = itemsOf(board, ids).filter(isWritable);
  const operations = writable.flatMap(({ widget }) => {
    const own = Object.fromEntries(Object.entries(body).filter(([field]) => field in widget));
    const ends = 'text_color' in own && 'auto_text_color' in widget && !('auto_text_color' in own);
    return update(widget, ends ? { ...own, auto_text_color: false } : own);
  });
  return { label, operations };
}
