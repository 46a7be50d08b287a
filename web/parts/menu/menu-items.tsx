import { Icon, type IconNode } from '../icon.tsx';
import './menu.css';

export interface MenuItem {
  readonly text: string;
  readonly icon?: IconNode;
  readonly run: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** One of several in its group: the mark says which one it is. Alone in its group it is on or off. */
  readonly checked?: boolean;
  /** A text at the end, such as a shortcut. */
  readonly hint?: string;
}

interface GroupsProps {
  /** Groups of items, with a line between two. */
  readonly items: readonly (readonly MenuItem[])[];
  readonly choose: (item: MenuItem) => void;
}

/** What stands in a menu. */
export const MenuGroups = ({ items, choose }: GroupsProps) => (
  <>
    {items.map((group, at) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of a menu is no fieldset
      <div key={at} role="group" class="menu-group">
        {group.map((item) => (
          <Entry key={item.text} item={item} markAs={group.length > 1 ? 'menuitemradio' : 'menuitemcheckbox'} choose={choose} />
        ))}
      </div>
    ))}
  </>
);

interface EntryProps {
  readonly item: MenuItem;
  readonly markAs: 'menuitemradio' | 'menuitemcheckbox';
  readonly choose: (item: MenuItem) => void;
}

const Entry = ({ item, markAs, choose }: EntryProps) => (
  <button
    type="button"
    {...(item.checked === undefined ? { role: 'menuitem' } : { role: markAs, 'aria-checked': item.checked })}
    tabIndex={-1}
    disabled={item.disabled}
    class={item.danger ? 'menu-item danger' : 'menu-item'}
    onClick={() => choose(item)}
  >
    {item.icon && <Icon of={item.icon} />}
    <span>{item.text}</span>
    {item.hint && <kbd>{item.hint}</kbd>}
  </button>
);
