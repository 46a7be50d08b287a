import { signal } from '@preact/signals';
import type { SalvageEntry, StrokeEntry, TextEntry } from './salvage.ts';

/** The canvas that the person edits now. */
export interface SalvageTarget {
  /** Whether this can be put there. A text goes into a note on any canvas; a stroke only goes where it was drawn. */
  takes(entry: SalvageEntry): boolean;
  putText(entry: TextEntry): void;
  putStrokes(entries: readonly StrokeEntry[]): void;
}

/** Undefined: the person edits none. */
export const salvageTarget = signal<SalvageTarget | undefined>(undefined);
