import { computed, signal } from '@preact/signals';
import { createSelection, type Selection } from '../../selection/selection.ts';
import { createHistory } from '../create-history.ts';
import type { Editing } from '../editing.ts';

export interface SeatEditing {
  readonly editing: Editing;
  readonly selection: Selection;
}

/** What one person at a wall edits with: an own tool with its options, selection and undo; all else is that of the page. */
export function createSeatEditing(base: Editing): SeatEditing {
  const { board, seat, ink } = base;
  const selection = createSelection(board);
  const history = createHistory(base);
  const options = {
    penColour: signal(ink.options.penColour.peek()),
    penWidth: signal(ink.options.penWidth.peek()),
    markerColour: signal(ink.options.markerColour.peek()),
    eraserSize: signal(ink.options.eraserSize.peek()),
    erasesWhole: signal(ink.options.erasesWhole.peek()),
  };
  const editing: Editing = {
    ...base,
    seat: { ...seat, tool: signal(seat.tool.peek()), isLocked: signal(false), noteColour: signal(seat.noteColour.peek()) },
    outline: { ...base.outline, selection },
    history,
    ink: {
      ...ink,
      options,
      penColour: computed(() => options.penColour.value ?? ink.penColour.value),
      write: (step, style) => ink.write(step, style, editing.seat),
      erase: (step) => ink.erase(step, editing.seat),
    },
    text: { ...base.text, open: (id, more) => base.text.open(id, { ...more, by: editing.seat }) },
    perform(edit, run, isShownLater = false) {
      if (!edit || edit.operations.length === 0) return undefined;
      const done = base.edits.add(edit, isShownLater);
      history.record(done, run);
      return done;
    },
    selected() {
      const items = [...selection.ids.peek()].flatMap((id) => board.item(id) ?? []);
      return items.sort((a, b) => a.order - b.order);
    },
    close: selection.close,
  };
  return { editing, selection };
}
