import { KeyIndex } from './key-index.ts';
import { Rank } from './rank.ts';
import { type Indexed, isSame, type Keys, type Ranks } from './record.ts';

type Maybe = Indexed | undefined;

/**
 * Every index and rank of a scope. An index holds at least the keys of each record's newest and durable version and
 * may say too much; a rank follows the newest.
 */
export class Indexes {
  readonly #indexes = new Map<string, KeyIndex>();
  readonly #ranks = new Map<string, Map<string, Rank>>();

  found(index: string, key: string): Iterable<string> {
    return this.#indexes.get(index)?.get(key) ?? NONE;
  }

  highest(rank: string, group: string, except?: string): number | undefined {
    return this.#ranks.get(rank)?.get(group)?.highest(except);
  }

  lowestFree(rank: string, group: string, from: number): number {
    return this.#ranks.get(rank)?.get(group)?.lowestFree(from) ?? from;
  }

  /** How many records are in a group. */
  count(rank: string, group: string): number {
    return this.#ranks.get(rank)?.get(group)?.size ?? 0;
  }

  /** Another version is the newest of a record. */
  replace(key: string, before: Maybe, next: Maybe, durable: Maybe): void {
    const was = before?.keys ?? NONE;
    const is = next?.keys ?? NONE;
    if (!isSame(was, is)) {
      this.#add(key, is);
      this.#forget(key, was, next, durable);
    }
    if (!isSame(before?.ranks ?? NONE, next?.ranks ?? NONE)) this.#rerank(key, before?.ranks ?? NONE, next?.ranks ?? NONE);
  }

  /** A version became durable that may not be the newest any more, and then its keys may have been forgotten. */
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

  #rerank(key: string, was: Ranks, is: Ranks): void {
    for (const one of was) if (!is.some(([name, group]) => one[0] === name && one[1] === group)) this.#leave(one, key);
    for (const [name, group, number] of is) {
      const before = was.find((one) => one[0] === name && one[1] === group);
      if (!before) this.#rank(name, group).add(key, number);
      else if (before[2] !== number) this.#rank(name, group).move(key, number, before[2]);
    }
  }

  #leave([name, group, number]: Ranks[number], key: string): void {
    const rank = this.#rank(name, group);
    rank.remove(key, number);
    if (rank.size === 0) this.#ranks.get(name)!.delete(group);
  }

  #index(name: string): KeyIndex {
    let index = this.#indexes.get(name);
    if (!index) this.#indexes.set(name, (index = new KeyIndex()));
    return index;
  }

  #rank(name: string, group: string): Rank {
    let groups = this.#ranks.get(name);
    if (!groups) this.#ranks.set(name, (groups = new Map()));
    let rank = groups.get(group);
    if (!rank) groups.set(group, (rank = new Rank()));
    return rank;
  }
}

const NONE: readonly never[] = [];

function stands(version: Maybe, index: string, value: string): boolean {
  if (version) for (const one of version.keys) if (one[0] === index && one[1] === value) return true;
  return false;
}
