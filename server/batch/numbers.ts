import type { View, Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { BatchSender, SENDERS } from '../../model/resources/batch-sender.ts';
import { isUuid } from '../../model/types.ts';
import type { Call } from '../http/routing/route.ts';
import type { ScopeTransaction } from '../store/store.ts';

/** How long a canvas knows the last number of a sender. */
const KEPT_MS = 24 * 3_600_000;

/** @bound Senders of numbered batches that a canvas knows: the one that was silent longest is forgotten. */
const SENDERS_MAX = 10_000;

/** Which batch of which sender it is. */
export interface BatchNumber {
  /** `<user id>.<UUID>`: nobody uses up the numbers of another user. */
  readonly sender: string;
  readonly number: number;
}

/** What the header `Easel-Batch` says; undefined: it was not sent. 400 for anything but a UUID and a whole number from 1 on. */
export function batchNumberOf({ headers, actor }: Pick<Call, 'headers' | 'actor'>): BatchNumber | undefined {
  const sent = headers['easel-batch'];
  if (sent === undefined) return undefined;
  const [, uuid = '', digits = ''] = /^(\S+) +([1-9]\d{0,15})$/.exec(sent.trim()) ?? [];
  const number = Number(digits);
  if (!isUuid(uuid) || !Number.isSafeInteger(number)) {
    throw refuse.invalid('Easel-Batch must be a UUID and a whole number from 1 on');
  }
  return { sender: `${actor.id}.${uuid.toLowerCase()}`, number };
}

/** Was this batch of the sender executed, or a later one? */
export function isRepeated({ sender, number }: BatchNumber, view: View, now: string): boolean {
  const known = view.get(BatchSender, sender);
  return known !== undefined && known.at > Date.parse(now) - KEPT_MS && number <= known.number;
}

/** Writes the number of the batch that is being executed. */
export function* noteNumber({ sender, number }: BatchNumber, scope: ScopeTransaction): Work {
  const record = { id: sender, number, at: Date.parse(scope.now) };
  if (scope.get(BatchSender, sender)) return scope.update(BatchSender, record);
  yield* forgetSilent(scope, record.at - KEPT_MS);
  scope.insert(BatchSender, record);
}

/** Makes room for one more sender: those go that were silent for too long, and the most silent one if there are too many. */
function* forgetSilent(scope: ScopeTransaction, since: number): Work {
  const isFull = scope.count(BatchSender, 'batch-senders', SENDERS) >= SENDERS_MAX;
  const { lower } = scope.neighbours(BatchSender, 'batch-senders', SENDERS, since);
  if (!isFull && lower === undefined) return;
  const [longest, ...others] = yield* scope.ordered(BatchSender, 'batch-senders', SENDERS);
  yield* scope.remove(longest!);
  for (const key of others) {
    if ((scope.find(key)!.record as BatchSender).at >= since) return;
    yield* scope.remove(key);
  }
}
