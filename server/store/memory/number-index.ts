import type { Neighbours } from '../../../model/hooks.ts';
import { SortedNumbers } from './sorted-numbers.ts';
import { TakenNumbers } from './taken-numbers.ts';

/** A heap of fewer entries is never looked through. */
const LEAST = 64;

/**
 * The numbers of one group of records. The largest costs O(log n) for each change: a heap that may hold outdated entries, and
 * for each record that ever changed its number the present one. An entry is outdated when the two differ.
 */
export class NumberIndex {
  readonly #numbers: number[] = [];
  readonly #records: string[] = [];
  /** NaN, which is no entry's number: the record has left. */
  readonly #present = new Map<string, number>();
  /** Undefined until the first question: most groups are never asked. */
  #taken: TakenNumbers | undefined;
  #sorted: SortedNumbers | undefined;
  /** Records in the group. */
  size = 0;

  /** A record that was not in the group until now. */
  add(record: string, number: number): void {
    this.size++;
    this.#taken?.add(number);
    this.#sorted?.add(number);
    // Only a record that was here before can have an outdated entry.
    if (this.#present.has(record)) this.#present.set(record, number);
    this.#enter(record, number);
  }

  /** `before`: its number until now. */
  move(record: string, number: number, before: number): void {
    this.#taken?.remove(before);
    this.#taken?.add(number);
    this.#sorted?.remove(before);
    this.#sorted?.add(number);
    this.#present.set(record, number);
    this.#enter(record, number);
  }

  remove(record: string, before: number): void {
    this.size--;
    this.#taken?.remove(before);
    this.#sorted?.remove(before);
    this.#present.set(record, Number.NaN);
  }

  /** The lowest number from `from` on that no record of the group has, where all are whole and below 2^30. */
  lowestFree(from: number): number {
    this.#taken ??= this.#takenNow();
    return this.#taken.lowest(from);
  }

  /** What lies next to a number. `without`: the number of one record that does not count. */
  neighbours(number: number, without?: number): Neighbours {
    this.#sorted ??= new SortedNumbers([...this.#valid().values()]);
    return this.#sorted.neighbours(number, without);
  }

  /** Each record of the group with its number, in no order. */
  entries(): Iterable<readonly [record: string, number: number]> {
    return this.#valid();
  }

  highest(except?: string): number | undefined {
    this.#dropWhile((at) => this.#outdated(at));
    if (except === undefined || this.#records[0] !== except) return this.#numbers[0];
    const number = this.#numbers[0]!;
    this.#dropWhile((at) => this.#records[at] === except || this.#outdated(at));
    const next = this.#numbers[0];
    this.#push(number, except);
    return next;
  }

  #enter(record: string, number: number): void {
    this.#push(number, record);
    if (this.#records.length > Math.max(LEAST, this.size * 2)) this.#compact();
  }

  #dropWhile(isDropped: (at: number) => boolean): void {
    while (this.#records.length > 0 && isDropped(0)) this.#pop();
  }

  #outdated(at: number): boolean {
    const present = this.#present.get(this.#records[at]!);
    return present !== undefined && present !== this.#numbers[at];
  }

  #takenNow(): TakenNumbers {
    const taken = new TakenNumbers();
    for (const number of this.#valid().values()) taken.add(number);
    return taken;
  }

  /** One entry for each record of the group. */
  #valid(): Map<string, number> {
    const valid = new Map<string, number>();
    for (let at = 0; at < this.#records.length; at++) {
      if (!this.#outdated(at)) valid.set(this.#records[at]!, this.#numbers[at]!);
    }
    return valid;
  }

  /** Keeps one valid entry per record, so that raising one widget for ever does not grow the heap. */
  #compact(): void {
    const kept = this.#valid();
    this.#numbers.length = 0;
    this.#records.length = 0;
    this.#present.clear();
    for (const [record, number] of kept) this.#push(number, record);
  }

  #push(number: number, record: string): void {
    let at = this.#records.push(record) - 1;
    this.#numbers.push(number);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#numbers[parent]! >= number) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, number, record);
  }

  #pop(): void {
    const number = this.#numbers.pop()!;
    const record = this.#records.pop()!;
    const size = this.#records.length;
    if (size === 0) return;
    let at = 0;
    for (let child = 1; child < size; child = at * 2 + 1) {
      if (child + 1 < size && this.#numbers[child + 1]! > this.#numbers[child]!) child++;
      if (number >= this.#numbers[child]!) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, number, record);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#numbers[from]!, this.#records[from]!);
  }

  #put(at: number, number: number, record: string): void {
    this.#numbers[at] = number;
    this.#records[at] = record;
  }
}
