import type { FileHandle } from 'node:fs/promises';

/** Bytes that are read piece by piece, once. */
export interface FileBytes extends AsyncIterable<Uint8Array> {
  /** A piece is valid until the next one is requested; then its buffer is reused. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, void, void>;
  /** Gives up the rest. Needed even when nothing was read; a second time, or after the last piece, it does nothing. */
  close(): Promise<void>;
}

/** Bytes to read and send at once: small enough that other requests do not wait, large enough that calls cost little. */
const PIECE_BYTES = 256 * 1024;
/** Pieces being read at the same time. */
const MOST_READS = 2;
/** Buffers kept for reuse. Allocating one of this size each time keeps the garbage collector busy. */
const MOST_KEPT = 32;

/** Reads the files of a server. All readers share its buffers and its bound on simultaneous reads. */
export class FileReads {
  readonly #buffers: Buffer[] = [];
  readonly #waiting: (() => void)[] = [];
  #reads = 0;

  /** The bytes of an open file from `from` to `to`, both included. It is closed after the last one. */
  of(file: FileHandle, from: number, to: number): FileBytes {
    return new PiecesOfFile(this, file, from, to);
  }

  /** A buffer of `PIECE_BYTES`, used for one piece after the other. */
  take(): Buffer {
    return this.#buffers.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  }

  /** Call it when nothing is sent from the buffer any more. */
  giveBack(buffer: Buffer): void {
    if (this.#buffers.length < MOST_KEPT) this.#buffers.push(buffer);
  }

  /** Resolves with the number of bytes read. */
  async inTurn(file: FileHandle, buffer: Buffer, at: number, length: number): Promise<number> {
    if (this.#reads === MOST_READS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#reads += 1;
    try {
      return (await file.read(buffer, 0, length, at)).bytesRead;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#reads -= 1;
    }
  }
}

/** Bytes that are in memory. */
export function memoryBytes(bytes: Uint8Array): FileBytes {
  return {
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
    close: async () => undefined,
  };
}

class PiecesOfFile implements FileBytes {
  #closed = false;

  constructor(
    private readonly reads: FileReads,
    private readonly file: FileHandle,
    private readonly from: number,
    private readonly to: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    const buffer = this.reads.take();
    try {
      for (let at = this.from; at <= this.to; ) {
        const bytes = await this.reads.inTurn(this.file, buffer, at, Math.min(PIECE_BYTES, this.to - at + 1));
        if (bytes === 0) throw new Error(`the file ends before byte ${at}`);
        at += bytes;
        yield buffer.subarray(0, bytes);
      }
      // Only now is it certain that nothing is sent from the buffer any more
      this.reads.giveBack(buffer);
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.file.close();
  }
}
