import type { RefObject } from 'preact';
import type { Item } from '../../../live/board.ts';
import { MenuAt } from '../../../parts/menu/menu-at.tsx';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { menuItems } from './action-items.ts';
import './action-menu.css';

interface Props {
  readonly editing: Editing;
  readonly items: readonly Item[];
  readonly at: DOMRect;
  /** Default: Actions. */
  readonly label?: string;
  readonly opener?: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Everything that can be done with some widgets. */
export function ActionMenu({ editing, items, at, label = editTexts.value.actions.menu, opener, onClose }: Props) {
  return (
    <div class="action-menu">
      <MenuAt label={label} items={menuItems(items, editing)} at={at} opener={opener} onClose={onClose} />
    </div>
  );
}
