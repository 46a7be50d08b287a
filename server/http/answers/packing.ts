import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { combined, shiftOf } from './crc.ts';

/** A part of a body, compressed by itself and up to a whole byte, so that such parts may follow one another. */
interface PackedPart {
  readonly bytes: Buffer;
  readonly crc: number;
  /** The length of the plain bytes. */
  readonly length: number;
  /** For `combined`. */
  readonly shift: number;
}

/** Between pages: not worth compressing. */
const TINY = 64;
/** Pages that are compressed at the same time: other work of the threads goes on. */
const TOGETHER = 2;
/** Level 5 of 9: a page takes half a millisecond of another thread; the best takes twice as long for a hundredth fewer bytes. */
const LEVEL = 5;

const deflated = promisify(deflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer>;

/**
 * Bodies in gzip (RFC 1952), put together from their pieces. The compressed form of a piece is kept as long as the piece itself,
 * so the pages of a list that did not change are not compressed again.
 */
export class PartPacker {
  readonly #kept = new WeakMap<Buffer, PackedPart>();
  /** A list that changed is asked for by all its readers in the same moment. */
  readonly #making = new WeakMap<Buffer, Promise<PackedPart>>();

  /** Undefined: some pieces are not compressed yet, so `make` must be waited for. */
  ready(pieces: readonly Buffer[]): readonly Buffer[] | undefined {
    const parts: PackedPart[] = [];
    for (const piece of pieces) {
      const part = piece.length <= TINY ? this.#stored(piece) : this.#kept.get(piece);
      if (!part) return undefined;
      parts.push(part);
    }
    return wholeOf(parts);
  }

  /** In other threads. */
  async make(pieces: readonly Buffer[]): Promise<readonly Buffer[]> {
    const parts: PackedPart[] = [];
    for (let at = 0; at < pieces.length; at += TOGETHER) {
      parts.push(...(await Promise.all(pieces.slice(at, at + TOGETHER).map((piece) => this.#part(piece)))));
    }
    return wholeOf(parts);
  }

  #part(piece: Buffer): PackedPart | Promise<PackedPart> {
    if (piece.length <= TINY) return this.#stored(piece);
    const known = this.#kept.get(piece) ?? this.#making.get(piece);
    if (known) return known;
    const making = this.#packed(piece);
    this.#making.set(piece, making);
    return making;
  }

  async #packed(piece: Buffer): Promise<PackedPart> {
    try {
      const part = await packed(piece);
      this.#kept.set(piece, part);
      return part;
    } finally {
      this.#making.delete(piece);
    }
  }

  #stored(piece: Buffer): PackedPart {
    let part = this.#kept.get(piece);
    if (!part) this.#kept.set(piece, (part = stored(piece)));
    return part;
  }
}

/** A body in gzip whose pieces come one after the other. */
export class PackedStream {
  #begun = false;
  #crc = 0;
  #length = 0;

  async add(piece: Buffer): Promise<Buffer> {
    const part = await packed(piece);
    this.#crc = combined(this.#crc, part.crc, part.shift);
    this.#length += part.length;
    const bytes = this.#begun ? part.bytes : Buffer.concat([HEAD, part.bytes]);
    this.#begun = true;
    return bytes;
  }

  /** What follows the last piece. */
  end(): Buffer {
    const end = endOf(this.#crc, this.#length);
    return this.#begun ? end : Buffer.concat([HEAD, end]);
  }
}

function wholeOf(parts: readonly PackedPart[]): Buffer[] {
  let crc = 0;
  let length = 0;
  for (const part of parts) {
    crc = combined(crc, part.crc, part.shift);
    length += part.length;
  }
  return [HEAD, ...parts.map(({ bytes }) => bytes), endOf(crc, length)];
}

async function packed(piece: Buffer): Promise<PackedPart> {
  const bytes = await deflated(piece, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes, ...summed(piece) };
}

/** A block that is not compressed (RFC 1951, 3.2.4). */
function stored(piece: Buffer): PackedPart {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(piece.length, 1);
  head.writeUInt16LE(piece.length ^ 0xffff, 3);
  return { bytes: Buffer.concat([head, piece]), ...summed(piece) };
}

const summed = (piece: Buffer): Omit<PackedPart, 'bytes'> => ({
  crc: crc32(piece),
  length: piece.length,
  shift: shiftOf(piece.length),
});

/** Deflate, no name, no time, no system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A last block with nothing in it. */
const LAST = [3, 0];

function endOf(crc: number, length: number): Buffer {
  const end = Buffer.from([...LAST, 0, 0, 0, 0, 0, 0, 0, 0]);
  end.writeUInt32LE(crc, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  return end;
}
