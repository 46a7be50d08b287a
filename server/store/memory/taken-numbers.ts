const SHIFT = 5;
const LOW = 31;
const FULL = -1;
/** Six levels of 32 hold every number below 2^30. */
const LEVELS = 6;

/**
 * Which whole numbers below 2^30 are taken, and by how many, so that the lowest free one is found in a dozen look-ups
 * whatever is taken: a bit for each number, and on each level above a bit for each word below that is full.
 */
export class TakenNumbers {
  readonly #levels: readonly Map<number, number>[] = Array.from({ length: LEVELS }, () => new Map<number, number>());
  /** How often a number is taken besides the first time. */
  readonly #more = new Map<number, number>();

  add(number: number): void {
    if (this.#has(number)) return void this.#more.set(number, (this.#more.get(number) ?? 0) + 1);
    let at = number;
    for (const words of this.#levels) {
      const bits = (words.get(at >> SHIFT) ?? 0) | (1 << (at & LOW));
      words.set(at >> SHIFT, bits);
      if (bits !== FULL) return;
      at >>= SHIFT;
    }
  }

  remove(number: number): void {
    const more = this.#more.get(number);
    if (more === 1) return void this.#more.delete(number);
    if (more !== undefined) return void this.#more.set(number, more - 1);
    let at = number;
    for (const words of this.#levels) {
      const before = words.get(at >> SHIFT) ?? 0;
      const bits = before & ~(1 << (at & LOW));
      if (bits === 0) words.delete(at >> SHIFT);
      else words.set(at >> SHIFT, bits);
      if (before !== FULL) return;
      at >>= SHIFT;
    }
  }

  /** The lowest number from `from` on that is free: up to the first word with room behind it, and down into that. */
  lowest(from: number): number {
    let at = from;
    for (let level = 0; level < LEVELS; level++) {
      const room = ~this.#bits(level, at >> SHIFT) & (FULL << (at & LOW));
      if (room !== 0) return this.#down(level, ((at >> SHIFT) << SHIFT) + lowestBit(room));
      at = (at >> SHIFT) + 1;
    }
    return 2 ** (SHIFT * LEVELS);
  }

  #down(level: number, place: number): number {
    let at = place;
    for (let below = level - 1; below >= 0; below--) at = (at << SHIFT) + lowestBit(~this.#bits(below, at));
    return at;
  }

  #has(number: number): boolean {
    return (this.#bits(0, number >> SHIFT) & (1 << (number & LOW))) !== 0;
  }

  #bits(level: number, word: number): number {
    return this.#levels[level]!.get(word) ?? 0;
  }
}

const lowestBit = (bits: number): number => LOW - Math.clz32(bits & -bits);
