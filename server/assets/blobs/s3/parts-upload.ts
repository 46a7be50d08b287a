import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Bucket, Piece, UploadedPart } from './bucket.ts';
import type { Turns } from './turns.ts';

/** S3 takes at most this many parts of one object, and none but the last below 5 MiB. */
const MOST_PARTS = 10_000;
const LEAST_PART = 8 * 1024 ** 2;
/** Bytes to read and hash in one turn. */
const READ_BYTES = 512 * 1024;

export interface UploadedFile {
  readonly bucket: Bucket;
  /** Bounds the parts of all uploads that are in memory: one is read from the disk when its turn has come. */
  readonly turns: Turns;
  /** The object to make. */
  readonly name: string;
  /** The local file, which is still being written. */
  readonly path: string;
  /** Most bytes that it may get. */
  readonly most: number;
}

/**
 * Sends a file in parts while it is still being written, so that little is left to do at its end. The object exists once `finish`
 * has resolved, and not before. A file of a single part is sent as a whole by `finish`.
 */
export class PartsUpload {
  readonly #partBytes: number;
  readonly #parts: Promise<UploadedPart>[] = [];
  #id: Promise<string> | undefined;
  #failure: { readonly cause: unknown } | undefined;
  #isFinishing = false;
  #isAborted = false;

  constructor(private readonly file: UploadedFile) {
    this.#partBytes = Math.max(LEAST_PART, Math.ceil(file.most / MOST_PARTS));
  }

  /** Reports that the first `bytes` bytes of the file are final. Throws when an earlier part could not be sent. */
  written(bytes: number): void {
    if (this.#failure) throw this.#failure.cause;
    // More than full: the last part must have at least one byte
    while (bytes > this.#end) this.#send(this.#partBytes);
  }

  /** Resolves when the store has the object. `bytes`: the length of the file. */
  async finish(bytes: number): Promise<void> {
    const { bucket, name, turns } = this.file;
    this.#isFinishing = true;
    if (this.#parts.length === 0) {
      return turns.run(async () => bucket.put(name, await this.#read(0, bytes)));
    }
    const sent = this.#parts.length * this.#partBytes;
    this.#send(bytes - sent);
    const parts = await Promise.all(this.#parts);
    await bucket.complete(name, await this.#id!, parts, bytes);
  }

  /** Gives up: nothing of the file stays in the store. Rejects when the store cannot be asked. */
  async abort(): Promise<void> {
    const { bucket, name } = this.file;
    this.#isAborted = true;
    await Promise.allSettled(this.#parts);
    const id = await this.#id?.catch(() => undefined);
    if (id !== undefined) await bucket.abort(name, id);
    // Even when `finish` failed, for its request may have arrived
    if (this.#isFinishing) await bucket.remove(name);
  }

  get #end(): number {
    return (this.#parts.length + 1) * this.#partBytes;
  }

  #send(bytes: number): void {
    const at = this.#parts.length;
    const part = this.file.turns.run(() => this.#sendPart(at, bytes));
    part.catch((cause) => {
      this.#failure ??= { cause };
    });
    this.#parts.push(part);
  }

  async #sendPart(at: number, bytes: number): Promise<UploadedPart> {
    const { bucket, name } = this.file;
    if (this.#failure) throw this.#failure.cause;
    if (this.#isAborted) throw new Error('the upload was given up');
    const id = await (this.#id ??= bucket.begin(name));
    return bucket.addPart(name, id, at + 1, await this.#read(at * this.#partBytes, bytes));
  }

  async #read(from: number, bytes: number): Promise<Piece> {
    const file = await open(this.file.path);
    try {
      return await readPiece(file, from, bytes);
    } finally {
      await file.close();
    }
  }
}

/** In steps, because hashing a whole part would hold up all others. */
async function readPiece(file: FileHandle, from: number, bytes: number): Promise<Piece> {
  const piece = Buffer.allocUnsafeSlow(bytes);
  const hash = createHash('sha256');
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(piece, at, Math.min(READ_BYTES, bytes - at), from + at);
    if (bytesRead === 0) throw new Error('the received file became shorter');
    hash.update(piece.subarray(at, at + bytesRead));
    at += bytesRead;
  }
  return { bytes: piece, sha256: hash.digest('hex') };
}
