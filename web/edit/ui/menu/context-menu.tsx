import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Item } from '../../../live/board.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { menuItems } from './action-items.ts';
import { ActionMenu } from './action-menu.tsx';

interface Opened {
  readonly at: DOMRect;
  readonly items: readonly Item[];
  readonly label: string;
  readonly by: Editing;
}

/** The menu of a right click, a long press, the menu key, and of a row of the outline. */
export function ContextMenu({ editing }: { readonly editing: Editing }) {
  const opened = useSignal<Opened | undefined>(undefined);
  useEffect(() => {
    const { hands, outline, board, stage } = editing;
    const open = (items: readonly Item[], at: DOMRect, label = editTexts.peek().actions.menu, by = editing): void => {
      opened.value = menuItems(items, by).length > 0 ? { at, items, label, by } : undefined;
    };
    outline.rowActions.value = {
      label: (name) => editTexts.value.actions.menuOf(name),
      open(id, at, name) {
        const item = board.item(id);
        if (item) open([item], at, editTexts.peek().actions.menuOf(name));
      },
    };
    const end = hands.onMenu(({ at, item, by }) => {
      const { left, top } = stage.getBoundingClientRect();
      const seated = editing.bySeat.get(by) ?? editing;
      open(item ? seated.selected() : [], new DOMRect(left + at.x, top + at.y, 0, 0), undefined, seated);
    });
    return () => {
      end();
      outline.rowActions.value = undefined;
    };
  }, [editing]);
  const close = (): void => {
    opened.value = undefined;
  };
  const { value } = opened;
  if (!value) return null;
  const { by, ...rest } = value;
  return <ActionMenu key={value} editing={by} {...rest} onClose={close} />;
}
