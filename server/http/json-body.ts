import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Scheduler } from '../scheduler.ts';
import type { BodyLimits } from './body-limits.ts';
import { Gathered } from './gathered.ts';
import { type FoundArray, JsonScan } from './json-scan.ts';
import { parseObject } from './parse-json.ts';
import type { Share } from './quota.ts';

/** A longer text is decoded in slices. */
const SLICE_BYTES = 256 * 1024;

/** How a JSON object is read. */
export interface JsonReading {
  /** Of its route. */
  readonly limits: BodyLimits;
  readonly scheduler: Pick<Scheduler, 'run'>;
  /** What is held of it is taken from here. */
  readonly share: Pick<Share, 'take'>;
}

export interface Sent {
  /** How many bytes it has, where that was said. */
  readonly announced?: number;
  /** The name of the part of a multipart body that it is. */
  readonly part?: string;
}

/** A JSON object while it comes, held to the limits of its route before anything of it is parsed. */
export class JsonBody {
  readonly #limits: BodyLimits;
  readonly #scheduler: Pick<Scheduler, 'run'>;
  readonly #gathered: Gathered;
  readonly #scan: JsonScan;
  readonly #part: string | undefined;

  constructor({ limits, scheduler, share }: JsonReading, { announced, part }: Sent = {}) {
    this.#part = part;
    this.#limits = limits;
    this.#scheduler = scheduler;
    this.#gathered = new Gathered({ most: limits.bytes, announced }, share);
    this.#scan = new JsonScan(limits);
  }

  /** Throws 413, 400 for too many elements or keys, or what the share refuses with. */
  add(chunk: Uint8Array): void {
    this.#gathered.add(chunk);
    this.#scan.look(chunk);
  }

  /** Resolves with what parses it: `{}` for no bytes; throws 400 `Invalid JSON: …`. */
  async end(): Promise<() => Body> {
    const { bytes } = this.#gathered;
    const { found } = this.#scan;
    const fault = this.#fault(bytes);
    if (fault) return () => refuseText(fault, this.#part);
    if (found && found.cuts.length > 0) return this.#endCut(bytes, found);
    if (bytes.length <= SLICE_BYTES) return () => parseObject(bytes.toString(), this.#part);
    const text = await this.#scheduler.run(decode(bytes));
    // To parse it takes a turn of its own
    await nextTurn();
    return () => parseObject(text, this.#part);
  }

  /** What need not be parsed to be found out, and what a short text is not parsed for. */
  #fault(bytes: Buffer): string | undefined {
    if (this.#scan.isTooDeep) return `at most ${this.#limits.depth} objects and arrays may be inside one another`;
    if (!isUtf8(bytes)) return `it is not UTF-8 from byte ${soundBytes(bytes) + 1} on`;
    return bytes.length > SLICE_BYTES && !this.#scan.isWhole ? 'not all that was opened is closed' : undefined;
  }

  /** The long array is not in the text that is parsed at once. */
  #endCut(bytes: Buffer, found: FoundArray): () => Body {
    const text = `${bytes.toString('utf8', 0, found.from)}"${PLACE}"${bytes.toString('utf8', found.to)}`;
    const { key } = this.#limits.long!;
    return () => {
      const body = parseObject(text, this.#part);
      // Not so when the key stands there twice: the last one counts
      return body[key] === PLACE ? { ...body, [key]: new LongArray(bytes, found) } : body;
    };
  }
}

/** Stands where a long array was. Who sends it is given the long array that was sent beside it. */
const PLACE = 'long array';

/**
 * An array of a body with so many elements that they are parsed in pieces; that throws 400. What the elements
 * hold is for a reader that takes only numbers: they may have any key.
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
    // There is a comma before or behind it
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

/** How many bytes are UTF-8, of some that are not: decoding puts another character in the place of the first that is none. */
function soundBytes(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString());
  let sound = 0;
  while (again[sound] === bytes[sound]) sound++;
  return sound;
}

/** Cut between two characters. */
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
