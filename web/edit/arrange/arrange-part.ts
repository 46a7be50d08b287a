import type { NewEdit } from '../../live/edits/edit.ts';
import { align } from '../commands/align.ts';
import { distribute } from '../commands/distribute.ts';
import { sameSize } from '../commands/same-size.ts';
import { tidy } from '../commands/tidy.ts';
import type { Editing } from '../editing.ts';
import type { Arrangement } from './arranging.ts';
import { createSnapping } from './create-snapping.ts';
import { arrangementIcons } from './icons.ts';

const commands: Readonly<Record<Arrangement, (board: Editing['board'], ids: Iterable<string>) => NewEdit | undefined>> = {
  left: (board, ids) => align(board, ids, 'left'),
  centre: (board, ids) => align(board, ids, 'centre'),
  right: (board, ids) => align(board, ids, 'right'),
  top: (board, ids) => align(board, ids, 'top'),
  middle: (board, ids) => align(board, ids, 'middle'),
  bottom: (board, ids) => align(board, ids, 'bottom'),
  across: (board, ids) => distribute(board, ids, 'across'),
  down: (board, ids) => distribute(board, ids, 'down'),
  tidy,
  size: sameSize,
};

/** What of arranging is loaded beside the tools. */
export const createArrangePart = (editing: Editing) => ({
  snap: (ids: ReadonlySet<string>) => createSnapping(editing, ids),
  iconOf: (how: Arrangement) => arrangementIcons[how],
  arrange: (how: Arrangement, ids: Iterable<string>) => void editing.perform(commands[how](editing.board, ids)),
  close() {},
});
