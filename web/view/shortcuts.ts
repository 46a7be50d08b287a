import { type ReadonlySignal, signal } from '@preact/signals';
import type { Texts } from '../../texts/page.ts';
import { ariaChord, isPressed, isSingle, type KeyPress, readChord, shownChord } from './keys.ts';

/** Chapters of the list that `?` shows; those of editing are there while somebody edits. */
export type ShortcutGroup = keyof Texts['view']['groups'] | 'tool' | 'edit' | 'arrange' | 'text';

/** One row of the table from which handling, the list of shortcuts and `aria-keyshortcuts` follow. */
export interface Shortcut {
  readonly id: string;
  /** In the form of `readChord`. The first is the one that buttons and menus show. */
  readonly keys: readonly string[];
  readonly group: ShortcutGroup;
  readonly text: (texts: Texts) => string;
  /** Whether the row means anything now; else its keys mean what an earlier row says. Default: always. */
  readonly when?: () => boolean;
  readonly run: () => void;
  /** Does nothing more while its key stays down. Default: in chapters that open or choose something. */
  readonly once?: boolean | undefined;
}

/** Texts that come with rows: titles of chapters, and names of keys. */
export interface ShortcutWords {
  readonly groups: Partial<Readonly<Record<ShortcutGroup, string>>>;
  readonly keys: Readonly<Record<string, string>>;
}

export interface Shortcuts {
  readonly table: ReadonlySignal<readonly Shortcut[]>;
  /**
   * The row that was added last is run when several have one key. Returns what takes the rows out again.
   * @param words in the language of the page
   */
  add(rows: readonly Shortcut[], words?: () => ShortcutWords): () => void;
  /** The chapters in which there are rows, in their order. Of rows with the same text only the first. */
  chapters(texts: Texts): readonly ShortcutChapter[];
  /** Runs the shortcut of a press. False where there is none. */
  press(press: KeyPress): boolean;
  /** The keys for `aria-keyshortcuts`; undefined for a shortcut that is not there. */
  aria(id: string): string | undefined;
  /** Each way to press it, as the keys that a person sees on the keyboard. */
  shown(shortcut: Shortcut, texts: Texts): string[][];
  /** The first way in one word, for menus and hints. */
  hint(id: string, texts: Texts): string | undefined;
}

export interface ShortcutChapter {
  readonly title: string;
  readonly rows: readonly Shortcut[];
}

const ORDER: readonly ShortcutGroup[] = ['tool', 'edit', 'text', 'arrange', 'move', 'zoom', 'go', 'page'];
/** A key that stays down opens nothing again and again. */
const ONCE: readonly ShortcutGroup[] = ['tool', 'go', 'page'];

export interface ShortcutContext {
  /** Whether the keyboard is a Mac's. */
  readonly mac: boolean;
  readonly singleKeys: ReadonlySignal<boolean>;
}

export function createShortcuts({ mac, singleKeys }: ShortcutContext): Shortcuts {
  const table = signal<readonly Shortcut[]>([]);
  const byId = (id: string): Shortcut | undefined => table.value.find((one) => one.id === id);
  const isMeant = (text: string, press: KeyPress): boolean => {
    const chord = readChord(text);
    return isPressed(chord, press, mac) && (singleKeys.peek() || !isSingle(chord));
  };
  const added = signal<readonly (() => ShortcutWords)[]>([]);
  const shown = ({ keys }: Shortcut, texts: Texts): string[][] => {
    const names = Object.assign({}, texts.view.keys, ...added.value.map((words) => words().keys));
    return keys.map((text) => shownChord(readChord(text), mac, names));
  };
  const titleOf = (group: ShortcutGroup, { view }: Texts): string =>
    (view.groups as ShortcutWords['groups'])[group] ?? added.value.map((words) => words().groups[group]).join('');
  return {
    table,
    shown,
    add(rows, words) {
      table.value = [...table.peek(), ...rows];
      if (words) added.value = [...added.peek(), words];
      return () => {
        table.value = table.peek().filter((one) => !rows.includes(one));
        added.value = added.peek().filter((one) => one !== words);
      };
    },
    chapters: (texts) =>
      ORDER.map((group) => ({
        title: titleOf(group, texts),
        rows: onceEach(
          table.value.filter((row) => row.group === group),
          texts,
        ),
      })).filter(({ rows }) => rows.length > 0),
    press(press) {
      const found = table.peek().findLast(({ keys, when }) => keys.some((text) => isMeant(text, press)) && (when?.() ?? true));
      if (found && !(press.repeat && (found.once ?? ONCE.includes(found.group)))) found.run();
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

const onceEach = (rows: readonly Shortcut[], texts: Texts): readonly Shortcut[] =>
  rows.filter(({ text }, at) => rows.findIndex((row) => row.text(texts) === text(texts)) === at);
