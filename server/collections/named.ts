import type { View } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { CollectedKind, Stored } from '../../model/resource.ts';
import type { Params } from '../access/access-rule.ts';
import { integerId } from '../access/authorization/path-ids.ts';
import type { Version } from '../store/store.ts';

/** The records as they are on disk, or as a command left them. */
export type Reads = View & { version(key: string): Version | undefined };

/** The key of the record that a path names. 400 when its id should be a number and is none, 404 when there is no such record. */
export function namedKey(definition: CollectedKind, view: Reads, params: Params): string {
  const { param, within, called = definition.name } = definition.collection;
  const container = within && containerOf(definition, view, params);
  const key = definition.key(idOf(definition, params));
  const version = view.version(key);
  if (version?.kind !== definition) throw refuse.notFound(called, params[param!]!);
  if (within && fieldOf(view.find(key)!.record, within.field) !== container!.id) throw refuse.notFound(called, params[param!]!);
  return key;
}

/** The record that a path names; refuses as `namedKey` does. */
export const named = (definition: CollectedKind, view: Reads, params: Params): Stored =>
  view.find(namedKey(definition, view, params))!.record;

/** The record that the path names and that holds the collection: the user of its access tokens. */
export function containerOf({ collection }: CollectedKind, view: View, params: Params): Stored {
  const { container } = collection.within!;
  const found = view.get(container, idOf(container, params));
  if (!found) throw refuse.notFound(container.name, params[container.collection.param!]!);
  return found;
}

/** A kind with a single record has no id in its path: its id is the initial value of the field. */
function idOf({ name, fields, collection: { param, firstId } }: CollectedKind, params: Params): string | number {
  if (param === undefined) return fields.id!.initial() as string;
  return firstId === undefined ? params[param]! : integerId(name, params[param]!);
}

const fieldOf = (record: Stored, field: string): unknown => (record as unknown as Record<string, unknown>)[field];
