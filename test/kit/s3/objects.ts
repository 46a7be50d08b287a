import { createHash, randomUUID } from 'node:crypto';

/** A refused request, with the code that S3 gives. */
export class S3Fault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/** No part but the last may be smaller (Amazon S3 user guide, multipart upload limits). */
const LEAST_PART = 5 * 1024 ** 2;

/** The objects of one bucket, in memory. Every step takes effect at once, as S3 promises. */
export class Objects {
  readonly #objects = new Map<string, Buffer>();
  readonly #uploads = new Map<string, Upload>();

  /** Names of objects, and of uploads that were not completed, as `<name>?`. */
  names(): string[] {
    return [...this.#objects.keys(), ...[...this.#uploads.values()].map(({ key }) => `${key}?`)].sort();
  }

  get(key: string): Buffer {
    const found = this.#objects.get(key);
    if (!found) throw new S3Fault(404, 'NoSuchKey');
    return found;
  }

  put(key: string, bytes: Buffer): void {
    this.#objects.set(key, bytes);
  }

  remove(key: string): void {
    this.#objects.delete(key);
  }

  /** At most `most` objects after the name `after`. */
  page(prefix: string, after: string, most: number): { readonly keys: readonly string[]; readonly more: boolean } {
    const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    return { keys: keys.slice(0, most), more: keys.length > most };
  }

  begin(key: string): string {
    const id = randomUUID();
    this.#uploads.set(id, { key, parts: new Map() });
    return id;
  }

  addPart(id: string, number: number, bytes: Buffer): string {
    this.#upload(id).parts.set(number, bytes);
    return tagOf(bytes);
  }

  complete(id: string, listed: readonly (readonly [number: number, tag: string])[]): void {
    const { key, parts } = this.#upload(id);
    const found = listed.map(([number, tag], at) => {
      const part = parts.get(number);
      if (!part || tagOf(part) !== tag) throw new S3Fault(400, 'InvalidPart');
      if (at > 0 && number <= listed[at - 1]![0]) throw new S3Fault(400, 'InvalidPartOrder');
      if (at < listed.length - 1 && part.length < LEAST_PART) throw new S3Fault(400, 'EntityTooSmall');
      return part;
    });
    this.#uploads.delete(id);
    this.put(key, Buffer.concat(found));
  }

  abort(id: string): void {
    this.#upload(id);
    this.#uploads.delete(id);
  }

  unfinished(prefix: string): { readonly id: string; readonly key: string }[] {
    return [...this.#uploads].map(([id, { key }]) => ({ id, key })).filter(({ key }) => key.startsWith(prefix));
  }

  #upload(id: string): Upload {
    const found = this.#uploads.get(id);
    if (!found) throw new S3Fault(404, 'NoSuchUpload');
    return found;
  }
}

export const tagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
