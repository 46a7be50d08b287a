import { Clipboard, Copy, Scissors } from 'lucide';
import type { Action } from '../action.ts';
import { isFree, isPinned } from '../commands/command-board.ts';

const ofEditing = { group: 'edit', places: ['menu'], isHeardByBrowser: true, once: true } as const;

export const cut: Action = {
  ...ofEditing,
  id: 'cut',
  text: ({ actions }) => actions.cut,
  icon: Scissors,
  keys: ['Mod+X'],
  isThere: (items) => items.some((item) => isFree(item) && !isPinned(item)),
  run: ({ clip }) => clip.perform('cut'),
};

export const copy: Action = {
  ...ofEditing,
  id: 'copy',
  text: ({ actions }) => actions.copy,
  icon: Copy,
  keys: ['Mod+C'],
  isThere: (items) => items.some(isFree),
  run: ({ clip }) => clip.perform('copy'),
};

export const paste: Action = {
  ...ofEditing,
  id: 'paste',
  text: ({ actions }) => actions.paste,
  icon: Clipboard,
  keys: ['Mod+V'],
  isThere: () => true,
  run: ({ clip }) => clip.perform('paste'),
  places: ['menu', 'canvas'],
};

/** Has keys alone: no browser tells a menu where something was copied. */
export const pasteInPlace: Action = {
  ...paste,
  id: 'paste-in-place',
  text: ({ actions }) => actions.pasteInPlace,
  keys: ['Mod+Shift+V'],
  places: [],
};
