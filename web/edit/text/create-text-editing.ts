import { signal } from '@preact/signals';
import type { Item } from '../../live/board.ts';
import { say } from '../../parts/toast.tsx';
import { writeText } from '../commands/text.ts';
import type { Editing } from '../editing.ts';
import { lazyPart } from '../lazy-part.ts';
import { editTexts } from '../texts.ts';
import { catchKeys, type EarlyKeys } from './early-keys.ts';
import type { OpenOptions, TextEditing } from './text-editing.ts';
import { isOneLine, textFieldOf, valueIn } from './text-fields.ts';
import type { Writing } from './writing.ts';

/** A text that is to be opened, and what was typed for it meanwhile. */
interface WaitingText {
  readonly id: string;
  readonly field: string;
  readonly options: OpenOptions;
  readonly keys: EarlyKeys;
  isClosed: boolean;
}

/** A text that is opened before the code is there that writes opens then, with everything that was typed meanwhile. */
export function createTextEditing(editing: Editing): TextEditing {
  const { board, layers, stage } = editing;
  const opened = signal<string | undefined>(undefined);
  let waiting: WaitingText | undefined;
  let writer = editing.seat;
  const part = lazyPart(
    () => import('./writing.ts'),
    ({ createWriting }) => {
      const writing = createWriting(editing, opened);
      return { writing, close: writing.destroy };
    },
  );
  const openLate = (one: WaitingText, writing: Writing): void => {
    const { activeElement } = stage.ownerDocument;
    one.keys.take((steps) => {
      if (!writing.open(one.id, one.options)) return;
      if (opened.peek() === one.id) writing.type(steps);
      else append(editing, one, steps.map(({ text }) => text).join(''));
      if (!one.isClosed) return;
      writing.close();
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    });
  };
  const wait = (item: Item, field: string, options: OpenOptions): void => {
    if (waiting) waiting.isClosed = true;
    const takesEnter = options.pressed !== undefined || isOneLine(item, field);
    const keys = catchKeys(layers.editors, editTexts.peek().text.panel, takesEnter);
    const one = { id: item.id, field, options, keys, isClosed: false };
    waiting = one;
    part.use(
      ({ writing }) => openLate(one, writing),
      () => one.keys.take((steps) => writeAlone(editing, one, steps.map(({ text }) => text).join(''))),
    );
  };
  return {
    opened,
    isLoaded: part.isLoaded,
    fieldOf: (id) => part.current?.writing.fieldOf(id),
    open(id, options = {}) {
      const item = board.item(id);
      const field = item && (options.field ?? textFieldOf(item));
      if (!item || field === undefined || typeof valueIn(item, field) !== 'string') return false;
      if (isWritten(editing, id, options)) return true;
      writer = options.by ?? editing.seat;
      if (part.current) return part.current.writing.open(id, options);
      wait(item, field, options);
      return true;
    },
    close(by) {
      if (by && by !== writer) return;
      part.current?.writing.close();
      if (waiting) waiting.isClosed = true;
    },
    destroy: part.close,
  };
}

/** Whether somebody on another page writes it: then the person may look, and is told so. */
function isWritten(editing: Editing, id: string, { by = editing.seat }: OpenOptions): boolean {
  const name = editing.together.writerOf(id);
  if (name === undefined) return false;
  (editing.bySeat.get(by) ?? editing).outline.selection.select(id);
  say(editTexts.peek().text.writtenBy(name));
  return true;
}

/** What writes cannot be loaded, so what was typed is written without it. */
function writeAlone(editing: Editing, one: WaitingText, typed: string): void {
  const { id, options } = one;
  if (typed.trim() !== '') {
    if (options.made) editing.history.record(options.made);
    append(editing, one, typed);
  } else if (options.isNew) editing.edits.add({ label: 'delete', operations: [{ op: 'delete', id }] });
  editing.stage.focus({ preventScroll: true });
}

function append(editing: Editing, { id, field }: WaitingText, typed: string): void {
  const item = editing.board.item(id);
  if (item && typed !== '') editing.perform(writeText(editing.board, id, field, `${valueIn(item, field)}${typed}`));
}
