import { refuse } from '../../model/refusal.ts';

/**
 * Bytes of a body as they come, copied into one buffer that grows: a list of chunks would cost hundreds of bytes for
 * each, and a peer may send chunks of one byte.
 */
export class Gathered {
  #bytes: Uint8Array = new Uint8Array();
  #length = 0;

  constructor(private readonly most: number) {}

  /** Throws 413 once there are more than `most` bytes. */
  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.most) throw refuse.bodyTooLarge();
    // Most bodies come in one chunk, which is kept as it is
    if (this.#length === 0) this.#bytes = chunk;
    else this.#append(chunk, length);
    this.#length = length;
  }

  /** What was gathered so far. */
  get bytes(): Buffer {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
  }

  #append(chunk: Uint8Array, length: number): void {
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.most, Math.max(length, 2 * this.#bytes.length)));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
  }
}
