import type { Edits } from '../../live/edits/edits.ts';
import { say } from '../../parts/toast.tsx';
import { editTexts } from '../texts.ts';
import { keepOpen } from './keep-open.ts';
import { showSaved } from './saved-word.ts';
import { tellRefusals } from './tell-refusals.ts';
import { whenSaved } from './when-saved.ts';

/** All that a person learns of the way of changes to the server. Returns what ends it; three of them end when nothing waits any more. */
export function beginSaving(edits: Edits): (() => void)[] {
  const place = document.querySelector('.canvas-words');
  const resumed = edits.onResumed((count) => void say(editTexts.peek().saving.resumed(count)));
  const lasting = [keepOpen(edits), tellRefusals(edits), resumed];
  return [...lasting.map((end) => () => whenSaved(edits, end)), ...(place ? [showSaved(edits, place)] : [])];
}
