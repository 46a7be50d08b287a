/** Length of the parts of a list that are read at once, in characters: some milliseconds of work each. */
export const PORTION = 512 * 1024;

/**
 * Reads an array of objects while its text arrives. It is cut at a text that stands between two elements; what only looks like that,
 * inside of an element, does not parse, and is tried again with more text.
 */
export class Portions<T> {
  /** What has arrived and was not taken, as it arrived: a long element is put together once, and not with each piece. */
  #pieces: string[] = [];
  #length = 0;
  #isBegun = false;
  /** All pieces but the newest were searched: false again where several come before the next look. */
  #isSearched = false;
  /** The text must be as long before it is looked at. */
  #wanted = PORTION;
  readonly #longest: number;

  /**
   * @param borders how an element ends (one character), a comma, and how the next one begins; each has a quote, so no string can hold it:
   *   `},{"id":`
   */
  constructor(private readonly borders: readonly string[]) {
    this.#longest = Math.max(...borders.map(({ length }) => length));
  }

  /** Adds text, and returns the elements that are complete once there are enough of them. */
  add(text: string): readonly T[] {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length < this.#wanted) return [];
    const at = this.#lastBorder(text);
    return at < 0 ? [] : this.#take(at + 1);
  }

  /** All that is left. Throws when the text is no array. */
  end(): readonly T[] {
    const text = this.#whole();
    this.#keep('');
    return JSON.parse(this.#isBegun ? `[${text}` : text) as readonly T[];
  }

  /** Where the last border begins, which may reach into the newest piece; -1: there is none that was not tried before. */
  #lastBorder(newest: string): number {
    if (!this.#isSearched) {
      this.#isSearched = true;
      return this.#lastIn(this.#whole());
    }
    const seam = this.#pieces.at(-2)!.slice(1 - this.#longest);
    const at = this.#lastIn(seam + newest);
    return at < 0 ? -1 : this.#length - newest.length - seam.length + at;
  }

  #lastIn(text: string): number {
    return Math.max(...this.borders.map((border) => text.lastIndexOf(border)));
  }

  /** @param end where an element ends, perhaps */
  #take(end: number): readonly T[] {
    const all = this.#whole();
    const text = all.slice(0, end);
    try {
      const elements = JSON.parse(this.#isBegun ? `[${text}]` : `${text}]`) as readonly T[];
      this.#keep(all.slice(end + 1));
      this.#isBegun = true;
      this.#wanted = PORTION;
      return elements;
    } catch {
      // A single element may be as long as a list: no letter of it is read more than twice, on average
      this.#wanted = 2 * all.length;
      this.#isSearched = false;
      return [];
    }
  }

  #whole(): string {
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')];
    return this.#pieces[0] ?? '';
  }

  #keep(rest: string): void {
    this.#pieces = [rest];
    this.#length = rest.length;
    this.#isSearched = false;
  }
}
