import { signal } from '@preact/signals';
import type { Editing } from '../editing.ts';
import { lazyPart } from '../lazy-part.ts';
import type { TextEditing } from './text-editing.ts';
import { textFieldOf, valueIn } from './text-fields.ts';

export function createTextEditing(editing: Editing): TextEditing {
  const opened = signal<string | undefined>(undefined);
  const part = lazyPart(
    () => import('./writing.ts'),
    ({ createWriting }) => {
      const writing = createWriting(editing, opened);
      return { writing, close: writing.destroy };
    },
  );
  return {
    opened,
    isLoaded: part.isLoaded,
    open(id, options = {}) {
      const item = editing.board.item(id);
      const field = item && (options.field ?? textFieldOf(item));
      if (!item || field === undefined || typeof valueIn(item, field) !== 'string') return false;
      if (part.current) return part.current.writing.open(id, options);
      part.use(({ writing }) => writing.open(id, options));
      return true;
    },
    close: () => part.current?.writing.close(),
    destroy: part.close,
  };
}
