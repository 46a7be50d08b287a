import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Bucket, ObjectStream, Piece, UploadedPart } from '../../../server/assets/blobs/s3/bucket.ts';
import { type Objects, S3Fault } from './objects.ts';

/** Runs before and after the effect of every call; what it waits for is a request, or an answer, on its way. */
export type Way = (call: string) => Promise<unknown>;

/** A bucket in memory. Handles on the same objects are processes, each with a way of its own. */
export function memoryBucket(objects: Objects, way: Way): Bucket {
  const ask: Ask = async (call, effect) => {
    await way(call);
    const result = effect();
    await way(`answer to ${call}`);
    return result;
  };
  return { ...wholes(objects, ask), ...inParts(objects, ask), close: () => undefined };
}

type Ask = <T>(call: string, effect: () => T) => Promise<T>;
type InParts = 'begin' | 'addPart' | 'complete' | 'abort' | 'unfinished';

const wholes = (objects: Objects, ask: Ask): Omit<Bucket, InParts | 'close'> => ({
  put: (name, { bytes, sha256 }: Piece) =>
    ask(`put ${name}`, () => {
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error('other bytes than announced');
      objects.put(name, Buffer.from(bytes));
    }),
  write: (name, text) => ask(`write ${name}`, () => objects.put(name, Buffer.from(text))),
  get: (name, from, to) => {
    const part = (): ObjectStream => Readable.from([objects.get(name).subarray(from, to + 1)]);
    return ask(`get ${name}`, orMissing(part));
  },
  text: (name) =>
    ask(
      `text ${name}`,
      orMissing(() => objects.get(name).toString()),
    ),
  size: (name) =>
    ask(
      `size ${name}`,
      orMissing(() => objects.get(name).length),
    ),
  remove: (name) => ask(`remove ${name}`, () => objects.remove(name)),
  async *list(prefix) {
    let after = '';
    for (;;) {
      const { keys, more } = await ask(`list ${prefix} after ${after}`, () => objects.page(prefix, after, 2));
      for (const name of keys) yield { name, bytes: 0 };
      if (!more) return;
      after = keys.at(-1)!;
    }
  },
});

const inParts = (objects: Objects, ask: Ask): Pick<Bucket, InParts> => ({
  begin: (name) => ask(`begin ${name}`, () => objects.begin(name)),
  addPart: (name, upload, number, { bytes }): Promise<UploadedPart> =>
    ask(`part of ${name}`, () => ({ number, tag: objects.addPart(upload, number, Buffer.from(bytes)) })),
  complete: (name, upload, parts) => {
    const listed = parts.map(({ number, tag }) => [number, tag] as const);
    return ask(`complete ${name}`, () => objects.complete(upload, listed));
  },
  abort: (name, upload) => {
    const end = orMissing(() => objects.abort(upload));
    return ask(`abort ${name}`, end);
  },
  async *unfinished(prefix) {
    yield* objects.unfinished(prefix).map(({ id, key }) => ({ name: key, upload: id }));
  },
});

const orMissing =
  <T>(effect: () => T) =>
  (): T | undefined => {
    try {
      return effect();
    } catch (fault) {
      if (fault instanceof S3Fault && fault.status === 404) return undefined;
      throw fault;
    }
  };
