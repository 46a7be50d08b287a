import type { ReadonlySignal } from '@preact/signals';
import type { EditLabel, Operation } from '../edits/edit.ts';
import type { Effect } from '../edits/pending-operation.ts';
import type { Element } from '../element.ts';

/** An operation that the server has not answered, as a browser keeps it. */
export interface KeptOperation {
  /** Rises within a tab. */
  readonly serial: number;
  /** The same number for operations of one edit. */
  readonly edit: number;
  readonly label: EditLabel;
  readonly operation: Operation;
  readonly effects: ReadonlyMap<string, Effect>;
  /** The record as it was shown before, as far as it matters; undefined: it was not there. */
  readonly before: Element | undefined;
  /** When it was made; earlier versions of the page did not say. */
  readonly at?: string;
}

/** Some operations in their order: what is written at once. */
export interface KeptPiece {
  /** Rises within a tab. */
  readonly key: number;
  readonly operations: readonly KeptOperation[];
}

/** A batch without an answer: it is sent again as it was, by this sender and with this number. */
export interface KeptFlight {
  readonly sender: string;
  readonly number: number;
  readonly serials: readonly number[];
}

/** What waits in a tab, or waited when it was closed. */
export interface KeptEdits {
  readonly pieces: readonly KeptPiece[];
  readonly flights: readonly KeptFlight[];
}

/** What is written in one step, all of it or nothing. */
export interface EditChanges {
  readonly put: readonly KeptPiece[];
  /** Keys of pieces that are over. */
  readonly remove: readonly number[];
  readonly flights: readonly KeptFlight[];
}

/** `kept`: the browser has it. `refused`: it keeps nothing now. `taken`: nothing is written, because another tab has taken over what waited here. */
export type WriteOutcome = 'kept' | 'refused' | 'taken';

/** Keeps what waits in one tab on one canvas for one person. */
export interface EditStore {
  /** Writes in the order of the calls. Never rejects, and takes at most a second. */
  write(changes: EditChanges): Promise<WriteOutcome>;
}

/** A store that outlives its tab. */
export interface LastingEditStore extends EditStore {
  /** False: the browser keeps nothing, so what waits is lost with the page. */
  readonly isLasting: ReadonlySignal<boolean>;
  /** What tabs that are no more have left: it is handed over, and belongs to this tab now. @param from its numbers are above this one */
  adopt(from: number): Promise<KeptEdits>;
  /** The tab is no more. @param left what waits still, for whoever opens the canvas next where the browser keeps nothing */
  close(left: KeptEdits): void;
}
