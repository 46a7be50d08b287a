import type { Clock } from '../../../client/index.ts';
import type { Body } from '../../../model/field.ts';
import type { Element } from '../element.ts';
import type { WriteOutcome } from '../kept/edit-store.ts';
import type { BatchFlight } from '../kept/keeper.ts';
import type { SendBatch } from './batch.ts';
import type { EditRefusal } from './edits.ts';
import type { AnsweredOperation } from './overlay.ts';
import type { PendingOperation } from './pending-operation.ts';

export interface OutboxPorts {
  readonly send: SendBatch;
  /** Whose numbers the batches of this outbox have. */
  readonly sender: string;
  /** Keeps what waits; undefined: nothing has changed. Batches leave when that is done. */
  readonly keep: (flights: readonly BatchFlight[], waiting: Iterable<PendingOperation>) => Promise<WriteOutcome> | undefined;
  readonly clock: Pick<Clock, 'steady' | 'after'>;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

export type Refused = Pick<EditRefusal, 'reason' | 'status' | 'msg'>;

export interface OutboxListener {
  /** These elements are shown differently now. */
  shown(elements: readonly Element[]): void;
  answered(operations: readonly AnsweredOperation[]): void;
  /** These operations are not made. @param part all that is not made of them; undefined: everything */
  refused(operations: readonly PendingOperation[], why: Refused, part?: Body): void;
  /** Changes that other tabs had left are saved, this many. */
  resumed(count: number): void;
  /** Nothing is sent any more, and this is left. */
  ended(flights: readonly BatchFlight[], waiting: readonly PendingOperation[]): void;
}
