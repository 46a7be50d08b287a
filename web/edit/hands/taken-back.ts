import type { Body } from '../../../model/field.ts';
import type { Edit, NewEdit, Operation } from '../../live/edits/edit.ts';

/**
 * What gives each record the values back that it had before a row of edits, and deletes what they have made; undefined: there were none. A
 * widget that was raised goes back to its depth.
 */
export function takenBack(edits: readonly Edit[]): NewEdit | undefined {
  const bodies = new Map<string, Record<string, unknown>>();
  const made: string[] = [];
  // The first edit is the last to write, because it knows the oldest values
  for (const { operations, before } of edits.toReversed()) {
    for (const { id, ...operation } of operations) {
      // What lies on another one was made after it, and goes first
      if (operation.op === 'create') made.unshift(id);
      const record = before.get(id) as Body | undefined;
      if (operation.op !== 'update' || !record) continue;
      const body = bodies.get(id) ?? {};
      bodies.set(id, body);
      for (const key in operation.body) body[key === 'auto_raise' ? 'depth' : key] = record[key === 'auto_raise' ? 'depth' : key];
    }
  }
  for (const id of made) bodies.delete(id);
  const operations: Operation[] = [...bodies].map(([id, body]) => ({ op: 'update', id, body }));
  for (const id of made) operations.push({ op: 'delete', id });
  return operations.length === 0 ? undefined : { label: edits[0]!.label, operations };
}
