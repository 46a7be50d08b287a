import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Item } from '../../../live/board.ts';
import type { Editing } from '../../editing.ts';

/** The selected widgets in painting order, as they are now: drawn again when one of them changes. */
export function useSelected(editing: Editing): readonly Item[] {
  const { board, outline } = editing;
  const { ids } = outline.selection;
  const changes = useSignal(0);
  useEffect(
    () =>
      board.onChange(({ whole, changed, removed, added }) => {
        const isOwn = ({ id }: Item): boolean => ids.peek().has(id);
        if (ids.peek().size > 0 && (whole || changed.some(isOwn) || removed.some(isOwn) || added.some(isOwn))) changes.value++;
      }),
    [board],
  );
  return useComputed(() => {
    ids.value;
    changes.value;
    return editing.selected();
  }).value;
}
