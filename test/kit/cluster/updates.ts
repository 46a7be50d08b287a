import { fault, told } from './evidence.ts';
import type { History, Operation } from './history.ts';
import type { Registers } from './registers.ts';

type Bound = Operation & { readonly from: string };

/** Two writes that were bound to the same state of a key, and both took effect: the first of them is lost. */
export function lostUpdates({ operations }: History, registers: Registers): string[] {
  const first = new Map<string, Operation>();
  return operations.filter(isBound).flatMap((one) => {
    const [[key, value] = ['', '']] = Object.entries(one.writes ?? {});
    if (one.outcome === 'refused' || !registers.tookEffect(key, value)) return [];
    const from = `${key}\n${one.from}`;
    const other = first.get(from);
    if (other) return [fault(`lost update: ${key} was ${one.from} for two`, [told(other), told(one)])];
    first.set(from, one);
    return [];
  });
}

const isBound = (operation: Operation): operation is Bound => operation.from !== undefined;
