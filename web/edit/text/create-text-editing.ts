import { signal } from '@preact/signals';
import { sayFault } from '../../parts/toast.tsx';
import { noAnswer } from '../../session/rest.ts';
import type { Editing } from '../editing.ts';
import type { OpenOptions, TextEditing } from './text-editing.ts';
import { textFieldOf, valueIn } from './text-fields.ts';
import type { Writing } from './writing.ts';

/** Loads what writes at once, but beside the tools, which are there sooner. A text that is opened before it is there opens then. */
export function createTextEditing(editing: Editing): TextEditing {
  const opened = signal<string | undefined>(undefined);
  let writing: Writing | undefined;
  let waiting: { readonly id: string; readonly options: OpenOptions } | undefined;
  let isOver = false;
  const load = async (): Promise<void> => {
    const { createWriting } = await import('./writing.ts');
    if (isOver || writing) return;
    writing = createWriting(editing, opened);
    if (waiting) writing.open(waiting.id, waiting.options);
    waiting = undefined;
  };
  load().catch(() => undefined);
  return {
    opened,
    open(id, options = {}) {
      const item = editing.board.item(id);
      const field = item && (options.field ?? textFieldOf(item));
      if (!item || field === undefined || typeof valueIn(item, field) !== 'string') return false;
      if (writing) return writing.open(id, options);
      waiting = { id, options };
      load().catch(() => sayFault(noAnswer()));
      return true;
    },
    close: () => writing?.close(),
    destroy() {
      isOver = true;
      writing?.destroy();
    },
  };
}
