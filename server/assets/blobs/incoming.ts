import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { refuse } from '../../../model/refusal.ts';
import { FILE_PIECE, isNoRoom } from '../../disk.ts';

/** Bytes to gather and write at a time: fewer, larger writes keep the threads of the file system free. */
const PIECE = 1024 * 1024;

export interface Bounds {
  /** Most bytes; 413 for more. */
  readonly most: number;
  /** Rejects with 503 when the disk has no room for files. */
  readonly askForRoom: () => Promise<void>;
  /** Called with the number of bytes that are in the file and stay. It may throw, which ends the writing. */
  readonly written?: (bytes: number) => void;
}

export interface HashedBytes {
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Writes bytes into a new file and hashes them; one piece is written while the next is gathered. Removes the file on failure.
 * Enforces its bounds, and refuses with 503 when the disk fills up in spite of them.
 */
export async function writeHashed(path: string, bytes: AsyncIterable<Uint8Array>, bounds: Bounds): Promise<HashedBytes> {
  await bounds.askForRoom();
  const file = await open(path, 'wx', 0o600);
  try {
    const written = await pour(file, bytes, bounds);
    await file.close();
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw isNoRoom(error) ? refuse.unavailable('The disk of the server is full') : error;
  }
}

async function pour(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { most, askForRoom, written }: Bounds,
): Promise<HashedBytes> {
  const hash = createHash('sha256');
  const writer = new PieceWriter(file, written);
  let count = 0;
  let asked = 0;
  try {
    for await (const chunk of bytes) {
      count += chunk.length;
      if (count > most) throw refuse.fileTooLarge();
      if (count - asked > FILE_PIECE) {
        asked = count;
        await askForRoom();
      }
      hash.update(chunk);
      await writer.add(chunk);
    }
    await writer.start();
  } finally {
    // Even after a failure, the file may be closed only when no write is under way
    await writer.written();
  }
  return { hash: hash.digest('hex'), bytes: count };
}

/** Chunks in one write: of a body that arrives byte by byte, no more than these are held. */
const CHUNKS = 1000;

class PieceWriter {
  #gathered: Uint8Array[] = [];
  #size = 0;
  #writing: Promise<void> = Promise.resolve();

  #count = 0;

  constructor(
    private readonly file: FileHandle,
    private readonly told?: (bytes: number) => void,
  ) {}

  /** Waits only while the previous piece is still being written, so at most two pieces are in memory. */
  async add(chunk: Uint8Array): Promise<void> {
    this.#gathered.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= PIECE || this.#gathered.length === CHUNKS) await this.start();
  }

  /** Resolves when the previous piece is written and the write of this one has begun. */
  async start(): Promise<void> {
    const before = this.#writing;
    const gathered = this.#gathered;
    const size = this.#size;
    this.#gathered = [];
    this.#size = 0;
    this.#writing = before.then(() => (size > 0 ? this.#write(gathered, size) : undefined));
    // The next `start` or `written` reports a failure; until then it must not count as unhandled
    this.#writing.catch(() => undefined);
    await before;
  }

  written(): Promise<void> {
    return this.#writing;
  }

  /** A nearly full disk may write fewer bytes than it is given, without an error. */
  async #write(pieces: Uint8Array[], size: number): Promise<void> {
    const { bytesWritten } = await this.file.writev(pieces);
    if (bytesWritten < size) await this.file.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
    this.#count += size;
    this.told?.(this.#count);
  }
}
