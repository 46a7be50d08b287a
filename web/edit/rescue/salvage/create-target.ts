import { newId } from '../../../live/edits/new-id.ts';
import type { Editing } from '../../editing.ts';
import { mayWrite, putWords } from '../../text/lost-words.ts';
import type { SalvageTarget } from './salvage-target.ts';

export const createTarget = (editing: Editing): SalvageTarget => ({
  takes: ({ value }) => mayWrite(editing.board) && (value.kind === 'text' || value.canvas_id === editing.board.canvas_id),
  putText({ value: { text, box, canvas_id } }) {
    putWords(editing, text, { box: canvas_id === editing.board.canvas_id ? box : undefined });
  },
  putStrokes(entries) {
    const operations = entries.map(({ value: { operation } }) => {
      const { widget_id, ...create } = operation;
      // On the canvas itself where the widget is not there any more
      const isThere = widget_id !== undefined && editing.board.item(widget_id) !== undefined;
      return { ...create, id: newId(), ...(isThere && { widget_id }) };
    });
    editing.perform({ label: 'ink', operations });
  },
});
