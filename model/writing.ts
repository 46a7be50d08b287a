import type { Hooks, Work, Writer } from './hooks.ts';
import type { Kind, Stored } from './resource.ts';

type Defined<R extends Stored> = Kind<R> & { readonly hooks: Hooks<R> };

/**
 * Inserts a record with the hooks of its definition: prepare, check, insert, created. `prepare` may change
 * `record`. `sent`: the fields that the body held.
 */
export function* insertRecord<R extends Stored>(kind: Defined<R>, record: R, sent: Iterable<string>, writer: Writer): Work {
  const about = { sent: new Set(sent), previous: undefined, view: writer, now: writer.now };
  kind.hooks.prepare?.(record, about);
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
  kind.hooks.prepare?.(record, about);
  kind.hooks.check?.(record, about);
  writer.update(kind, record);
  const work = kind.hooks.changed?.(record, previous, writer);
  if (work) yield* work;
}
