import { fault, told } from './evidence.ts';
import type { History, Operation } from './history.ts';

/** Each acknowledged request stands in the audit log once, a refused one never, one without an answer at most once. */
export function auditFaults({ operations }: History, node: string, entries: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  const expected = new Map<string, Operation[]>();
  for (const one of operations) if (one.audit !== undefined) expected.set(one.audit, [...(expected.get(one.audit) ?? []), one]);
  return [...expected].flatMap(([entry, asked]) => {
    const count = counts.get(entry) ?? 0;
    const least = asked.filter(({ outcome }) => outcome === 'ok').length;
    const most = asked.filter(({ outcome }) => outcome !== 'refused').length;
    if (count >= least && count <= most) return [];
    return [fault(`audit log on ${node}: ${count} times "${entry}"`, asked.map(told))];
  });
}
