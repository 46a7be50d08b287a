import { type ReadonlySignal, signal } from '@preact/signals';
import type { Texts } from '../../texts/page.ts';
import { ariaChord, isPressed, isSingle, type KeyPress, readChord, shownChord } from './keys.ts';

/** Chapters of the list that `?` shows. */
export type ShortcutGroup = 'move' | 'zoom' | 'go' | 'page';
export const shortcutGroups: readonly ShortcutGroup[] = ['move', 'zoom', 'go', 'page'];

/** One row of the table from which handling, the list of shortcuts and `aria-keyshortcuts` follow. */
export interface Shortcut {
  readonly id: string;
  /** In the form of `readChord`. The first is the one that buttons and menus show. */
  readonly keys: readonly string[];
  readonly group: ShortcutGroup;
  readonly text: (texts: Texts) => string;
  readonly run: () => void;
}

export interface Shortcuts {
  readonly table: ReadonlySignal<readonly Shortcut[]>;
  /** The row that was added last is run when several have one key. Returns what takes the rows out again. */
  add(rows: readonly Shortcut[]): () => void;
  /** Runs the shortcut of a press. False where there is none. */
  press(press: KeyPress): boolean;
  /** The keys for `aria-keyshortcuts`; undefined for a shortcut that is not there. */
  aria(id: string): string | undefined;
  /** Each way to press it, as the keys that a person sees on the keyboard. */
  shown(shortcut: Shortcut, texts: Texts): string[][];
  /** The first way in one word, for menus and hints. */
  hint(id: string, texts: Texts): string | undefined;
}

/** A key that stays down opens nothing again and again. */
const ONCE: readonly ShortcutGroup[] = ['go', 'page'];

export interface ShortcutMeans {
  /** Whether the keyboard is a Mac's. */
  readonly mac: boolean;
  readonly singleKeys: ReadonlySignal<boolean>;
}

export function createShortcuts({ mac, singleKeys }: ShortcutMeans): Shortcuts {
  const table = signal<readonly Shortcut[]>([]);
  const byId = (id: string): Shortcut | undefined => table.value.find((one) => one.id === id);
  const isMeant = (text: string, press: KeyPress): boolean => {
    const chord = readChord(text);
    return isPressed(chord, press, mac) && (singleKeys.peek() || !isSingle(chord));
  };
  const shown = ({ keys }: Shortcut, texts: Texts): string[][] =>
    keys.map((text) => shownChord(readChord(text), mac, texts.view.keys));
  return {
    table,
    shown,
    add(rows) {
      table.value = [...table.peek(), ...rows];
      return () => {
        table.value = table.peek().filter((one) => !rows.includes(one));
      };
    },
    press(press) {
      const found = table.peek().findLast(({ keys }) => keys.some((text) => isMeant(text, press)));
      if (found && !(press.repeat && ONCE.includes(found.group))) found.run();
      return found !== undefined;
    },
    aria: (id) =>
      byId(id)
        ?.keys.map((text) => ariaChord(readChord(text), mac))
        .join(' '),
    hint(id, texts) {
      const found = byId(id);
      return found && shown(found, texts)[0]?.join(mac ? '' : '+');
    },
  };
}
