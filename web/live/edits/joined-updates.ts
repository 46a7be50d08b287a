import type { Body } from '../../../model/field.ts';
import type { Element } from '../element.ts';
import type { UpdateOperation } from './edit.ts';
import { affected, effectsOf, isEqual } from './effects.ts';
import type { Effect, PendingOperation } from './pending-operation.ts';
import { isPlaceAlone } from './place-alone.ts';
import { predict } from './predict.ts';
import { PredictedRecords } from './predicted-records.ts';
import type { ShownRecords } from './shown-records.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One update in the place of two of the same record. Undefined: the server would not make the same of it. */
export function joinedUpdates(
  first: PendingOperation,
  second: PendingOperation,
  shown: ShownRecords,
): Pick<PendingOperation, 'edits' | 'operation' | 'effects' | 'before'> | undefined {
  const { id } = first.operation;
  const one = first.effects.get(id);
  const other = second.effects.get(id);
  if (one?.is !== 'set' || other?.is !== 'set' || !first.before || !second.before) return undefined;
  const before = { ...second.before, ...old(first.before, one.fields) } as Element;
  const body = joinedBody((first.operation as UpdateOperation).body, (second.operation as UpdateOperation).body);
  const operation: UpdateOperation = { op: 'update', id, body };
  const edits = [...new Set([...first.edits, ...second.edits])];
  const joined = { edits, operation, effects: joinedEffects(first.effects, second.effects), before };
  if (isPlaceAlone(body)) return joined;
  const records = new PredictedRecords(shown);
  records.assume(id, before);
  const changes = predict(operation, records);
  const effect = changes && effectsOf(operation, changes).get(id);
  const after = affected(affected(before, one), other);
  if (!effect || !isEqual(affected(before, effect), after)) return undefined;
  return joined;
}

/** The values that a record had in these fields. */
const old = (before: Element, fields: Fields): Fields =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, (before as unknown as Fields)[key]]));

/** The newest value of each key; of a place, of each part that was sent. */
function joinedBody(one: Body, other: Body): Body {
  const body: Record<string, unknown> = { ...one, ...other };
  for (const [key, value] of Object.entries(other)) {
    const earlier = one[key];
    if (isParts(value) && isParts(earlier)) body[key] = { ...earlier, ...value };
  }
  return body;
}

const isParts = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function joinedEffects(one: PendingOperation['effects'], other: PendingOperation['effects']): Map<string, Effect> {
  const effects = new Map(one);
  for (const [id, effect] of other) {
    const earlier = effects.get(id);
    const isBoth = effect.is === 'set' && earlier?.is === 'set';
    effects.set(id, isBoth ? { is: 'set', fields: { ...earlier.fields, ...effect.fields } } : effect);
  }
  return effects;
}
