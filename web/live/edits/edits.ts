import type { ReadonlySignal } from '@preact/signals';
import type { Body } from '../../../model/field.ts';
import type { Element } from '../element.ts';
import type { Edit, NewEdit, Operation, SavedState } from './edit.ts';
import type { PendingOperation } from './pending-operation.ts';

/** The one ordered pipe of edits of a canvas: shown at once, sent in order, rolled back when the server refuses. */
export interface Edits {
  /**
   * Shows an edit in this turn, and sends it. @param isShownLater only `show` shows it, or whatever happens to records next: it is a record
   * of the page and on its way to the server at once all the same
   */
  add(edit: NewEdit, isShownLater?: boolean): Edit;
  /** Shows what was added to be shown later. */
  show(): void;
  /** Shows an edit that is still under way, and sends nothing. Returns what ends that: then it is as if it had not been. */
  preview(edit: NewEdit): () => void;
  /** The record of a widget or a stroke as it is shown; undefined: it is not there. */
  record(id: string): Element | undefined;
  readonly saved: ReadonlySignal<SavedState>;
  /** Operations that the server has not answered yet. */
  readonly pending: ReadonlySignal<number>;
  /** False: the browser keeps nothing, so what is pending goes with the page. */
  readonly isLasting: ReadonlySignal<boolean>;
  /** Whether the browser has everything that is pending. */
  readonly isKept: ReadonlySignal<boolean>;
  /** These operations, in their order. */
  unanswered(): readonly Operation[];
  /** Called when an edit, or operations of it, are rolled back. Returns what ends that. */
  onRefused(listen: (refusal: EditRefusal) => void): () => void;
  /** Called with the operations themselves that are not made, after `onRefused`. Returns what ends that. */
  onLost(listen: LostListener): () => void;
  /** Called with the number of changes that tabs which are no more had left and that are saved now. Returns what ends that. */
  onResumed(listen: (count: number) => void): () => void;
  /** The person may not edit any more: what has not been sent is refused at once. Call it before `close`. */
  forbid(): void;
  close(): void;
}

/** @param part what is not made of them; undefined: everything */
export type LostListener = (lost: readonly PendingOperation[], why: Pick<EditRefusal, 'reason' | 'status'>, part?: Body) => void;

export interface EditRefusal {
  readonly edit: Edit;
  /** The ids of the records that went back; the others of the edit stay. */
  readonly ids: readonly string[];
  /**
   * `refused`: by the server. While there was no connection, somebody else has deleted the record (`gone`) or changed the same
   * (`changed`), which is left as theirs.
   */
  readonly reason: 'refused' | 'gone' | 'changed';
  readonly status: number;
  /** In the words of the server; empty: it has none. */
  readonly msg: string;
}
