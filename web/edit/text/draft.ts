/** A text that is being written, and what of it is selected, in units of UTF-16. */
export interface Draft {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** What was done to a draft; two of one kind in a row are undone together. */
export type DraftStep = 'type' | 'erase' | 'other';

/** Puts a text in the place of what is selected. */
export const inserted = ({ text, from, to }: Draft, added: string): Draft => {
  const at = from + added.length;
  return { text: text.slice(0, from) + added + text.slice(to), from: at, to: at };
};

export const selectedText = ({ text, from, to }: Draft): string => text.slice(from, to);

/** Milliseconds without a key after which the next one begins a step of its own. */
const PAUSE = 1_000;
/** A person who writes for an hour keeps the last ones. */
const MOST = 500;

/** The steps of one text while it is open. */
export class DraftHistory {
  readonly #before: Draft[] = [];
  #after: Draft[] = [];
  #last: { readonly step: DraftStep; readonly at: number } | undefined;

  /** Keeps what the draft was before a step. @param at milliseconds of any clock that only rises */
  record(before: Draft, step: DraftStep, at: number): void {
    const goesOn = this.#last?.step === step && step !== 'other' && at - this.#last.at < PAUSE;
    if (!goesOn) this.#before.push(before);
    if (this.#before.length > MOST) this.#before.shift();
    this.#after = [];
    this.#last = { step, at };
  }

  undo(now: Draft): Draft | undefined {
    this.#last = undefined;
    const before = this.#before.pop();
    if (before) this.#after.push(now);
    return before;
  }

  redo(now: Draft): Draft | undefined {
    this.#last = undefined;
    const after = this.#after.pop();
    if (after) this.#before.push(now);
    return after;
  }
}
