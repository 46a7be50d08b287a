import type { Kind, Stored } from '../../model/resource.ts';
import { KeyIndex } from './key-index.ts';
import { PagedList } from './paged-list.ts';
import { Rank } from './rank.ts';
import { recordOf } from './record.ts';
import type { Head, Version } from './types.ts';

export const NO_HEAD: Head = { modified_at: '', asset_size: 0, preview_hash: '' };

type Keys = readonly (readonly [index: string, key: string])[];
const NO_KEYS: Keys = [];

/**
 * The records of one scope in memory: the newest version of each (what commands see) and, only for records with
 * pending changes, the durable one (what readers see). Indexes hold the keys of both and may say too much.
 */
export class Records {
  readonly #newest = new Map<string, Version>();
  /** Durable versions of the records whose newest version is not durable yet. */
  readonly #durable = new Map<string, Version | undefined>();
  /** Records whose pending changes touched an index: only these cost work when they become durable. */
  readonly #rekeyed = new Set<string>();
  readonly #lists = new Map<string, PagedList>();
  readonly #indexes = new Map<string, KeyIndex>();
  readonly #ranks = new Map<string, Map<string, Rank>>();
  #nextOrdinal = 1;
  /** Characters of all texts: what the cache limit counts. */
  bytes = 0;

  newest(key: string): Version | undefined {
    return this.#newest.get(key);
  }

  durable(key: string): Version | undefined {
    return this.#durable.size > 0 && this.#durable.has(key) ? this.#durable.get(key) : this.#newest.get(key);
  }

  allNewest(): Iterable<Version> {
    return this.#newest.values();
  }

  list(name: string): PagedList {
    let list = this.#lists.get(name);
    if (!list) this.#lists.set(name, (list = new PagedList()));
    return list;
  }

  found(index: string, key: string): Iterable<string> {
    return this.#indexes.get(index)?.get(key) ?? [];
  }

  highest(rank: string, group: string, except?: string): number | undefined {
    return this.#ranks.get(rank)?.get(group)?.highest(except);
  }

  takeOrdinal(): number {
    return this.#nextOrdinal++;
  }

  /** Puts a record as loaded: newest and durable. */
  load(version: Version): void {
    const record = recordOf(version);
    this.#newest.set(version.key, version);
    this.bytes += version.shown.length;
    this.#nextOrdinal = Math.max(this.#nextOrdinal, version.ordinal + 1);
    for (const name of listsOf(version.kind)) this.list(name).put(version);
    for (const [index, key] of keysOf(version.kind, record)) this.#index(index).add(key, version.key);
    for (const [name, group, number] of ranksOf(version.kind, record)) {
      this.#rank(name, group).set(version.key, number, true);
    }
  }

  /** Makes a version the newest one (undefined: deleted). Returns the one that it replaces. */
  replace(key: string, next: Version | undefined): Version | undefined {
    const before = this.#newest.get(key);
    if (!this.#durable.has(key)) this.#durable.set(key, before);
    if (next) {
      this.#newest.set(key, next);
      this.#nextOrdinal = Math.max(this.#nextOrdinal, next.ordinal + 1);
    } else this.#newest.delete(key);
    this.bytes += (next?.shown.length ?? 0) - (before?.shown.length ?? 0);
    this.#reindex(key, before, next);
    return before;
  }

  /** A version that was pending is durable now: readers see it. */
  settle(key: string, version: Version | undefined): void {
    const before = this.durable(key);
    const newest = this.#newest.get(key);
    if (this.#rekeyed.has(key)) this.#settleKeys(key, before, version, newest);
    if (newest === version) {
      this.#durable.delete(key);
      this.#rekeyed.delete(key);
    } else this.#durable.set(key, version);
    if (version) for (const name of listsOf(version.kind)) this.list(name).put(version);
    else if (before) for (const name of listsOf(before.kind)) this.list(name).remove(before.ordinal);
  }

  #reindex(key: string, before: Version | undefined, next: Version | undefined): void {
    const kind = (next ?? before)?.kind;
    if (!kind || (isEmpty(kind.indexes) && isEmpty(kind.ranks))) return;
    const was = before && recordOf(before);
    const is = next && recordOf(next);
    this.#moveKeys(key, was ? keysOf(kind, was) : NO_KEYS, is ? keysOf(kind, is) : NO_KEYS);
    if (!isEmpty(kind.ranks)) this.#moveRanks(kind, key, was, is);
  }

  #moveKeys(key: string, was: Keys, is: Keys): void {
    if (sameKeys(was, is)) return;
    this.#rekeyed.add(key);
    for (const [index, value] of is) this.#index(index).add(value, key);
    const durable = this.#durable.get(key);
    const kept = durable ? [...is, ...keysOf(durable.kind, recordOf(durable))] : is;
    this.#forget(key, was, kept);
  }

  #moveRanks(kind: Kind, key: string, was: Stored | undefined, is: Stored | undefined): void {
    for (const name in kind.ranks) {
      const before = was && kind.ranks[name]!(was);
      const next = is && kind.ranks[name]!(is);
      if (before?.[0] === next?.[0] && before?.[1] === next?.[1]) continue;
      if (before && before[0] !== next?.[0]) this.#rank(name, before[0]).set(key, undefined);
      if (next) this.#rank(name, next[0]).set(key, next[1], before === undefined);
    }
  }

  #settleKeys(key: string, before: Version | undefined, version: Version | undefined, newest: Version | undefined): void {
    const kept = [version, newest].flatMap((one) => (one ? keysOf(one.kind, recordOf(one)) : []));
    for (const [index, value] of kept) this.#index(index).add(value, key);
    if (before) this.#forget(key, keysOf(before.kind, recordOf(before)), kept);
  }

  #forget(key: string, keys: Keys, kept: Keys): void {
    for (const [index, value] of keys) {
      if (!kept.some((one) => one[0] === index && one[1] === value)) this.#index(index).remove(value, key);
    }
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

const isEmpty = (object: object): boolean => {
  for (const _ in object) return false;
  return true;
};

function* listsOf(kind: Kind): Iterable<string> {
  yield kind.name;
  yield* kind.lists;
}

function keysOf(kind: Kind, record: Stored): Keys {
  const keys: (readonly [string, string])[] = [];
  for (const index in kind.indexes) {
    const found = kind.indexes[index]!(record);
    if (typeof found === 'string') keys.push([index, found]);
    else if (found) for (const key of found) keys.push([index, key]);
  }
  return keys;
}

function* ranksOf(kind: Kind, record: Stored): Iterable<readonly [name: string, group: string, number: number]> {
  for (const name in kind.ranks) {
    const ranked = kind.ranks[name]!(record);
    if (ranked) yield [name, ranked[0], ranked[1]];
  }
}

const sameKeys = (a: Keys, b: Keys): boolean =>
  a.length === b.length && a.every(([index, key], at) => b[at]![0] === index && b[at]![1] === key);
