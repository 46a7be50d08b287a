import { type Body, initialValues, readCreate, readPatch, sentNames } from './field.ts';
import type { About, Hooks, View, Work, Writer } from './hooks.ts';
import { Refusal, refuse } from './refusal.ts';
import type { CollectedKind, Kind, Stored } from './resource.ts';

/** What writing a record needs of its definition. */
export interface WritableKind extends Kind, Pick<CollectedKind, 'fields' | 'patchOnly'> {
  // biome-ignore lint/suspicious/noExplicitAny: hooks take the records of their own type
  readonly hooks: Hooks<any>;
}

/** Values that the server gives and no client sends: a hash, those of a file, an id that is a number. */
export type ServerValues = { readonly id?: Stored['id'] } & { readonly [field: string]: unknown };

/** Makes a record from a create body, and returns its key. 409 when `given` has the id of a record that is there. */
export function* createRecord(definition: WritableKind, body: Body, writer: Writer, given: ServerValues = {}): Work<string> {
  const { fields } = definition;
  const values = readCreate(fields, body);
  const next: Stored = { ...initialValues(fields), ...given, ...values, id: given.id ?? writer.newId() };
  yield* insertSent(definition, next, { sent: sentNames(fields, values, body), body }, writer);
  return definition.key(next.id);
}

/**
 * Changes what a PATCH body holds, and returns the key. A change that changes nothing writes nothing. The body is read last, because
 * reading may parse it. Only a field that the record did not have asks for the initial values, which keep fields in their order.
 */
export function* patchRecord(
  definition: WritableKind,
  previous: Stored,
  request: { readonly body: Body },
  writer: Writer,
): Work<string> {
  definition.hooks.changing?.(previous);
  const { body } = request;
  const { values, sent } = readChange(definition, body, previous);
  const isNew = Object.keys(values).some((name) => !(name in previous));
  const record = Object.assign(isNew ? initialValues(definition.fields) : {}, previous, values);
  yield* updateSent(definition, { record, previous }, { body, sent }, writer);
  return definition.key(previous.id);
}

/** Deletes a record and everything that depends on it. */
export function* removeRecord({ key, hooks }: WritableKind, record: Stored, writer: Writer): Work<undefined> {
  hooks.removing?.(record, writer);
  yield* writer.remove(key(record.id));
}

type DefinedKind<R extends Stored> = Kind<R> & { readonly hooks: Hooks<R> };

/**
 * Inserts a record with the hooks of its definition: prepare, check, insert, created. `prepare` may change `record`.
 * `sent`: the names of the fields that the body held. 409 when its id is taken.
 */
export const insertRecord = <R extends Stored>(kind: DefinedKind<R>, record: R, sent: Iterable<string>, writer: Writer): Work =>
  insertSent(kind, record, { sent: new Set(sent), body: {} }, writer);

/**
 * Refuses with 409 when the key is that of a record of this scope, whatever its kind. The id of a canvas is taken on the canvas itself,
 * because `parent_id` may name the root by it.
 */
export function refuseTaken(key: string, view: View): void {
  if (key === view.scope) throw refuse.exists('Canvas', key);
  const found = view.find(key);
  if (found) throw refuse.exists(found.kind.name, key);
}

/** Replaces a record with the hooks of its definition: prepare, check, update, changed. An equal record writes nothing. */
export const updateRecord = <R extends Stored>(
  kind: DefinedKind<R>,
  record: R,
  previous: R,
  sent: Iterable<string>,
  writer: Writer,
): Work => updateSent(kind, { record, previous }, { sent: new Set(sent), body: {} }, writer);

type SentBody = Pick<About<unknown>, 'sent' | 'body'>;

function* insertSent<R extends Stored>(kind: DefinedKind<R>, record: R, sent: SentBody, writer: Writer): Work {
  const about = { ...sent, previous: undefined, view: writer, now: writer.now };
  prepare(kind, record, about);
  kind.hooks.check?.(record, about);
  refuseTaken(kind.key(record.id), writer);
  writer.insert(kind, record);
  const work = kind.hooks.created?.(record, writer, about);
  if (work) yield* work;
}

interface RecordChange<R> {
  readonly record: R;
  readonly previous: R;
}

function* updateSent<R extends Stored>(
  kind: DefinedKind<R>,
  { record, previous }: RecordChange<R>,
  sent: SentBody,
  writer: Writer,
): Work {
  const about = { ...sent, previous, view: writer, now: writer.now };
  prepare(kind, record, about);
  kind.hooks.check?.(record, about);
  writer.update(kind, record);
  const work = kind.hooks.changed?.(record, previous, writer, about);
  if (work) yield* work;
}

/** Turns a refusal by `prepare` into a fault of the definition: which hook refuses first must not decide the answer. */
function prepare<R extends Stored>({ name, hooks }: DefinedKind<R>, record: R, about: About<R>): void {
  try {
    hooks.prepare?.(record, about);
  } catch (cause) {
    throw cause instanceof Refusal ? new Error(`${name} refuses in prepare`, { cause }) : cause;
  }
}

/** The values and names of a PATCH body. A key that is only sent and never stored counts when its value is not the initial one. */
function readChange(
  { fields, patchOnly = {} }: WritableKind,
  body: Body,
  previous: Stored,
): { values: object; sent: Set<string> } {
  const values = readPatch(fields, body, previous as never);
  const sent = sentNames(fields, values, body);
  const besides: Record<string, unknown> = readPatch(patchOnly, body, initialValues(patchOnly));
  for (const key in besides) if (besides[key] !== patchOnly[key]!.initial()) sent.add(key);
  return { values, sent };
}
