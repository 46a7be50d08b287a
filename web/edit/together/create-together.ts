import { effect } from '@preact/signals';
import type { Editing } from '../editing.ts';
import { lazyPart } from '../lazy-part.ts';
import type { Together } from './together.ts';

export function createTogether(editing: Editing): Together {
  const hands = lazyPart(
    () => import('./hands-together.ts'),
    ({ HandsTogether }) => new HandsTogether(editing),
  );
  // Without this code nothing is seen to move, so whoever grips something asks for it again
  const stopAsking = effect(() => {
    if (editing.held.groups.value.length > 0) hands.use(() => undefined);
  });
  return {
    isLoaded: hands.isLoaded,
    boxOf: (id) => hands.current?.boxOf(id),
    isHeld: (id) => hands.current?.isHeld(id) ?? false,
    writerOf: (id) => hands.current?.writerOf(id),
    loses: (ids) => hands.isLoaded.value && hands.current!.loses(ids),
    close() {
      stopAsking();
      hands.close();
    },
  };
}
