import { say } from '../../parts/toast.tsx';
import type { History, StepOutcome } from '../history.ts';
import type { EditSpeech } from './create-edit-speech.ts';

/** A history whose edits and steps are spoken, and shown where others have changed something since. */
export function spokenHistory(history: History, speech: Pick<EditSpeech, 'did' | 'stepped'>): History {
  const tell = (is: 'undo' | 'redo', outcome: StepOutcome | undefined): StepOutcome | undefined => {
    const text = speech.stepped(is, outcome);
    if (outcome && outcome.left > 0) say(text);
    return outcome;
  };
  const { canUndo, canRedo, next } = history;
  return {
    canUndo,
    canRedo,
    next,
    record(edit, run) {
      history.record(edit, run);
      speech.did(edit);
    },
    undo: () => tell('undo', history.undo()),
    redo: () => tell('redo', history.redo()),
  };
}
