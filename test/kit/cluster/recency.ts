import { fault, told } from './evidence.ts';
import type { History, Operation } from './history.ts';

/**
 * Keys whose values come again (a permission that is given and taken): each has one writer. A reader must see the last value that was
 * acknowledged before it began, or one that was written later.
 */
export function recencyFaults({ operations }: History, isRepeated: (key: string) => boolean): string[] {
  const writes = new Map<string, Operation[]>();
  for (const one of operations.filter(({ outcome }) => outcome !== 'refused')) {
    for (const key of Object.keys(one.writes ?? {}).filter(isRepeated)) writes.set(key, [...(writes.get(key) ?? []), one]);
  }
  return operations.flatMap((read) =>
    [...(read.shown?.values ?? [])].flatMap(([key, value]) => {
      const old = isRepeated(key) ? writes.get(key) : undefined;
      return old && read.outcome !== 'unknown' ? outdated(key, value, read, old) : [];
    }),
  );
}

function outdated(key: string, value: string, read: Operation, writes: readonly Operation[]): string[] {
  const last = writes.findLast(({ completed }) => completed < read.invoked);
  const possible = writes.filter((one) => one.invoked < read.completed && (one === last || one.completed > (last?.invoked ?? 0)));
  if (!last || possible.some((one) => one.writes![key] === value)) return [];
  return [fault(`out of date: ${key} is ${value || 'gone'}`, [told(last), told(read)])];
}
