import { effect, type Signal, signal, untracked } from '@preact/signals';
import type { Editing } from '../editing.ts';
import { gestureOf, lazyPart } from '../lazy-part.ts';
import type { KindQuestion, Kinds } from './kinds.ts';
import { hasCells } from './tables/has-cells.ts';

export function createKinds(editing: Editing): Kinds {
  const asked = signal<KindQuestion | undefined>(undefined);
  const gestures = lazyPart(
    () => import('./create-kind-gestures.ts'),
    ({ createKindGestures }) => createKindGestures(editing),
  );
  const endAsking = askForTools(editing, asked);
  return {
    isLoaded: gestures.isLoaded,
    beginConnector: (step) => gestureOf(gestures, step, ({ connecting }, first) => connecting.begin(first)),
    placeConnector: (point) => gestures.use(({ connecting }) => connecting.placeAt(point)),
    join: (src, dst) => gestures.use(({ connecting }) => connecting.join(src, dst)),
    enterCell(id, at) {
      const isThere = hasCells(editing.board, id);
      if (isThere) gestures.use(({ cells }) => cells.enter(id, at));
      return isThere;
    },
    grow: (table, line) => gestures.use(({ grow }) => grow(table, line)),
    press: (event) => gestures.current?.connecting.press(event) ?? false,
    asked,
    ask(question) {
      asked.value = question;
      return () => {
        if (asked.peek() === question) asked.value = undefined;
      };
    },
    answered() {
      const isGivenUp = asked.peek() === 'address' && editing.seat.address.peek() === '';
      asked.value = undefined;
      if (isGivenUp && editing.seat.tool.peek() === 'browser') editing.seat.tool.value = 'select';
    },
    close() {
      endAsking();
      gestures.close();
    },
  };
}

/** Some tools must know something before they can make anything. */
function askForTools({ seat }: Editing, asked: Signal<KindQuestion | undefined>): () => void {
  return effect(() => {
    const tool = seat.tool.value;
    untracked(() => {
      if (tool === 'browser') seat.address.value = '';
      if (tool === 'browser') asked.value = 'address';
      else if (tool === 'table') asked.value = 'table';
      else if (asked.peek() === 'address' || asked.peek() === 'table') asked.value = undefined;
    });
  });
}
