import { type Body, initialValues, readCreate, readPatch, sentNames } from './field.ts';
import type { About, Hooks, Work, Writer } from './hooks.ts';
import { Refusal } from './refusal.ts';
import type { Collected, Kind, Stored } from './resource.ts';

/** As much of a definition as is needed to write its records. */
export interface Written extends Kind, Pick<Collected, 'fields' | 'patchOnly'> {
  // biome-ignore lint/suspicious/noExplicitAny: hooks take the records of their own type
  readonly hooks: Hooks<any>;
}

interface Request {
  readonly body: Body;
}

/** Values of the server's own: a hash, those of a file, an id that is a number. */
export type Given = { readonly id?: Stored['id'] } & { readonly [field: string]: unknown };

/** Makes a record from a create body and gives its key. */
export function* createRecord(definition: Written, body: Body, writer: Writer, given: Given = {}): Work<string> {
  const { fields } = definition;
  const values = readCreate(fields, body);
  const next: Stored = { ...initialValues(fields), ...given, ...values, id: given.id ?? writer.newId() };
  yield* insertRecord(definition, next, sentNames(fields, values, body), writer);
  return definition.key(next.id);
}

/**
 * Changes what a PATCH body holds and gives the key; what changes nothing writes nothing. The body is looked at last, so that
 * it may be parsed on that first look.
 */
export function* patchRecord(definition: Written, previous: Stored, request: Request, writer: Writer): Work<string> {
  definition.hooks.changing?.(previous);
  const { values, sent } = readChange(definition, request.body, previous);
  yield* updateRecord(definition, { ...previous, ...values }, previous, sent, writer);
  return definition.key(previous.id);
}

/** Deletes a record and all that goes with it. */
export function* removeRecord({ key, hooks }: Written, record: Stored, writer: Writer): Work<undefined> {
  hooks.removing?.(record, writer);
  yield* writer.remove(key(record.id));
}

type Defined<R extends Stored> = Kind<R> & { readonly hooks: Hooks<R> };

/**
 * Inserts a record with the hooks of its definition: prepare, check, insert, created. `prepare` may change
 * `record`. `sent`: the fields that the body held.
 */
export function* insertRecord<R extends Stored>(kind: Defined<R>, record: R, sent: Iterable<string>, writer: Writer): Work {
  const about = { sent: new Set(sent), previous: undefined, view: writer, now: writer.now };
  prepare(kind, record, about);
  kind.hooks.check?.(record, about);
  writer.insert(kind, record);
  const work = kind.hooks.created?.(record, writer);
  if (work) yield* work;
}

/** Replaces a record with the hooks of its definition: prepare, check, update, changed. An equal one writes nothing. */
export function* updateRecord<R extends Stored>(
  kind: Defined<R>,
  record: R,
  previous: R,
  sent: Iterable<string>,
  writer: Writer,
): Work {
  const about = { sent: new Set(sent), previous, view: writer, now: writer.now };
  prepare(kind, record, about);
  kind.hooks.check?.(record, about);
  writer.update(kind, record);
  const work = kind.hooks.changed?.(record, previous, writer);
  if (work) yield* work;
}

/** What a PATCH body holds. A key that no record holds is among the names when its value is not the initial one. */
function readChange({ fields, patchOnly = {} }: Written, body: Body, previous: Stored): { values: object; sent: Set<string> } {
  const values = readPatch(fields, body, previous as never);
  const sent = sentNames(fields, values, body);
  const besides: Record<string, unknown> = readPatch(patchOnly, body, initialValues(patchOnly));
  for (const key in besides) if (besides[key] !== patchOnly[key]!.initial()) sent.add(key);
  return { values, sent };
}

/** A refusal would depend on which of several hooks came first: it is a fault of the definition, not of the request. */
function prepare<R extends Stored>({ name, hooks }: Defined<R>, record: R, about: About<R>): void {
  try {
    hooks.prepare?.(record, about);
  } catch (cause) {
    throw cause instanceof Refusal ? new Error(`${name} refuses in prepare`, { cause }) : cause;
  }
}
