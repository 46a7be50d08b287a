import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { weights } from './weights.ts';

export type ContentCoding = 'br' | 'gzip' | 'identity';

/** Compressing a smaller body saves no packet. */
const WORTHWHILE = 1024;
/** Quality 9 of 11 takes a twentieth of the time of the best, for a tenth more bytes. */
const QUALITY = 9;

const encoders: Readonly<Record<ContentCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: QUALITY }),
  identity: async (bytes) => bytes,
};

/** Codings of some bytes that are there already. */
export type CodedBytes = ReadonlyMap<ContentCoding, Buffer>;

/**
 * Bytes that stay the same while the server runs. Each coding of them is made when it is first requested, and kept; of what was
 * packed beforehand, none is made.
 */
export class LastingBytes {
  readonly #hash: string;
  readonly #made = new Map<ContentCoding, Promise<Buffer>>();
  readonly #offered: readonly ContentCoding[];

  constructor(
    private readonly bytes: Buffer,
    packed?: CodedBytes,
  ) {
    for (const [coding, made] of packed ?? []) this.#made.set(coding, Promise.resolve(made));
    this.#offered = (['br', 'gzip'] as const).filter((coding) => packed?.has(coding) ?? bytes.length >= WORTHWHILE);
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  }

  /** The best coding that a request accepts. */
  codingFor({ 'accept-encoding': accepted }: IncomingHttpHeaders): ContentCoding {
    if (this.#offered.length === 0) return 'identity';
    const weighed = weights(String(accepted ?? ''));
    return this.#offered.find((coding) => (weighed.get(coding) ?? 0) > 0) ?? 'identity';
  }

  /** Each coding has a tag of its own, as a strong tag must (RFC 9110, 8.8.3). */
  tag(coding: ContentCoding): string {
    return coding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${coding}"`;
  }

  in(coding: ContentCoding): Promise<Buffer> {
    const made = this.#made.get(coding) ?? encoders[coding](this.bytes);
    this.#made.set(coding, made);
    // A failure, such as a lack of memory, may pass
    made.catch(() => this.#made.delete(coding));
    return made;
  }
}

/** Does the client already have the version with this tag? */
export function hasAlready({ 'if-none-match': known }: IncomingHttpHeaders, tag: string): boolean {
  const tags = (known ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
