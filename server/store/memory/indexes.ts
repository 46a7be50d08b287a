import type { Neighbours } from '../../../model/hooks.ts';
import { KeyIndex } from './key-index.ts';
import { NumberIndex } from './number-index.ts';
import { type Indexed, type IndexedNumbers, isSame, type Keys } from './versions.ts';

type Maybe = Indexed | undefined;

/**
 * The indexes of a scope. One of keys holds at least the keys of each record's newest and durable version and may say too much;
 * one of numbers follows the newest.
 */
export class Indexes {
  readonly #indexes = new Map<string, KeyIndex>();
  readonly #numbers = new Map<string, Map<string, NumberIndex>>();

  found(index: string, key: string): Iterable<string> {
    return this.#indexes.get(index)?.get(key) ?? NONE;
  }

  highest(index: string, group: string, except?: string): number | undefined {
    return this.#numbers.get(index)?.get(group)?.highest(except);
  }

  lowestFree(index: string, group: string, from: number): number {
    return this.#numbers.get(index)?.get(group)?.lowestFree(from) ?? from;
  }

  /** How many records are in a group. */
  count(index: string, group: string): number {
    return this.#numbers.get(index)?.get(group)?.size ?? 0;
  }

  neighbours(index: string, group: string, number: number, without?: number): Neighbours {
    return this.#numbers.get(index)?.get(group)?.neighbours(number, without) ?? ALONE;
  }

  /** The records of a group with their numbers, in no order. */
  numbered(index: string, group: string): Iterable<readonly [record: string, number: number]> {
    return this.#numbers.get(index)?.get(group)?.entries() ?? NONE;
  }

  /** Another version is the newest of a record. */
  replace(key: string, before: Maybe, next: Maybe, durable: Maybe): void {
    const was = before?.keys ?? NONE;
    const is = next?.keys ?? NONE;
    if (!isSame(was, is)) {
      this.#add(key, is);
      this.#forget(key, was, next, durable);
    }
    if (!isSame(before?.numbers ?? NONE, next?.numbers ?? NONE))
      this.#renumber(key, before?.numbers ?? NONE, next?.numbers ?? NONE);
  }

  /** A version became durable. It may no longer be the newest one, and then its keys may have been forgotten. */
  keep(key: string, version: Indexed): void {
    this.#add(key, version.keys);
  }

  /** A version is no longer durable. May be done late: until then the index says too much. */
  release(key: string, before: Indexed, durable: Maybe, newest: Maybe): void {
    if (!durable || !isSame(before.keys, durable.keys)) this.#forget(key, before.keys, durable, newest);
  }

  #add(key: string, keys: Keys): void {
    for (const [index, value] of keys) this.#index(index).add(value, key);
  }

  #forget(key: string, keys: Keys, one: Maybe, other: Maybe): void {
    for (const [index, value] of keys) {
      if (!stands(one, index, value) && !stands(other, index, value)) this.#index(index).remove(value, key);
    }
  }

  #renumber(key: string, was: IndexedNumbers, is: IndexedNumbers): void {
    for (const one of was) if (!is.some(([name, group]) => one[0] === name && one[1] === group)) this.#leave(one, key);
    for (const [name, group, number] of is) {
      const before = was.find((one) => one[0] === name && one[1] === group);
      if (!before) this.#numberIndex(name, group).add(key, number);
      else if (before[2] !== number) this.#numberIndex(name, group).move(key, number, before[2]);
    }
  }

  #leave([name, group, number]: IndexedNumbers[number], key: string): void {
    const index = this.#numberIndex(name, group);
    index.remove(key, number);
    if (index.size === 0) this.#numbers.get(name)!.delete(group);
  }

  #index(name: string): KeyIndex {
    let index = this.#indexes.get(name);
    if (!index) this.#indexes.set(name, (index = new KeyIndex()));
    return index;
  }

  #numberIndex(name: string, group: string): NumberIndex {
    let groups = this.#numbers.get(name);
    if (!groups) this.#numbers.set(name, (groups = new Map()));
    let index = groups.get(group);
    if (!index) groups.set(group, (index = new NumberIndex()));
    return index;
  }
}

const NONE: readonly never[] = [];
const ALONE: Neighbours = { lower: undefined, higher: undefined, same: 0 };

function stands(version: Maybe, index: string, value: string): boolean {
  if (version) for (const one of version.keys) if (one[0] === index && one[1] === value) return true;
  return false;
}
