import { signal } from '@preact/signals';
import { type CardSelection, nothing, toggled } from './selection.ts';

/** What is selected on the page that is shown. */
export const selection = signal<CardSelection>(nothing);
/** The card that the keyboard is at. */
export const current = signal<string | undefined>(undefined);
/** What is carried by the mouse. */
export const carried = signal<readonly string[]>([]);

export const selectNothing = (): void => {
  if (selection.peek().ids.size > 0) selection.value = nothing;
};

export const pick = (id: string): void => {
  selection.value = toggled(selection.peek(), id);
};
