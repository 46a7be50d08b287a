import type { Element } from '../element.ts';
import type { Operation, UpdateOperation } from './edit.ts';
import type { Effect } from './pending-operation.ts';
import { isPlaceAlone } from './place-alone.ts';
import type { Changes } from './predicted-records.ts';

type Fields = Record<string, unknown>;

/** What an operation does to each record that it changes. */
export function effectsOf(operation: Operation, changes: Changes): Map<string, Effect> {
  const effects = new Map<string, Effect>();
  for (const [id, { before, after }] of changes) {
    if (after) effects.set(id, effectOf(before, after, id === operation.id ? operation : undefined));
    else effects.set(id, { is: 'gone' });
  }
  return effects;
}

const effectOf = (before: Element | undefined, after: Element, operation: Operation | undefined): Effect =>
  before ? { is: 'set', fields: changedFields(before, after, operation) } : { is: 'made', element: after };

/** The fields of a place, from which nothing follows: as an update of ten thousand widgets has them. */
function placeFields({ body }: UpdateOperation, after: Element): Fields {
  const { location, depth } = after as unknown as Fields;
  return 'auto_raise' in body || 'depth' in body ? { location, depth } : { location };
}

/** The fields that an update writes, also those that have their value already, and what follows from them. */
function changedFields(before: Element, after: Element, operation: Operation | undefined): Fields {
  if (operation?.op === 'update' && isPlaceAlone(operation.body)) return placeFields(operation, after);
  const fields: Fields = {};
  const sent: object = operation && operation.op !== 'delete' ? operation.body : {};
  for (const [key, value] of Object.entries(after)) {
    const isSent = key in sent || (key === 'depth' && 'auto_raise' in sent);
    if (isSent || !isEqual(value, (before as unknown as Fields)[key])) fields[key] = value;
  }
  return fields;
}

/** The record after an effect; undefined: it is not there. */
export function affected(record: Element | undefined, effect: Effect): Element | undefined {
  if (effect.is === 'gone') return undefined;
  if (effect.is === 'made') return record ?? effect.element;
  return record && ({ ...record, ...effect.fields } as Element);
}

/** Whether a record has all that an effect gives it. */
export function isAffected(record: Element, effect: Effect): boolean {
  if (effect.is !== 'set') return false;
  for (const key in effect.fields) if (!isEqual(effect.fields[key], (record as unknown as Fields)[key])) return false;
  return true;
}

/** The effect with the values that the server has answered. @param shown the record as it is shown */
export function answeredEffect(effect: Effect, result: object, shown: Element | undefined): Effect {
  const answer = result as Fields;
  if (effect.is === 'gone' || !shown) return effect;
  // A stroke is answered as its own endpoint shows it; what is beyond the bound of an answer is an id alone
  if (effect.is === 'made') return { is: 'made', element: { ...effect.element, ...answer } as Element };
  const fields: Fields = {};
  for (const key in effect.fields) fields[key] = key in answer ? answer[key] : effect.fields[key];
  return { is: 'set', fields };
}

/** What a record has after an effect, as far as the effect says. */
export function valuesOf(effect: Effect): Readonly<Fields> {
  if (effect.is === 'gone') return {};
  return effect.is === 'made' ? (effect.element as unknown as Fields) : effect.fields;
}

/** Whether two values of JSON are the same. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  let count = 0;
  for (const key in one) {
    if (!(key in other) || !isEqual((one as Fields)[key], (other as Fields)[key])) return false;
    count++;
  }
  for (const _ in other) count--;
  return count === 0;
}
