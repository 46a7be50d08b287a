import type { NewEdit } from '../../live/edits/edit.ts';
import type { CommandBoard } from './command-board.ts';
import { style } from './style.ts';

/** Writes one text of a widget. @param field the name of its field, such as `text`, `title`, `anchor_name` */
export const writeText = (board: Pick<CommandBoard, 'item'>, id: string, field: string, text: string): NewEdit | undefined =>
  style(board, [id], { [field]: text }, 'text');
