import type { TextOf, Version } from '../store.ts';

/** Characters of a piece. A single long record makes a longer one. */
const PIECE = 256 * 1024;

/**
 * The text of one state of a page, joined by commas, in pieces. Everybody who asks for this state shares it from the first piece on: whoever
 * comes next makes the next piece, so no piece is made twice.
 */
export class PageText {
  readonly #pieces: Buffer[] = [];
  #versions: readonly Version[];
  #next = 0;

  constructor(
    versions: readonly Version[],
    private readonly textOf: TextOf,
  ) {
    // A change of the page leaves its texts as they are
    this.#versions = versions.slice();
  }

  get isMade(): boolean {
    return this.#next === this.#versions.length;
  }

  /** All of them, once it is made. */
  get pieces(): readonly Buffer[] {
    return this.#pieces;
  }

  makePiece(): void {
    const texts: string[] = [];
    for (let characters = 0; characters < PIECE && !this.isMade; characters += texts.at(-1)!.length) {
      texts.push(this.textOf(this.#versions[this.#next++]!));
    }
    this.#pieces.push(Buffer.from(texts.join(',')));
    if (!this.isMade) return;
    this.#versions = [];
    this.#next = 0;
  }
}
