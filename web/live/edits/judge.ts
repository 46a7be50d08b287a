import type { Body } from '../../../model/field.ts';
import type { Element } from '../element.ts';
import { endsOf } from '../line-ends.ts';
import { affected, isEqual, valuesOf } from './effects.ts';
import { parentOf } from './highest.ts';
import type { PendingOperation } from './pending-operation.ts';

/**
 * What is to become of an operation that was not sent before the connection was lost. `send`: with this body. `theirs`: these keys of
 * its body are left out, because somebody else has changed what they write.
 */
export type Verdict =
  | { readonly is: 'done' | 'gone' }
  | { readonly is: 'send'; readonly body: Body | undefined; readonly theirs: readonly string[] };

type Values = Readonly<Record<string, unknown>>;

/**
 * Judges operations in their order. Make one for each time, once the board has all that others have done.
 * @param answered the record as the server has it, with what it has answered
 */
export function createJudge(answered: (id: string) => Element | undefined): (pending: PendingOperation) => Verdict {
  /** Records as they will be after what is sent before. */
  const sent = new Map<string, Element | undefined>();
  const current = (id: string): Element | undefined => (sent.has(id) ? sent.get(id) : answered(id));
  return (pending) => {
    const verdict = judged(pending, current(pending.operation.id));
    if (verdict.is !== 'send') return verdict;
    const gone = goneWith(pending, current);
    for (const [id, effect] of pending.effects) {
      if (effect.is === 'gone' && !gone.has(id)) continue;
      const left = id === pending.operation.id ? verdict.theirs : [];
      const fields = effect.is === 'set' ? without(effect.fields, left) : {};
      sent.set(id, affected(current(id), effect.is === 'set' ? { is: 'set', fields } : effect));
    }
    return verdict;
  };
}

function judged({ operation, effects, before }: PendingOperation, now: Element | undefined): Verdict {
  const whole: Verdict = { is: 'send', body: undefined, theirs: [] };
  if (operation.op === 'create') return now ? { is: 'done' } : whole;
  if (!now) return { is: operation.op === 'delete' ? 'done' : 'gone' };
  // Deleted here before it was changed, and somebody else has kept it
  if (operation.op === 'update' && !before) return { is: 'gone' };
  const effect = effects.get(operation.id);
  // What is expected to be refused is left to the server
  if (operation.op === 'delete' || effect?.is !== 'set') return whole;
  const mine: Values = effect.fields;
  const there = now as unknown as Values;
  const keys = Object.keys(operation.body);
  const open = keys.filter((key) => !isEqual(there[fieldOf(key)], mine[fieldOf(key)]));
  if (open.length === 0) return { is: 'done' };
  const old = before as unknown as Values;
  const theirs = open.filter((key) => fieldOf(key) in mine && !isEqual(there[fieldOf(key)], old[fieldOf(key)]));
  return { is: 'send', body: theirs.length > 0 ? without(operation.body, theirs) : operation.body, theirs };
}

/** The records that a deletion still takes away: since it was predicted, somebody else may have moved some of them elsewhere. */
function goneWith({ operation, effects }: PendingOperation, current: (id: string) => Element | undefined): ReadonlySet<string> {
  const held = new Map<string, string[]>();
  for (const [id, { is }] of effects) {
    const holders = is === 'gone' && id !== operation.id ? holdersOf(current(id)) : [];
    for (const holder of holders) {
      const ids = held.get(holder);
      if (ids) ids.push(id);
      else held.set(holder, [id]);
    }
  }
  const gone = new Set([operation.id]);
  // What is added on the way is visited, too
  for (const id of gone) for (const one of held.get(id) ?? []) gone.add(one);
  return gone;
}

/** What a record lies in, and what a connector ends at. */
function holdersOf(record: Element | undefined): string[] {
  const ends = record?.widget_type === 'Connector' ? endsOf(record) : [];
  return [parentOf(record), ...ends].filter((id) => id !== undefined);
}

/** A raise writes the depth. */
const fieldOf = (key: string): string => (key === 'auto_raise' ? 'depth' : key);

const without = (values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));

/** An operation that is not made has left no values: what was shown before it was there before those that come after it, too. */
export function forget({ operation, effects, before }: PendingOperation, later: Iterable<PendingOperation>): void {
  const { id } = operation;
  const effect = effects.get(id);
  if (!effect || !before) return;
  if (effect.is === 'gone') {
    // The record may be there when it is made again
    for (const one of later) if (one.operation.op === 'create' && one.operation.id === id) one.before = before;
    return;
  }
  const body = operation.op === 'create' ? operation.body : {};
  amend(id, later, { ...valuesOf(effect), ...body }, before as unknown as Values);
}

/** Operations that follow one another were shown a value that is another one by now. @param from what they were shown */
export function amend(id: string, later: Iterable<PendingOperation>, from: Values, to: Values): void {
  for (const one of later) {
    if (one.operation.id !== id || !one.before) continue;
    const before: Record<string, unknown> = { ...one.before };
    for (const key in from) if (isEqual(before[key], from[key])) before[key] = to[key];
    one.before = before as unknown as Element;
  }
}
