import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import type { Share } from '../bounds/quota.ts';

export interface GatheredLimits {
  readonly most: number;
  /** Announced length of the whole, if any. */
  readonly announced?: number;
}

/** Blocks double up to this size, so that no more than this is reserved in vain, and copying one takes half a millisecond. */
const LARGEST_BLOCK = 1024 * 1024;

/**
 * Bytes of a body as they arrive, copied into a few blocks: a list of chunks would cost hundreds of bytes for each, and a peer may send
 * chunks of one byte; one buffer that grows would copy eight mebibytes in one turn. Bytes are taken from the share before they are
 * held. A body that arrives whole in one chunk takes nothing from it.
 */
export class BodyBuffer {
  /** All are full but the last one. */
  #blocks: Uint8Array[] = [];
  /** Bytes that are free at the end of the last block. */
  #free = 0;
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
    else this.#append(chunk);
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** What was gathered so far, in one piece. */
  *whole(): Work<Buffer> {
    if (this.#blocks.length > 1) this.#blocks = [yield* this.#joined()];
    this.#free = (this.#blocks[0]?.length ?? 0) - this.#length;
    const { buffer, byteOffset } = this.#blocks[0] ?? new Uint8Array();
    return Buffer.from(buffer, byteOffset, this.#length);
  }

  *#joined(): Work<Uint8Array> {
    const all = Buffer.allocUnsafe(this.#length);
    let at = 0;
    for (const block of this.#blocks) {
      all.set(block.subarray(0, this.#length - at), at);
      at += block.length;
      yield;
    }
    return all;
  }

  #keep(chunk: Uint8Array): void {
    if (chunk.length !== this.limits.announced) this.share.take(chunk.length);
    this.#blocks = [chunk];
    this.#free = 0;
  }

  #append(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#free === 0) this.#grow(this.#length + at);
      const last = this.#blocks.at(-1)!;
      const part = chunk.subarray(at, at + this.#free);
      last.set(part, last.length - this.#free);
      this.#free -= part.length;
      at += part.length;
    }
  }

  /** `held`: bytes in the blocks, which are full. */
  #grow(held: number): void {
    const { most, announced = most } = this.limits;
    const size = Math.min(LARGEST_BLOCK, held, Math.max(announced - held, 1));
    this.share.take(size);
    this.#blocks.push(Buffer.allocUnsafe(size));
    this.#free = size;
  }
}
