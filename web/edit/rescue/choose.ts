import { say } from '../../parts/toast.tsx';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { putWords, wordFields } from '../text/lost-words.ts';
import { type Conflict, turned } from './conflicts.ts';
import { rescueTexts } from './rescue-texts.ts';

/** What a person can make of a change that met one of somebody else. */
interface ConflictChoices {
  mine(): void;
  theirs(): void;
  /** Undefined: it is not about a text. */
  readonly both: (() => void) | undefined;
}

export function choose(editing: Editing, id: string, conflict: Conflict): ConflictChoices {
  const { conflicts } = editing.rescue.current!;
  const words = rescueTexts.peek().conflicts;
  const text = Object.entries(conflict.mine).find(([field, value]) => wordFields.has(field) && typeof value === 'string');
  return {
    mine() {
      const record = conflicts.record(id);
      if (!record) return;
      if (editing.together.isHeld(id)) return void say(words.held);
      // An open text would be written over it
      if (editing.text.opened.peek() === id) editing.text.close();
      conflicts.remove(id);
      editing.perform(turned(id, conflict, record, (one) => conflicts.record(one) !== undefined));
    },
    theirs() {
      conflicts.remove(id);
      say(words.keptTheirs, { text: texts.peek().common.undo, run: () => conflicts.put(id, conflict) });
    },
    both: text && (() => keepBoth(editing, id, String(text[1]))),
  };
}

/** Between two notes, in pixels of the canvas. */
const GAP = 20;

/** Puts the text into a note beside that of the other. */
function keepBoth(editing: Editing, id: string, text: string): void {
  const item = editing.board.item(id);
  const box = item && { ...item.box, x: item.box.x + item.box.width + GAP };
  const widget = item?.widget;
  const parent_id = widget && 'parent_id' in widget ? widget.parent_id : undefined;
  const body = widget?.widget_type === 'Note' ? { background_color: widget.background_color } : {};
  editing.rescue.current!.conflicts.remove(id);
  putWords(editing, text, { box, parent_id, body });
}
