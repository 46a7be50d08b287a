import { expect, test } from 'vitest';
import { type ViewCommands, viewShortcuts } from '../../view/view-shortcuts.ts';
import { actions } from '../actions/index.ts';
import type { Editing } from '../editing.ts';
import { tools } from '../tools/index.ts';
import { moveRows } from './move-rows.ts';

/** The keys of editing, as docs/page.md and other whiteboards have them. */
const known: Readonly<Record<string, readonly string[]>> = {
  tools: ['V', 'H', 'P', 'Shift+P', 'E', 'N', 'T', 'C', 'A', 'B', 'I', 'Shift+T', '/'],
  writing: ['Enter', 'F2', 'Escape', 'Delete', 'Backspace', 'Alt+Enter', 'Shift+L'],
  undo: ['Mod+Z', 'Mod+Shift+Z', 'Mod+Y'],
  clipboard: ['Mod+C', 'Mod+X', 'Mod+V', 'Mod+Shift+V', 'Mod+D', 'Mod+A', 'Mod+Shift+F'],
  order: ['Shift+PageUp', 'Shift+PageDown', ']', '[', 'Shift+Home', 'Shift+End'],
  arranging: ['Alt+A', 'Alt+H', 'Alt+D', 'Alt+W', 'Alt+V', 'Alt+S', 'Alt+Shift+H', 'Alt+Shift+V', 'Alt+Shift+T'],
  moving: ['', 'Shift+', 'Mod+', 'Mod+Shift+'].flatMap((held) =>
    ['Left', 'Right', 'Up', 'Down'].map((side) => `${held}Arrow${side}`),
  ),
};

test('every key of editing is a shortcut, and means one thing', () => {
  const selection = { ids: { peek: () => new Set() } };
  const rows = moveRows({ outline: { selection } } as unknown as Editing);
  const keys = [...tools, ...actions, ...rows].flatMap((row) => row.keys);
  expect(keys).toHaveLength(new Set(keys).size);
  for (const [chapter, chords] of Object.entries(known))
    expect({ [chapter]: chords.filter((chord) => !keys.includes(chord)) }).toEqual({ [chapter]: [] });
});

test('no key of a tool or an action is a key of the view', () => {
  const view = viewShortcuts({ travel: {} } as unknown as ViewCommands).flatMap(({ keys }) => keys);
  expect(view).toContain('Mod+0');
  expect([...tools, ...actions].flatMap(({ keys }) => keys).filter((chord) => view.includes(chord))).toEqual([]);
});
