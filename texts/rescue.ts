import type { en } from './en/rescue/index.ts';

/** Every text about what was nearly lost, in one language. A text with gaps is a function. */
export type RescueTexts = typeof en;
