import type { Clock, Timer } from '../../../client/index.ts';
import type { Board } from '../../live/board.ts';
import type { Edit } from '../../live/edits/edit.ts';
import type { Outline } from '../../outline/outline.ts';
import { readingOrder } from '../../outline/reading-order.ts';
import type { Shortcuts } from '../../view/shortcuts.ts';
import type { StepOutcome } from '../history.ts';
import { editTexts } from '../texts.ts';
import { type SentenceContext, sentenceOf } from './sentence.ts';

/** Says what the person did, in one short sentence. */
export interface EditSpeech {
  did(edit: Edit): void;
  /** Nothing was done, because this many widgets are pinned. */
  pinned(count: number): void;
  /** Something was taken back or made again, or there was nothing. Returns what was said. */
  stepped(is: 'undo' | 'redo', outcome: StepOutcome | undefined): string;
  close(): void;
}

export interface EditSpeechContext {
  readonly board: Pick<Board, 'item' | 'items' | 'count'>;
  readonly outline: Pick<Outline, 'describe'> & { readonly speech: Pick<Outline['speech'], 'answer'> };
  readonly shortcuts: Pick<Shortcuts, 'aria'>;
  readonly clock: Pick<Clock, 'after' | 'steady'>;
  /** Whether a text is open: who writes hears every letter anyway. */
  readonly isWriting: () => boolean;
}

/** Edits of one kind that follow each other within this many milliseconds are said together. */
const GATHER = 500;

/** The first of several is said at once, and all of them when they have ended. */
export function createEditSpeech(context: EditSpeechContext): EditSpeech {
  const { clock, outline, isWriting } = context;
  let series: Edit[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let timer: Timer | undefined;
  const answer = (text: string): string => {
    timer?.cancel();
    outline.speech.answer(text);
    return text;
  };
  return {
    did(edit) {
      if (edit.label === 'text' && isWriting()) return;
      const goesOn = series.at(-1)?.label === edit.label && clock.steady() - last <= GATHER;
      series = goesOn ? [...series, edit] : [edit];
      last = clock.steady();
      timer?.cancel();
      // After what is said of a selection that comes with it
      timer = clock.after(goesOn ? GATHER : 0, () => answer(sentenceOf(series, asked(context))));
    },
    pinned: (count) => void answer(editTexts.peek().spoken.pinned(count)),
    stepped(is, outcome) {
      series = [];
      return answer(stepText(is, outcome));
    },
    close: () => timer?.cancel(),
  };
}

function stepText(is: 'undo' | 'redo', outcome: StepOutcome | undefined): string {
  const { spoken, actions } = editTexts.peek();
  if (!outcome) return spoken.nothing[is];
  if (outcome.left > 0) return outcome.isDone ? spoken.doneBut[is](outcome.left) : spoken.notDone[is](outcome.left);
  return spoken.done[is](actions.labels[outcome.label]);
}

/** Larger canvases are not put in order for a sentence. */
const MOST_ORDERED = 2_000;

function asked({ board, outline, shortcuts }: EditSpeechContext): SentenceContext {
  const { spoken } = editTexts.peek();
  return {
    words: spoken,
    item: (id) => board.item(id),
    kindOf: (widget) => outline.describe(widget).kind,
    positionOf(id) {
      if (board.count.peek() > MOST_ORDERED) return '';
      const entries = readingOrder(board.items());
      const at = entries.findIndex(({ item }) => item.id === id);
      return at < 0 ? '' : spoken.position(at + 1, entries.length);
    },
    undoKeys: spoken.undoKeys(shortcuts.aria('edit-undo')?.startsWith('Meta') ?? false),
  };
}
