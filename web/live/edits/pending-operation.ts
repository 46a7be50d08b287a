import type { Element } from '../element.ts';
import type { Edit, Operation } from './edit.ts';

/** What an operation does to one record. `set`: these fields get these values. */
export type Effect =
  | { readonly is: 'made'; readonly element: Element }
  | { readonly is: 'gone' }
  | { readonly is: 'set'; readonly fields: Readonly<Record<string, unknown>> };

/** An operation that is shown and that the stream has not confirmed yet. */
export interface PendingOperation {
  /** Several where updates that waited became one; the newest is last. */
  edits: readonly Edit[];
  operation: Operation;
  /** What happens to the record of the operation and to others, such as the cells of a table. Empty: it is expected to be refused. */
  effects: Map<string, Effect>;
  /** The record of the operation as it was shown before; undefined: it was not there. */
  before: Element | undefined;
  /** When it was made, by the clock of the server, as records tell times; empty: nobody knows. */
  readonly at: string;
  /** Set by the answer: the stream has it from this revision on. */
  answered: number | undefined;
  /** Set by the answer: the server had made it before, nobody knows at which revision. */
  isRepeated: boolean;
  /** Left by a tab that is no more: nothing is shown of it before the server has answered it, or it was judged. */
  isHidden: boolean;
}
