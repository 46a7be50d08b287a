/** A body is looked at in pieces of this size. One chunk of a connection is no longer. */
export const PIECE_BYTES = 64 * 1024;
/**
 * Pieces of long bodies that are looked at in one turn of the event loop: half a mebibyte, some four milliseconds of work.
 * @bound Pieces of 64 KiB of long JSON bodies that are read in one turn, those of all callers together: the others wait in line.
 */
export const PIECES_A_TURN = 8;

/**
 * Readers of long bodies ask for each further piece, in one line for the whole server. So a turn is no longer, however many large
 * bodies arrive at the same time.
 */
export class ReadingTurns {
  readonly #line: (() => void)[] = [];
  /** Since the last turn. */
  #granted = 0;
  #isScheduled = false;

  /** Calls `go` once its caller may read another piece: at once, or in a later turn. Callers whose bodies are over do nothing then. */
  enter(go: () => void): void {
    if (this.#line.length === 0 && this.#granted < PIECES_A_TURN) this.#grant(go);
    else this.#line.push(go);
  }

  #grant(go: () => void): void {
    this.#granted += 1;
    if (!this.#isScheduled) setImmediate(() => this.#turn());
    this.#isScheduled = true;
    go();
  }

  #turn(): void {
    this.#isScheduled = false;
    this.#granted = 0;
    while (this.#line.length > 0 && this.#granted < PIECES_A_TURN) this.#grant(this.#line.shift()!);
  }
}
