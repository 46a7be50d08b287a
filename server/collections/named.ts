import type { View } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { CollectedKind, Stored } from '../../model/resource.ts';
import type { Params } from '../access/access-rule.ts';
import { integerId } from '../access/authorization/path-ids.ts';
import { recordOf, type Version } from '../store/store.ts';

/** The records as they are on disk, or as a command left them. */
export type Reads = View & { version(key: string): Version | undefined };

/** The key of the record that a path names. 400 when its id should be a number and is none, 404 when there is no such record. */
export function namedKey(definition: CollectedKind, view: Reads, params: Params): string {
  const { param, within, called = definition.name } = definition.collection;
  const container = within && containerId(definition, view, params);
  const key = definition.key(idOf(definition, params));
  const version = view.version(key);
  if (version?.kind.name !== definition.name) throw refuse.notFound(called, params[param!]!);
  if (within && fieldOf(version, within.field) !== container) throw refuse.notFound(called, params[param!]!);
  return key;
}

/** The record that a path names; refuses as `namedKey` does. */
export const named = (definition: CollectedKind, view: Reads, params: Params): Stored =>
  view.find(namedKey(definition, view, params))!.record;

/** The id of the record that the path names and that holds the collection: the user of its access tokens. Throws 404. */
export function containerId({ collection }: CollectedKind, view: Reads, params: Params): Stored['id'] {
  const within = collection.within!;
  if (within.only) return within.only(view).id;
  const { container } = within;
  const id = idOf(container, params);
  if (view.version(container.key(id))?.kind !== container) {
    throw refuse.notFound(container.name, params[container.collection.param!]!);
  }
  return id;
}

/** A kind with a single record has no id in its path: its id is the initial value of the field. */
function idOf({ name, fields, collection: { param, firstId } }: CollectedKind, params: Params): string | number {
  if (param === undefined) return fields.id!.initial() as string;
  return firstId === undefined ? params[param]! : integerId(name, params[param]!);
}

/** Hidden fields are read without the shown text, which may be long. */
function fieldOf(version: Version, field: string): unknown {
  const isHidden = version.kind.secrets.includes(field);
  return isHidden ? JSON.parse(version.hidden!)[field] : (recordOf(version) as unknown as Record<string, unknown>)[field];
}
