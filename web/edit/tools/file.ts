import { FileUp } from 'lucide';
import { chooseFiles } from '../files/choose-files.ts';
import type { Tool } from '../tool.ts';

/** Opens the file chooser at once. The files come into the middle of the view, so there is nothing to place. */
export const file: Tool = {
  id: 'file',
  icon: FileUp,
  keys: ['I'],
  group: 'add',
  name: ({ tools }) => tools.file,
  cursor: 'default',
  chosen(editing) {
    editing.seat.tool.value = 'select';
    chooseFiles((files) => void editing.uploads.add(files));
    return undefined;
  },
};
