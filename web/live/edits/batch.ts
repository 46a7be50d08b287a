import type { RestAnswer } from '../../../client/index.ts';
import type { Operation } from './edit.ts';
import type { PendingOperation } from './pending-operation.ts';

/** One request: operations with the number that makes sending them again harmless (interface/widgets 19.3). */
export interface Batch {
  /** Whose numbers these are: those of this tab, or of one that is no more. */
  readonly sender: string;
  readonly number: number;
  readonly operations: readonly Operation[];
}

/** Rejects when nobody knows whether the batch was made. */
export type SendBatch = (batch: Batch) => Promise<Pick<RestAnswer, 'status' | 'body' | 'revision' | 'retryAfter'>>;

/** @bound Operations and bytes of one request, so that it is some milliseconds of work for the server. */
const OPERATIONS_MAX = 500;
const BYTES_MAX = 512 * 1024;

/**
 * The operations of the next batch: as many edits as fit in, the first one in parts if it alone does not.
 * @param waiting in their order
 */
export function nextBatch(waiting: Iterable<PendingOperation>, isAlone: boolean): PendingOperation[] {
  const taken: PendingOperation[] = [];
  let bytes = 0;
  /** How many of those taken are whole edits. */
  let whole = 0;
  let edit: PendingOperation['edits'][number] | undefined;
  for (const one of waiting) {
    const isNext = edit !== undefined && one.edits.at(-1) !== edit;
    if (isNext && isAlone) return taken;
    if (isNext) whole = taken.length;
    edit = one.edits.at(-1);
    bytes += sizeOf(one.operation);
    if (taken.length > 0 && (taken.length === OPERATIONS_MAX || bytes > BYTES_MAX)) return taken.slice(0, whole || taken.length);
    taken.push(one);
  }
  return taken;
}

/** A letter has at most three bytes for each of its units. */
function sizeOf(operation: Operation): number {
  const text = JSON.stringify(operation);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the letters of one byte
  return /^[\x00-\x7f]*$/.test(text) ? text.length : 3 * text.length;
}
