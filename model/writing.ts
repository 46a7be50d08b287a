import type { About, Hooks, Work, Writer } from './hooks.ts';
import { Refusal } from './refusal.ts';
import type { Kind, Stored } from './resource.ts';

type Defined<R extends Stored> = Kind<R> & { readonly hooks: Hooks<R> };

/**
 * Inserts a record with the hooks of its definition: prepare, check, insert, created. `prepare` may change `record`.
 * `sent`: the names of the fields that the body held.
 */
export function* insertRecord<R extends Stored>(kind: Defined<R>, record: R, sent: Iterable<string>, writer: Writer): Work {
  const about = { sent: new Set(sent), previous: undefined, view: writer, now: writer.now };
  prepare(kind, record, about);
  kind.hooks.check?.(record, about);
  writer.insert(kind, record);
  const work = kind.hooks.created?.(record, writer);
  if (work) yield* work;
}

/** Replaces a record with the hooks of its definition: prepare, check, update, changed. An equal record writes nothing. */
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

/** Turns a refusal by `prepare` into a fault of the definition: which hook refuses first must not decide the answer. */
function prepare<R extends Stored>({ name, hooks }: Defined<R>, record: R, about: About<R>): void {
  try {
    hooks.prepare?.(record, about);
  } catch (cause) {
    throw cause instanceof Refusal ? new Error(`${name} refuses in prepare`, { cause }) : cause;
  }
}
