import type { en } from './en/edit/index.ts';

/** Every text of editing in one language. A text with gaps is a function. */
export type EditTexts = typeof en;
