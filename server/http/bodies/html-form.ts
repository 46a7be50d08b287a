import type { Body } from '../../../model/field.ts';
import { refuse } from '../../../model/refusal.ts';
import { atOnce } from '../../scheduler.ts';
import { BodyBuffer } from './gathered.ts';
import type { JsonOptions, SentLength } from './json-body.ts';

/** The body of an HTML form as it arrives, within the limits of its route. The first value of each name counts. */
export class HtmlFormBody {
  readonly #gathered: BodyBuffer;
  readonly #mostFields: number;

  constructor({ limits, share }: Pick<JsonOptions, 'limits' | 'share'>, { announced }: Pick<SentLength, 'announced'> = {}) {
    this.#gathered = new BodyBuffer({ most: limits.bytes, announced }, share);
    this.#mostFields = limits.keys;
  }

  /** Throws 413, or a refusal of the share. */
  add(chunk: Uint8Array): void {
    this.#gathered.add(chunk);
  }

  /** Resolves with a function that reads it: texts only; throws 400 for too many fields. */
  async end(): Promise<() => Body> {
    const bytes = atOnce(this.#gathered.whole());
    return () => {
      if (fieldsIn(bytes) > this.#mostFields) throw refuse.invalid(`A form may have at most ${this.#mostFields} fields`);
      const pairs = [...new URLSearchParams(bytes.toString())];
      // The last of two entries wins, and the first value is to count
      return Object.fromEntries(pairs.reverse());
    };
  }
}

const AMPERSAND = 0x26;

function fieldsIn(bytes: Uint8Array): number {
  let fields = 1;
  for (const byte of bytes) if (byte === AMPERSAND) fields++;
  return fields;
}
