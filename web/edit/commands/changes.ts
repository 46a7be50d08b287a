import type { Body } from '../../../model/field.ts';
import type { UpdateOperation } from '../../live/edits/edit.ts';

/** What of a body a record does not say already; `undefined` when it says all. Parts of a value, such as `size.width`, count alone. */
function changesOf(record: object, body: Body): Body | undefined {
  const known = record as Body;
  const changes: Record<string, unknown> = {};
  for (const key in body) if (!says(known[key], body[key])) changes[key] = body[key];
  return Object.keys(changes).length > 0 ? changes : undefined;
}

/** An update of what is new. */
export function update(record: { readonly id: string }, body: Body): UpdateOperation[] {
  const changes = changesOf(record, body);
  return changes ? [{ op: 'update', id: record.id, body: changes }] : [];
}

function says(known: unknown, wanted: unknown): boolean {
  if (known === wanted) return true;
  if (typeof known !== 'object' || typeof wanted !== 'object' || known === null || wanted === null) return false;
  return Object.entries(wanted).every(([key, value]) => says((known as Body)[key], value));
}
