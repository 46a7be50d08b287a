import type { Editing } from '../editing.ts';
import { lazyPart } from '../lazy-part.ts';
import type { Arranging } from './arranging.ts';

export function createArranging(editing: Editing): Arranging {
  const part = lazyPart(
    () => import('./arrange-part.ts'),
    ({ createArrangePart }) => createArrangePart(editing),
  );
  return {
    isLoaded: part.isLoaded,
    snap: (ids) => part.current?.snap(ids),
    iconOf: (how) => part.current?.iconOf(how),
    arrange: (how, ids) => part.use((loaded) => loaded.arrange(how, ids)),
    close: part.close,
  };
}
