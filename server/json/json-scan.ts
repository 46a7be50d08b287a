import { refuse } from '../../model/refusal.ts';

/** What a JSON text may hold at most. */
export interface JsonLimits {
  /** Arrays and objects inside one another. */
  readonly depth: number;
  /** Elements of all arrays, summed. */
  readonly elements: number;
  /** Keys of all objects, summed. */
  readonly keys: number;
  /** Set when one array may have more elements. */
  readonly long?: LongLimits;
}

export interface LongLimits {
  /** A key of the outermost object itself, not of objects in it. */
  readonly key: string;
  /** Elements of the whole array, including elements of its elements. */
  readonly elements: number;
}

/** A long array in a text, and where it can be cut between two of its elements. */
export interface FoundArray {
  /** Position of its opening bracket, and the position after its closing one. */
  readonly from: number;
  readonly to: number;
  /** Positions of commas. None: it is short enough to be parsed at once. */
  readonly cuts: readonly number[];
}

/** Parsing a key takes five times as long as another text. Those of the interface have some 30 letters. */
const MOST_KEY_BYTES = 64 * 1024;
/** Pieces of a long array are parsed one by one; each takes a millisecond or two. */
const PIECE_BYTES = 64 * 1024;
/** A longer piece has an element that is neither a number nor a short list, so it cannot be cut. */
const MOST_PIECE_BYTES = 256 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;

/**
 * Looks at a JSON text as it arrives, before any of it is parsed: a body of 16 MiB may hold five million arrays, which
 * take a second and half a gigabyte to parse. Counts elements and keys, and finds the array that may be long. Leaves invalid
 * JSON to the parser.
 */
export class JsonScan {
  readonly #limits: JsonLimits;
  /** Letters of the key of the long array. */
  readonly #key: Buffer;
  #at = 0;
  #depth = 0;
  #isTooDeep = false;
  /** The count begins with the text or, inside the long array, with that array. */
  #opened = 0;
  #commas = 0;
  #keys = 0;
  /** The counts from before the long array. */
  #outside: readonly [opened: number, commas: number, keys: number] | undefined;
  #inText = false;
  /** Where the last text began, and its length. */
  #textAt = 0;
  #textBytes = 0;
  #escaped = false;
  /** How many letters of the last text of the outermost object match the key; -1: one differs. */
  #matched = -1;
  /** After the key of the long array and its colon. */
  #isNext = false;
  #from = 0;
  #lastCut = 0;
  #cuts: number[] = [];
  #found: FoundArray | undefined;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
    this.#key = Buffer.from(limits.long?.key ?? '');
  }

  /** The array that may be long, once it is closed. */
  get found(): FoundArray | undefined {
    return this.#found;
  }

  /** Once true, nothing is counted any more. */
  get isTooDeep(): boolean {
    return this.#isTooDeep;
  }

  /** False: something that was opened was not closed, so it is not JSON. */
  get isWhole(): boolean {
    return this.#depth === 0 && !this.#inText;
  }

  /** Throws 400 when a limit is exceeded. */
  look(chunk: Uint8Array): void {
    if (this.#isTooDeep) return;
    for (let at = 0; at < chunk.length; ) at = this.#inText ? this.#passText(chunk, at) : this.#passStructure(chunk, at);
    this.#at += chunk.length;
    this.#check();
  }

  /** Returns the position after the end of the text, or that of the end of the chunk. */
  #passText(chunk: Uint8Array, start: number): number {
    const end = this.#closingQuote(chunk, start);
    if (this.#depth === 1) this.#match(chunk, start, end);
    return end === chunk.length ? end : this.#endText(end);
  }

  /** The position of the quote that ends the text, or the length of the chunk. */
  #closingQuote(chunk: Uint8Array, start: number): number {
    // An escaped letter may come in the next chunk
    let from = this.#escaped ? start + 1 : start;
    for (;;) {
      const end = quoteFrom(chunk, from);
      const isEscaped = slashesBefore(chunk, end, from) % 2 === 1;
      this.#escaped = isEscaped && end === chunk.length;
      if (!isEscaped || end === chunk.length) return end;
      from = end + 1;
    }
  }

  /** Compares letters of a text of the outermost object with those of the key. */
  #match(chunk: Uint8Array, from: number, to: number): void {
    const matched = this.#matched;
    if (matched < 0) return;
    const isLonger = matched + to - from > this.#key.length;
    const isSame = !isLonger && this.#key.subarray(matched, matched + to - from).equals(chunk.subarray(from, to));
    this.#matched = isSame ? matched + to - from : -1;
  }

  #beginText(at: number): number {
    this.#inText = true;
    this.#matched = 0;
    this.#textAt = this.#at + at;
    return at + 1;
  }

  #endText(at: number): number {
    this.#inText = false;
    this.#textBytes = this.#at + at - this.#textAt;
    return at + 1;
  }

  /** Passes everything up to the next text or the end of the chunk. */
  #passStructure(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (byte === COMMA) this.#comma(at);
      else if (byte === QUOTE) return this.#beginText(at);
      else if (byte === COLON) this.#colon();
      // `{` and `[`, `}` and `]` differ in bit 5 only; no other byte outside a text shares their other bits
      else if ((byte & 0xdf) === 0x5b) this.#open(at, byte);
      else if ((byte & 0xdf) === 0x5d) this.#close(at);
    }
    return chunk.length;
  }

  #comma(at: number): void {
    this.#commas += 1;
    if (!this.#outside || this.#depth !== 2) return;
    const place = this.#at + at;
    if (place - this.#lastCut < PIECE_BYTES) return;
    this.#checkPiece(place);
    this.#cuts.push(place);
    this.#lastCut = place;
  }

  #colon(): void {
    this.#keys += 1;
    if (this.#textBytes > MOST_KEY_BYTES) throw refuse.invalid('Request body has a key that is too long');
    this.#isNext = this.#depth === 1 && this.#limits.long !== undefined && this.#matched === this.#key.length;
  }

  #open(at: number, byte: number): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.depth) this.#isTooDeep = true;
    if (this.#isNext && byte === BRACKET && this.#depth === 2 && !this.#found) this.#begin(at);
    this.#opened += 1;
    this.#isNext = false;
  }

  #begin(at: number): void {
    this.#outside = [this.#opened, this.#commas, this.#keys];
    this.#opened = this.#commas = this.#keys = 0;
    this.#from = this.#lastCut = this.#at + at;
  }

  #close(at: number): void {
    this.#depth -= 1;
    if (!this.#outside || this.#depth !== 1) return;
    this.#check();
    this.#checkPiece(this.#at + at);
    this.#found = { from: this.#from, to: this.#at + at + 1, cuts: this.#cuts };
    [this.#opened, this.#commas, this.#keys] = this.#outside;
    this.#opened += 1;
    this.#outside = undefined;
  }

  /** An array of n elements opens once and has n - 1 commas; so does an object of n keys, which also has n colons. */
  #check(): void {
    if (this.#isTooDeep) return;
    const elements = this.#opened + this.#commas - this.#keys;
    const most = (this.#outside && this.#limits.long?.elements) ?? this.#limits.elements;
    if (elements > most) throw refuse.invalid(`Request body has more than ${most} array elements`);
    if (this.#keys > this.#limits.keys) throw refuse.invalid(`Request body has more than ${this.#limits.keys} keys`);
    if (this.#outside) this.#checkPiece(this.#at);
  }

  #checkPiece(end: number): void {
    const { long } = this.#limits;
    if (end - this.#lastCut > MOST_PIECE_BYTES) throw refuse.invalid(`${long?.key} has an element that is too long`);
  }
}

/** Many texts are shorter: looking for the end of each by a call that searches far would take twice as long. */
const NEAR = 32;

/** The position of the next quote, or the length of the chunk. The loops have no fields in them, which cost much where they are not compiled. */
function quoteFrom(chunk: Uint8Array, from: number): number {
  const near = Math.min(chunk.length, from + NEAR);
  for (let at = from; at < near; at++) if (chunk[at] === QUOTE) return at;
  const found = chunk.indexOf(QUOTE, near);
  return found < 0 ? chunk.length : found;
}

/** How many backslashes stand before this position, one after the other, none of them before `from`. */
function slashesBefore(chunk: Uint8Array, at: number, from: number): number {
  let count = 0;
  while (at - count > from && chunk[at - count - 1] === BACKSLASH) count++;
  return count;
}
