import type { IconNode } from 'lucide';
import type { EditTexts } from '../../texts/edit.ts';
import type { Item } from '../live/board.ts';
import type { ShortcutGroup } from '../view/shortcuts.ts';
import type { Editing } from './editing.ts';

/**
 * One thing that people do with the selection or the canvas. Menus, bars and keys are made from one table of them, `actions/index.ts`; the
 * places are those where it is shown: the context menu and the menus of the outline's rows, that of the canvas, the selection bar, and the menu of
 * the order.
 */
export interface Action {
  readonly id: string;
  readonly text: (texts: EditTexts, items: readonly Item[]) => string;
  /** Called for an icon that is loaded with its part; undefined: it is not there yet. */
  readonly icon: IconNode | ((editing: Editing) => IconNode | undefined);
  /** In the form of `readChord`; the first is the one that is shown. */
  readonly keys: readonly string[];
  /** The chapter of the list of keys. */
  readonly group: ShortcutGroup;
  /** Whether it can be done with these items. Reads signals, so whoever draws it hears of a change. */
  readonly isThere: (items: readonly Item[], editing: Editing) => boolean;
  /** A switch, and whether it is on. Default: it is none. */
  readonly isOn?: (items: readonly Item[], editing: Editing) => boolean;
  readonly run: (editing: Editing, items: readonly Item[]) => void;
  readonly places: readonly ActionPlace[];
  /** The keys also work where it is not there, and it says so. */
  readonly says?: true;
  /** The browser itself takes the keys, and tells of them by events of the clipboard. */
  readonly isHeardByBrowser?: true;
  /** The keys do nothing more while they stay down. */
  readonly once?: true;
}

export type ActionPlace = 'menu' | 'canvas' | 'bar' | 'arrange';

/** The icon of an action now. */
export const iconOf = ({ icon }: Pick<Action, 'icon'>, editing: Editing): IconNode | undefined =>
  typeof icon === 'function' ? icon(editing) : icon;
