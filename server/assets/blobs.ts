import type { FileBytes } from './file-bytes.ts';

/** Bytes that were received whole, not yet kept. */
export interface Received {
  /** SHA-256, 64 lower-case hex digits: the name of the bytes everywhere. */
  readonly hash: string;
  readonly bytes: number;
  /** A local file with them, for who must look at them; there until they are kept or discarded. */
  readonly path: string;
}

/** Kept bytes as a sweep sees them. */
export interface Blob {
  readonly hash: string;
  /** When they were last kept, in milliseconds since 1970. */
  readonly modified: number;
}

/**
 * The bytes of all files, named by their hash and written whole or not at all. Who refers to which is in the database;
 * a driver knows nothing of it. One test suite, `test/kit/blobs-contract.ts`, runs on every driver.
 */
export interface Blobs {
  /**
   * Takes bytes as they come, hashing them, in constant memory. Refuses with 413 over `most` bytes; whatever it rejects
   * with, nothing is left behind.
   */
  receive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Received>;
  /**
   * Resolves when the bytes are on disk under their hash, their folder included. Equal bytes are there once; keeping
   * them again makes them new again. They are claimed by this upload, so that no sweep takes them, until `discard`.
   * Undefined: they were there before.
   */
  keep(received: Received): Promise<Blob | undefined>;
  /** Ends every upload: what was not kept is gone, and what was kept is claimed no more. A second time does nothing. */
  discard(received: Received): Promise<void>;
  /** Path of a local file with these bytes. */
  local(hash: string): Promise<string | undefined>;
  /** The bytes from `from` to `to`, both included. Undefined: they are not there. */
  read(hash: string, from: number, to: number): Promise<FileBytes | undefined>;
  size(hash: string): Promise<number | undefined>;
  /** What uploads had kept whose process ended before their `discard`. Each is told once, to the next one. */
  cutOff(): Promise<readonly Blob[]>;
  all(): AsyncIterable<Blob>;
  /**
   * Removes bytes that nobody wants: sets them aside, asks, and then deletes them or puts them back. Bytes that are
   * claimed, or that were kept again after `modified`, stay. True: they are gone.
   */
  remove(blob: Blob, isWanted: () => Promise<boolean>): Promise<boolean>;
}

/** A name that may be a path of a driver; everything else names no bytes. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
