import { refuse } from '../../../model/refusal.ts';
import type { Share } from '../bounds/quota.ts';

export interface GatheredLimits {
  readonly most: number;
  /** Announced length of the whole, if any. */
  readonly announced?: number;
}

/**
 * Bytes of a body as they arrive, copied into one buffer that grows: a list of chunks would cost hundreds of bytes for
 * each, and a peer may send chunks of one byte. Bytes are taken from the share before they are held. A body that arrives
 * whole in one chunk takes nothing from it.
 */
export class BodyBuffer {
  #bytes: Uint8Array = new Uint8Array();
  #length = 0;

  constructor(
    private readonly limits: GatheredLimits,
    private readonly share: Pick<Share, 'take'>,
  ) {}

  /** Throws 413 once there are more than `most` bytes, and the refusals of the share. */
  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.limits.most) throw refuse.bodyTooLarge();
    // Most bodies come in one chunk, which is kept as it is
    if (this.#length === 0) this.#keep(chunk);
    else this.#append(chunk, length);
    this.#length = length;
  }

  /** What was gathered so far. */
  get bytes(): Buffer {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
  }

  #keep(chunk: Uint8Array): void {
    if (chunk.length !== this.limits.announced) this.share.take(chunk.length);
    this.#bytes = chunk;
  }

  #append(chunk: Uint8Array, length: number): void {
    if (length > this.#bytes.length) {
      const { most, announced = most } = this.limits;
      const size = Math.max(length, Math.min(most, announced, 2 * this.#bytes.length));
      this.share.take(size - this.#bytes.length);
      const larger = Buffer.allocUnsafe(size);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
  }
}
