/** An object, as a listing shows it. */
export interface ListedObject {
  readonly name: string;
  readonly bytes: number;
}

/** The bytes of an object as they arrive. Destroying them frees the connection. */
export interface ObjectStream extends AsyncIterable<Uint8Array> {
  destroy(error?: Error): void;
}

/** A piece of an object with the SHA-256 of its bytes, 64 lower-case hex digits; the store refuses bytes with another one. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** A part that arrived. */
export interface UploadedPart {
  readonly number: number;
  readonly tag: string;
}

/**
 * What the driver needs of a store of objects. Names are relative to the prefix of the installation. A call that resolved is
 * durable, and is seen by every later call of every process (S3 promises both). A call that the store does not take rejects with
 * 503; it may still take effect later, as long as its request is on the way.
 */
export interface Bucket {
  put(name: string, piece: Piece): Promise<void>;
  /** Replaces a small object with text. */
  write(name: string, text: string): Promise<void>;
  /** The bytes from `from` to `to`, both included. Undefined: there is no such object. */
  get(name: string, from: number, to: number): Promise<ObjectStream | undefined>;
  /** A small object as text. Undefined: there is no such object. */
  text(name: string): Promise<string | undefined>;
  /** In bytes. Undefined: there is no such object. */
  size(name: string): Promise<number | undefined>;
  /** Does nothing when there is no such object. */
  remove(name: string): Promise<void>;
  /** In the order of names, piece by piece: what changes meanwhile may be seen or not. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Begins an object that arrives in parts. Resolves with the id of the upload. */
  begin(name: string): Promise<string>;
  addPart(name: string, upload: string, number: number, piece: Piece): Promise<UploadedPart>;
  /** Makes the object of its parts. `bytes`: the length of all. */
  complete(name: string, upload: string, parts: readonly UploadedPart[], bytes: number): Promise<void>;
  abort(name: string, upload: string): Promise<void>;
  /** Uploads in parts that were neither completed nor aborted; none where the store does not tell. */
  unfinished(prefix: string): AsyncIterable<{ readonly name: string; readonly upload: string }>;
  close(): void;
}
