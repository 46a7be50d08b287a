/**
 * The largest number of a group of records, in O(log n) for each change: a heap that may hold outdated entries,
 * and for each record that ever changed its number the present one. An entry is outdated when the two differ.
 */
export class Rank {
  readonly #numbers: number[] = [];
  readonly #records: string[] = [];
  readonly #present = new Map<string, number>();
  #compactAt = 64;

  /** `undefined` removes the record. `added`: it was not in this group until now, so no entry of it can be outdated. */
  set(record: string, number: number | undefined, added = false): void {
    if (!added || this.#present.has(record)) this.#present.set(record, number ?? Number.NaN);
    if (number === undefined) return;
    this.#push(number, record);
    if (this.#records.length > this.#compactAt) this.#compact();
  }

  highest(except?: string): number | undefined {
    this.#dropOutdated();
    if (this.#records[0] !== except || except === undefined) return this.#numbers[0];
    const number = this.#numbers[0]!;
    this.#pop();
    // Other entries of the same record with the same number may follow; they are no second record.
    const next = this.highest(except);
    this.#push(number, except);
    return next;
  }

  #dropOutdated(): void {
    while (this.#records.length > 0 && this.#outdated(0)) this.#pop();
  }

  #outdated(at: number): boolean {
    const present = this.#present.get(this.#records[at]!);
    return present !== undefined && present !== this.#numbers[at];
  }

  /** Keeps one valid entry per record, so that raising one widget for ever does not grow the heap. */
  #compact(): void {
    const kept = new Map<string, number>();
    for (let at = 0; at < this.#records.length; at++) {
      if (!this.#outdated(at)) kept.set(this.#records[at]!, this.#numbers[at]!);
    }
    this.#numbers.length = 0;
    this.#records.length = 0;
    this.#present.clear();
    for (const [record, number] of kept) this.#push(number, record);
    this.#compactAt = Math.max(64, kept.size * 2);
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
