import type { Neighbours, Work } from '../../../model/hooks.ts';
import { STEPS } from '../../scheduler.ts';
import type { Head } from '../store.ts';
import { Indexes } from './indexes.ts';
import { PagedList } from './paged-list.ts';
import { bytesOf, Usage } from './usage.ts';
import { type Indexed, Versions } from './versions.ts';

export const NO_HEAD: Head = { modified_at: '', asset_size: 0, preview_hash: '' };

type Maybe = Indexed | undefined;

/** A record that gets another durable version. */
interface SettledRecord {
  readonly key: string;
  readonly before: Maybe;
  readonly after: Maybe;
}

/**
 * The records of one scope in memory: the newest version of each (what commands see) and, only for records with
 * pending changes, the durable one (what readers see). Lists hold the durable versions.
 */
export class Records {
  readonly #newest = new Map<string, Indexed>();
  /** Durable versions of the records whose newest version is not durable yet. */
  #durable = new Map<string, Maybe>();
  readonly #lists = new Map<string, PagedList>();
  readonly #indexes = new Indexes();
  #nextOrdinal = 1;
  /** Counts replacements: tells whether a switch that was prepared in slices still holds. */
  #replaced = 0;
  #bytes = 0;
  #counted = true;

  /**
   * @param usage in which these records are counted until `discard`.
   * @param versions makes the versions of these records.
   */
  constructor(
    private readonly usage = new Usage(),
    readonly versions = new Versions(),
  ) {}

  /** Memory that the newest versions take, which is what the limits of memory count. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The scope is dropped from memory, or is dead: its records are no longer counted. */
  discard(): void {
    if (this.#counted) this.usage.bytes -= this.#bytes;
    this.#counted = false;
  }

  newest(key: string): Maybe {
    return this.#newest.get(key);
  }

  durable(key: string): Maybe {
    return this.#durable.size > 0 && this.#durable.has(key) ? this.#durable.get(key) : this.#newest.get(key);
  }

  /** Records whose newest version is not the durable one. */
  get pending(): number {
    return this.#durable.size;
  }

  allNewest(): Iterable<Indexed> {
    return this.#newest.values();
  }

  list(name: string): PagedList {
    return listIn(this.#lists, name);
  }

  /** Keys of records under a key of an index; may say too much. */
  found(index: string, key: string): Iterable<string> {
    return this.#indexes.found(index, key);
  }

  highest(index: string, group: string, except?: string): number | undefined {
    return this.#indexes.highest(index, group, except);
  }

  lowestFree(index: string, group: string, from: number): number {
    return this.#indexes.lowestFree(index, group, from);
  }

  count(index: string, group: string): number {
    return this.#indexes.count(index, group);
  }

  neighbours(index: string, group: string, number: number, without?: number): Neighbours {
    return this.#indexes.neighbours(index, group, number, without);
  }

  numbered(index: string, group: string): Iterable<readonly [record: string, number: number]> {
    return this.#indexes.numbered(index, group);
  }

  takeOrdinal(): number {
    return this.#nextOrdinal++;
  }

  /** Puts a record as loaded: newest and durable. */
  load(version: Indexed): void {
    this.#newest.set(version.key, version);
    this.#count(undefined, version);
    this.#indexes.replace(version.key, undefined, version, undefined);
    moveIn(this.#lists, undefined, version);
  }

  /** Makes a version the newest one (undefined: deleted). */
  replace(key: string, next: Maybe): void {
    const before = this.#newest.get(key);
    if (before === next) return;
    const pending = this.#durable.has(key);
    const durable = pending ? this.#durable.get(key) : before;
    // Back at the durable version after an undo: nothing is pending any more.
    if (pending && durable === next) this.#durable.delete(key);
    else if (!pending) this.#durable.set(key, before);
    if (next) this.#newest.set(key, next);
    else this.#newest.delete(key);
    this.#replaced++;
    this.#count(before, next);
    this.#indexes.replace(key, before, next, durable);
  }

  /** A version that was pending is durable now: readers see it. */
  settle(key: string, version: Maybe): void {
    const before = this.durable(key);
    this.#makeDurable(key, version);
    if (before) this.#indexes.release(key, before, version, this.#newest.get(key));
    moveIn(this.#lists, before, version);
  }

  /** Many at once, as `settle` of each: `prepare` in slices, the switch in one turn, `tidy` in slices. */
  *prepare(settled: readonly SettledRecord[]): Work<() => void> {
    const copies = new Map<string, PagedList>();
    const replaced = this.#replaced;
    let newest = 0;
    for (const [at, { key, before, after }] of settled.entries()) {
      moveIn(copies, before, after, this.#lists);
      if (this.#newest.get(key) === after) newest++;
      if (at % STEPS === STEPS - 1) yield;
    }
    return () => {
      for (const [name, copy] of copies) this.list(name).become(copy);
      const isAll = newest === settled.length && this.#durable.size === newest && this.#replaced === replaced;
      if (isAll) this.#durable = new Map();
      else for (const { key, after } of settled) this.#makeDurable(key, after);
    };
  }

  *tidy(settled: readonly SettledRecord[]): Work {
    for (const [at, { key, before }] of settled.entries()) {
      if (before) this.#indexes.release(key, before, this.durable(key), this.#newest.get(key));
      if (at % STEPS === STEPS - 1) yield;
    }
  }

  #makeDurable(key: string, version: Maybe): void {
    if (this.#newest.get(key) === version) {
      this.#durable.delete(key);
      return;
    }
    this.#durable.set(key, version);
    if (version) this.#indexes.keep(key, version);
  }

  #count(before: Maybe, next: Maybe): void {
    const growth = bytesOf(next) - bytesOf(before);
    this.#bytes += growth;
    if (this.#counted) this.usage.bytes += growth;
    if (next && next.ordinal >= this.#nextOrdinal) this.#nextOrdinal = next.ordinal + 1;
  }
}

type Lists = Map<string, PagedList>;

/** Puts `after` in the place of `before` in every list of their kinds. Lists not there are copied from `from`. */
function moveIn(lists: Lists, before: Maybe, after: Maybe, from?: Lists): void {
  if (before && (before.ordinal !== after?.ordinal || before.kind !== after.kind)) {
    listIn(lists, before.kind.name, from).remove(before);
    for (const name of before.kind.lists) listIn(lists, name, from).remove(before);
  }
  if (!after) return;
  listIn(lists, after.kind.name, from).put(after);
  for (const name of after.kind.lists) listIn(lists, name, from).put(after);
}

function listIn(lists: Lists, name: string, from?: Lists): PagedList {
  let list = lists.get(name);
  if (!list) lists.set(name, (list = from?.get(name)?.copy() ?? new PagedList()));
  return list;
}
