import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { en } from '../../texts/en/page/index.ts';
import { type KeyPress, readChord, shownChord } from './keys.ts';
import { createShortcuts, type Shortcut } from './shortcuts.ts';

const none = { repeat: false, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({ ...none, key, code, ...held });

/** A table whose rows say what was pressed. */
function begin({ mac = false, single = true } = {}) {
  const ran: string[] = [];
  const shortcuts = createShortcuts({ mac, singleKeys: signal(single) });
  const row = (id: string, ...keys: string[]): Shortcut => ({ id, keys, group: 'zoom', text: () => id, run: () => ran.push(id) });
  shortcuts.add([
    row('actual', '0', 'Mod+0'),
    row('fit', '1', 'Shift+1', 'Home'),
    row('in', '+', '=', 'Mod++'),
    row('map', 'M'),
    row('help', '?'),
  ]);
  const pressed = (...presses: KeyPress[]): string[] => {
    for (const one of presses) shortcuts.press(one);
    return ran.splice(0);
  };
  return { shortcuts, row, pressed };
}

describe('a shortcut', () => {
  it('is found by its keys, on keyboards of every layout', () => {
    const { pressed } = begin();
    expect(pressed(press('0', 'Digit0'), press('0', 'Digit0', { ctrlKey: true }), press('0', 'Numpad0'))).toEqual([
      'actual',
      'actual',
      'actual',
    ]);
    // Shift and 1: an exclamation mark on an American keyboard, the digit itself on a French one
    expect(
      pressed(press('!', 'Digit1', { shiftKey: true }), press('1', 'Digit1', { shiftKey: true }), press('&', 'Digit1')),
    ).toEqual(['fit', 'fit', 'fit']);
    expect(
      pressed(
        press('+', 'Equal', { shiftKey: true }),
        press('+', 'BracketRight'),
        press('+', 'Equal', { ctrlKey: true, shiftKey: true }),
      ),
    ).toEqual(['in', 'in', 'in']);
    expect(pressed(press('m', 'KeyM'), press('?', 'Minus', { shiftKey: true }))).toEqual(['map', 'help']);
  });

  it('is not another one with more keys held', () => {
    const { pressed } = begin();
    expect(
      pressed(
        press('m', 'KeyM', { ctrlKey: true }),
        press('M', 'KeyM', { shiftKey: true }),
        press('0', 'Digit0', { altKey: true }),
      ),
    ).toEqual([]);
    expect(pressed(press('Home', 'Home', { shiftKey: true }))).toEqual([]);
  });

  it('means Cmd on a Mac', () => {
    const { pressed } = begin({ mac: true });
    expect(pressed(press('0', 'Digit0', { metaKey: true }), press('0', 'Digit0', { ctrlKey: true }))).toEqual(['actual']);
  });

  it('with Alt is known by the place of a letter, because Macs type signs with it', () => {
    const { shortcuts, row, pressed } = begin({ mac: true });
    shortcuts.add([row('tidy', 'Alt+Shift+T'), row('left', 'Alt+A'), row('properties', 'Alt+Enter')]);
    expect(pressed(press('å', 'KeyA', { altKey: true }), press('ˇ', 'KeyT', { altKey: true, shiftKey: true }))).toEqual([
      'left',
      'tidy',
    ]);
    expect(pressed(press('Enter', 'Enter', { altKey: true }), press('a', 'KeyA'), press('Enter', 'Enter'))).toEqual([
      'properties',
    ]);
    expect(pressed(press('†', 'KeyT', { altKey: true }))).toEqual([]);
  });

  it('with Alt is none while AltGr is held, by which people type signs', () => {
    const { shortcuts, row, pressed } = begin();
    shortcuts.add([row('left', 'Alt+A'), row('backward', '[')]);
    const altGr = { altKey: true, getModifierState: (key: string) => key === 'AltGraph' };
    expect(pressed(press('a', 'KeyA', altGr), press('[', 'Digit8', { altKey: true, ctrlKey: true }))).toEqual([]);
    expect(pressed(press('a', 'KeyA', { altKey: true, getModifierState: () => false }))).toEqual(['left']);
  });

  it('gives way to an earlier one where it means nothing', () => {
    const { shortcuts, row, pressed } = begin();
    let isMeant = false;
    shortcuts.add([{ ...row('mine', 'M'), when: () => isMeant }]);
    expect(pressed(press('m', 'KeyM'))).toEqual(['map']);
    isMeant = true;
    expect(pressed(press('m', 'KeyM'))).toEqual(['mine']);
  });

  it('that works once does nothing more while its key stays down', () => {
    const { shortcuts, row, pressed } = begin();
    shortcuts.add([{ ...row('once', 'Delete'), once: true }]);
    expect(pressed(press('Delete', 'Delete'), press('Delete', 'Delete', { repeat: true }))).toEqual(['once']);
    expect(pressed(press('+', 'BracketRight'), press('+', 'BracketRight', { repeat: true }))).toEqual(['in', 'in']);
  });

  it('of a single letter or digit is off for a person who wants none, but keys without a sign stay', () => {
    const { pressed } = begin({ single: false });
    expect(
      pressed(press('m', 'KeyM'), press('!', 'Digit1', { shiftKey: true }), press('?', 'Minus', { shiftKey: true })),
    ).toEqual([]);
    expect(pressed(press('Home', 'Home'), press('0', 'Digit0', { ctrlKey: true }))).toEqual(['fit', 'actual']);
  });

  it('is that of the part that came last, until that part goes', () => {
    const { shortcuts, row, pressed } = begin();
    const remove = shortcuts.add([row('mine', 'M')]);
    expect(pressed(press('m', 'KeyM'))).toEqual(['mine']);
    remove();
    expect(pressed(press('m', 'KeyM'))).toEqual(['map']);
  });

  it('stands in a chapter, with words that come with its part', () => {
    const { shortcuts, row } = begin();
    const remove = shortcuts.add([{ ...row('delete', 'Delete'), group: 'edit' }], () => ({
      groups: { edit: 'Edit' },
      keys: { Delete: 'Del' },
    }));
    const texts = { ...en } as unknown as Parameters<typeof shortcuts.chapters>[0];
    const [edit, zoom] = shortcuts.chapters(texts);
    expect([edit!.title, zoom!.title]).toEqual(['Edit', 'Zoom']);
    expect(shortcuts.shown(edit!.rows[0]!, texts)).toEqual([['Del']]);
    remove();
    expect(shortcuts.chapters(texts).map(({ title }) => title)).toEqual(['Zoom']);
  });

  it('is told to screen readers in their words', () => {
    const { shortcuts } = begin();
    expect(shortcuts.aria('in')).toBe('Plus = Control+Plus');
    expect(shortcuts.aria('fit')).toBe('1 Shift+1 Home');
    expect(shortcuts.aria('nothing')).toBeUndefined();
  });

  it('is shown as the keys of the keyboard', () => {
    expect(shownChord(readChord('Mod++'), false, en.view.keys)).toEqual(['Ctrl', '+']);
    expect(shownChord(readChord('Mod+0'), true, en.view.keys)).toEqual(['⌘', '0']);
    expect(shownChord(readChord('Shift+ArrowLeft'), false, en.view.keys)).toEqual(['Shift', '←']);
    expect(shownChord(readChord('PageUp'), false, en.view.keys)).toEqual(['Page up']);
    expect(shownChord(readChord('Alt+Shift+T'), true, en.view.keys)).toEqual(['⌥', '⇧', 'T']);
    expect(shownChord(readChord('Alt+Enter'), false, en.view.keys)).toEqual(['Alt', 'Enter']);
  });
});
