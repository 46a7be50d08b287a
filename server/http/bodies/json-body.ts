import { isUtf8 } from 'node:buffer';
import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { type FoundArray, JsonScan } from '../../json/json-scan.ts';
import { atOnce, type Scheduler } from '../../scheduler.ts';
import type { Share } from '../bounds/quota.ts';
import type { BodyLimits } from '../routing/body-limits.ts';
import { BodyBuffer } from './gathered.ts';
import { parseObject } from './parse-json.ts';

/** A longer text is decoded in slices of this size. */
const SLICE_BYTES = 256 * 1024;

/** How a JSON object is read. */
export interface JsonOptions {
  /** The limits of its route. */
  readonly limits: BodyLimits;
  readonly scheduler: Pick<Scheduler, 'run'>;
  /** Pays for the memory that the body holds. */
  readonly share: Pick<Share, 'take'>;
}

export interface SentLength {
  /** Announced length in bytes, if any. */
  readonly announced?: number;
  /** The name of the multipart part that it is, if any. */
  readonly part?: string;
}

/** A JSON object as it arrives. The limits of its route are checked before any of it is parsed. */
export class JsonBody {
  readonly #limits: BodyLimits;
  readonly #scheduler: Pick<Scheduler, 'run'>;
  readonly #gathered: BodyBuffer;
  readonly #scan: JsonScan;
  readonly #part: string | undefined;

  constructor({ limits, scheduler, share }: JsonOptions, { announced, part }: SentLength = {}) {
    this.#part = part;
    this.#limits = limits;
    this.#scheduler = scheduler;
    this.#gathered = new BodyBuffer({ most: limits.bytes, announced }, share);
    this.#scan = new JsonScan(limits);
  }

  /** Throws 413, 400 for too many elements or keys, or a refusal of the share. */
  add(chunk: Uint8Array): void {
    this.#gathered.add(chunk);
    this.#scan.look(chunk);
  }

  /**
   * Resolves with a function that gives the object: `{}` for no bytes; throws 400 `Invalid JSON: …`. A long text is parsed before, as
   * work on the scheduler: else all texts that end at the same time would be parsed in one turn of the event loop.
   */
  async end(): Promise<() => Body> {
    const isLong = this.#gathered.length > SLICE_BYTES;
    return isLong ? this.#scheduler.run(this.#parsing()) : atOnce(this.#reading());
  }

  *#parsing(): Work<() => Body> {
    const read = yield* this.#reading();
    yield;
    return resultOf(read);
  }

  /** Returns the function that parses it. */
  *#reading(): Work<() => Body> {
    const bytes = yield* this.#gathered.whole();
    const fault = yield* this.#fault(bytes);
    if (fault) return () => refuseText(fault, this.#part);
    const { found } = this.#scan;
    if (found && found.cuts.length > 0) return this.#endCut(bytes, found);
    const text = yield* decode(bytes);
    return () => parseObject(text, this.#part);
  }

  /** Faults that show without parsing, so that neither a deep text nor a long incomplete one is parsed. */
  *#fault(bytes: Buffer): Work<string | undefined> {
    if (this.#scan.isTooDeep) return `at most ${this.#limits.depth} objects and arrays may be inside one another`;
    if (!isUtf8(bytes)) return `it is not UTF-8 from byte ${(yield* soundBytes(bytes)) + 1} on`;
    return bytes.length > SLICE_BYTES && !this.#scan.isWhole ? 'not all that was opened is closed' : undefined;
  }

  /** Cuts the long array out of the text that is parsed at once. */
  #endCut(bytes: Buffer, found: FoundArray): () => Body {
    const text = `${bytes.toString('utf8', 0, found.from)}"${PLACE}"${bytes.toString('utf8', found.to)}`;
    const { key } = this.#limits.long!;
    return () => {
      const body = parseObject(text, this.#part);
      // The key may stand there twice: then the last one counts, which may not be the long array
      return body[key] === PLACE ? { ...body, [key]: new LongArray(bytes, found) } : body;
    };
  }
}

/** Calls the function now, and gives its result or its error later, because a refusal of the path comes first. */
function resultOf<T>(read: () => T): () => T {
  try {
    const result = read();
    return () => result;
  } catch (cause) {
    return () => {
      throw cause;
    };
  }
}

/** Stands in the place of the long array. A client that sends this text itself only gets the long array that it also sent. */
const PLACE = 'long array';

/**
 * A long array in a body, whose elements are parsed in pieces; iterating throws 400. Keys of objects in it are not checked, so
 * its reader must take only numbers.
 */
export class LongArray implements Iterable<readonly unknown[]> {
  constructor(
    private readonly bytes: Buffer,
    private readonly found: FoundArray,
  ) {}

  *[Symbol.iterator](): Generator<readonly unknown[], void, void> {
    const { from, to, cuts } = this.found;
    let start = from + 1;
    for (const end of [...cuts, to - 1]) {
      yield this.#piece(start, end);
      start = end + 1;
    }
    if (this.bytes[to - 1] !== CLOSE) refuseText(FAULTY);
  }

  #piece(from: number, to: number): readonly unknown[] {
    const elements = elementsOf(this.bytes.toString('utf8', from, to));
    // A piece has a comma before or behind it, so it must hold an element
    return elements.length > 0 ? elements : refuseText(FAULTY);
  }
}

const CLOSE = 0x5d;
const FAULTY = 'a long array in it cannot be read';

function elementsOf(text: string): readonly unknown[] {
  try {
    return JSON.parse(`[${text}]`);
  } catch {
    return refuseText(FAULTY);
  }
}

function refuseText(fault: string, part?: string): never {
  throw refuse.invalidJson(fault, part);
}

/** The number of valid bytes before the first that is not UTF-8. Only the slice with that byte is decoded, which replaces the byte. */
function* soundBytes(bytes: Buffer): Work<number> {
  for (let from = 0; from < bytes.length; ) {
    const to = endOfSlice(bytes, from);
    const slice = bytes.subarray(from, to);
    if (!isUtf8(slice)) {
      const again = Buffer.from(slice.toString());
      return from + slice.findIndex((byte, at) => byte !== again[at]);
    }
    yield;
    from = to;
  }
  return bytes.length;
}

/** Between two characters, where the bytes are characters. */
function endOfSlice(bytes: Buffer, from: number): number {
  const most = Math.min(bytes.length, from + SLICE_BYTES);
  for (let to = most; to > most - 4; to--) if (to === bytes.length || (bytes[to]! & 0xc0) !== 0x80) return to;
  return most;
}

/** Decodes in slices that end between two characters. */
function* decode(bytes: Buffer): Work<string> {
  const texts: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(bytes.length, from + SLICE_BYTES);
    while (to < bytes.length && (bytes[to]! & 0xc0) === 0x80) to--;
    texts.push(bytes.toString('utf8', from, to));
    from = to;
    yield;
  }
  return texts.join('');
}
