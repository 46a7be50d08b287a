import { effect } from '@preact/signals';
import { type Clock, type Timer, usualClock } from '../../../client/index.ts';
import type { SavedState } from '../../live/edits/edit.ts';
import type { Edits } from '../../live/edits/edits.ts';
import { editTexts } from '../texts.ts';
import '../../parts/badge.css';

/** A change that the server has sooner needs no word. */
const PATIENCE_MS = 400;

/**
 * Says beside the name of a canvas whether the server has everything. Screen readers hear only of trouble. Returns what ends that.
 * @param place where words about the canvas stand
 */
export function showSaved(
  { saved, isLasting }: Pick<Edits, 'saved' | 'isLasting'>,
  place: Element,
  clock: Pick<Clock, 'after'> = usualClock,
): () => void {
  const word = document.createElement('span');
  const trouble = document.createElement('span');
  trouble.className = 'unseen';
  trouble.role = 'status';
  place.prepend(word, trouble);
  let timer: Timer | undefined;
  let shown: SavedState = 'saved';
  const show = (): void => {
    const texts = editTexts.peek().saving;
    const isTrouble = !['saved', 'saving'].includes(shown);
    const words = texts[shown === 'slow' ? 'saving' : shown];
    const isLost = !isLasting.peek() && !['saved', 'saving'].includes(shown);
    word.textContent = isLost ? texts.keepsNothing(words) : words;
    word.className = `badge saved-word ${isTrouble && shown !== 'slow' ? 'warning' : 'neutral'}`;
    word.ariaHidden = String(isTrouble);
    trouble.textContent = isTrouble ? word.textContent : '';
  };
  const end = effect(() => {
    const next = saved.value;
    // Another language may have been chosen
    editTexts.value;
    isLasting.value;
    timer?.cancel();
    const turn = (): void => {
      shown = next;
      show();
    };
    if (next === 'saving' && shown === 'saved') timer = clock.after(PATIENCE_MS, turn);
    else turn();
  });
  return () => {
    end();
    timer?.cancel();
    word.remove();
    trouble.remove();
  };
}
