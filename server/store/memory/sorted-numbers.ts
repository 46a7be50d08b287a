import type { Neighbours } from '../../../model/hooks.ts';

/** Room for more numbers than there are, so that most of them are added without a new array. */
const SPARE = 64;

/** Numbers in rising order, equal ones side by side. Adding and removing moves what is behind: some microseconds for 100,000. */
export class SortedNumbers {
  #numbers: Float64Array;
  #size: number;

  constructor(numbers: readonly number[]) {
    this.#size = numbers.length;
    this.#numbers = new Float64Array(numbers.length + SPARE);
    this.#numbers.set(numbers);
    this.#numbers.subarray(0, this.#size).sort();
  }

  add(number: number): void {
    if (this.#size === this.#numbers.length) this.#grow();
    const at = this.#first((one) => one >= number);
    this.#numbers.copyWithin(at + 1, at, this.#size);
    this.#numbers[at] = number;
    this.#size++;
  }

  /** One that is there. */
  remove(number: number): void {
    const at = this.#first((one) => one >= number);
    this.#numbers.copyWithin(at, at + 1, this.#size);
    this.#size--;
  }

  /** @param without one of the numbers, which does not count, once */
  neighbours(number: number, without: number | undefined): Neighbours {
    const from = this.#first((one) => one >= number);
    const to = this.#first((one) => one > number);
    const at = (place: number): number | undefined => (place >= 0 && place < this.#size ? this.#numbers[place] : undefined);
    const counts = (place: number): boolean => without === undefined || at(place) !== without;
    return {
      lower: at(counts(from - 1) ? from - 1 : from - 2),
      higher: at(counts(to) ? to : to + 1),
      same: to - from - (number === without ? 1 : 0),
    };
  }

  /** The first place whose number, and so all behind it, is as asked. */
  #first(isAsked: (number: number) => boolean): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAsked(this.#numbers[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #grow(): void {
    const larger = new Float64Array(this.#size * 2 + SPARE);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
