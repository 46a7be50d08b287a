import type { FileBytes } from './file-bytes.ts';

/** Bytes that were received completely, but are not kept yet. */
export interface ReceivedBytes {
  /** SHA-256, 64 lower-case hex digits: the name of the bytes everywhere. */
  readonly hash: string;
  readonly bytes: number;
  /** A local file with the bytes, for code that must look at them. It exists until they are kept or discarded. */
  readonly path: string;
}

/** Kept bytes, as a sweep sees them. */
export interface Blob {
  readonly hash: string;
  /** When they were last kept, in milliseconds since 1970. */
  readonly modified: number;
}

/**
 * The bytes of all files, named by their hash and written whole or not at all. The database knows which records refer to
 * which bytes; a driver does not. One test suite, `test/kit/blobs-contract.ts`, runs on every driver.
 */
export interface Blobs {
  /**
   * Takes bytes as they arrive and hashes them, in constant memory. Refuses more than `most` bytes with 413. Leaves nothing
   * behind, whatever it rejects with.
   */
  receive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<ReceivedBytes>;
  /**
   * Resolves when the bytes are on disk under their hash, including their folder. Equal bytes are stored once; keeping
   * them again renews their date. This upload claims them until `discard`, so that no sweep takes them.
   * Undefined: they were there before.
   */
  keep(received: ReceivedBytes): Promise<Blob | undefined>;
  /** Ends every upload: removes bytes that were not kept, and the claim on bytes that were. A second time does nothing. */
  discard(received: ReceivedBytes): Promise<void>;
  /** Path of a local file with these bytes. Open it at once, or hold it before you ask. */
  local(hash: string): Promise<string | undefined>;
  /** Until the returned function is called, a file that `local` named stays there, unless its bytes are removed. */
  hold(hash: string): () => void;
  /** The bytes from `from` to `to`, both included. Undefined: they are not there. */
  read(hash: string, from: number, to: number): Promise<FileBytes | undefined>;
  size(hash: string): Promise<number | undefined>;
  /** The bytes kept by uploads whose process ended before their `discard`. The next process gets each once. */
  cutOff(): Promise<readonly Blob[]>;
  all(): AsyncIterable<Blob>;
  /**
   * Removes bytes that nobody wants: sets them aside, asks `isWanted`, and then deletes them or puts them back. Leaves bytes
   * that are claimed, or that were kept again after `modified`. True: they are gone.
   */
  remove(blob: Blob, isWanted: () => Promise<boolean>): Promise<boolean>;
}

/** Only these names may become a path of a driver; all others name no bytes. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
