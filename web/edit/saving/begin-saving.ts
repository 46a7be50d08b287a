import type { Edits } from '../../live/edits/edits.ts';
import { keepOpen } from './keep-open.ts';
import { showSaved } from './saved-word.ts';
import { whenSaved } from './when-saved.ts';

/** What a person learns of the way of changes to the server while they wait. Returns what ends it: asking ends when nothing waits any more. */
export function beginSaving(edits: Edits): (() => void)[] {
  const place = document.querySelector('.canvas-words');
  const end = keepOpen(edits);
  return [() => whenSaved(edits, end), ...(place ? [showSaved(edits, place)] : [])];
}
