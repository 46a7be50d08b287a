/**
 * @bound Characters of all objects in the answer of a batch: further objects are answered by their ids alone.
 */
const RESULTS_MAX = 16 * 1024 * 1024;

/** What a batch answers for each of its operations. */
export class Results {
  readonly #texts: string[] = [];
  #characters = 0;

  /** The object as its operation left it. */
  add(id: string, text: string): void {
    const shown = this.#characters < RESULTS_MAX ? text : JSON.stringify({ id });
    this.#characters += shown.length;
    this.#texts.push(shown);
  }

  addNothing(): void {
    this.#texts.push('null');
  }

  /** The answer in pieces. `revision`: that of the canvas with the batch in it. */
  *answer(revision: number): Iterable<string> {
    let before = '{"results":[';
    for (const text of this.#texts) {
      yield before;
      yield text;
      before = ',';
    }
    yield `],"revision":${revision}}`;
  }
}
