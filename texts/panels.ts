import type { en } from './en/panels/index.ts';

/** Every text of the panels and dialogs of editing in one language. A text with gaps is a function. */
export type PanelTexts = typeof en;
