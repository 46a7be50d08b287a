import type { Edits } from '../../live/edits/edits.ts';
import { keepOpen } from './keep-open.ts';
import { showSaved } from './saved-word.ts';
import { tellRefusals } from './tell-refusals.ts';

/** All that a person learns of the way of changes to the server. Returns what ends it. */
export function beginSaving(edits: Edits): (() => void)[] {
  const place = document.querySelector('.canvas-words');
  return [keepOpen(edits), tellRefusals(edits), ...(place ? [showSaved(edits, place)] : [])];
}
