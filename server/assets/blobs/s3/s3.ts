import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../clock.ts';
import type { Disk } from '../../../disk.ts';
import { type Blob, type Blobs, isHash, type ReceivedBytes } from '../../blobs.ts';
import { type FileBytes, memoryBytes } from '../../file-bytes.ts';
import { writeHashed } from '../incoming.ts';
import type { Bucket, Piece } from './bucket.ts';
import { Copies } from './copies.ts';
import { openFolder } from './folder.ts';
import { type HashState, isSameKept, lookAt, modifiedOf, readable, stateOf } from './hash-state.ts';
import { KnownStates } from './known-states.ts';
import * as names from './names.ts';
import { objectBytes } from './object-bytes.ts';
import { PartsUpload } from './parts-upload.ts';
import { Turns } from './turns.ts';

export interface S3Deps {
  readonly bucket: Bucket;
  /** A folder of this server alone, for bytes that are being received and copies of files. */
  readonly folder: string;
  /** Disk space for copies. */
  readonly copyBytes: number;
  readonly clock: Clock;
  readonly disk: Pick<Disk, 'refuseFiles'>;
}

/**
 * Files in a bucket that many servers share (`names.ts` lists the objects). No step relies on time or on a lock:
 *
 * An upload first claims the hash and then looks whether its bytes are there. A sweep first marks the bytes and then looks for claims.
 * So at least one of them sees the other: the sweep leaves the bytes, or the upload does not rely on them and puts its own, under an id
 * of their own. An id that was deleted is never used again, so a sweep that was stopped in its middle for an hour deletes
 * nothing that anybody relies on. Two servers that keep the same new bytes at the same moment store them twice, until a sweep removes both.
 */
export async function openS3Blobs(deps: S3Deps): Promise<Blobs> {
  const maker = { node: await openFolder(deps.folder), process: names.newMakerId() };
  return new S3Blobs(deps, maker);
}

/** An upload between `receive` and `discard`. */
interface Upload {
  readonly id: string;
  readonly parts: PartsUpload;
  /** Names of objects that exist, or may exist because a request for them failed. */
  claim?: string;
  file?: string;
  /** The bytes are a file now, and stay. */
  isKept: boolean;
}

/** Parts of all uploads that are in memory at the same time. */
const MOST_PARTS_SENT = 4;
/** A larger part of the space for copies is not given to a file that nobody may ever render. */
const OF_COPIES = 1 / 4;
/** An upload of another server counts as cut off after this many milliseconds. */
const FORGOTTEN_MS = 24 * 3_600_000;

class S3Blobs implements Blobs {
  readonly #bucket: Bucket;
  readonly #copies: Copies;
  readonly #known: KnownStates;
  readonly #turns = new Turns(MOST_PARTS_SENT);
  /** Uploads by the `path` of their received file. */
  readonly #uploads = new Map<string, Upload>();
  /** Uploads that ended while the bucket could not be reached. */
  readonly #left = new Set<Upload>();
  /** The last upload that keeps a hash; the next one waits for it, so that equal bytes are stored once. */
  readonly #keeping = new Map<string, Promise<unknown>>();

  constructor(
    private readonly deps: S3Deps,
    private readonly maker: names.Maker,
  ) {
    const { bucket, folder, copyBytes: mostBytes, clock, disk } = deps;
    this.#bucket = bucket;
    this.#known = new KnownStates(bucket);
    this.#copies = new Copies({ folder: join(folder, 'copies'), incoming: join(folder, 'incoming'), mostBytes, clock, disk });
  }

  async receive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<ReceivedBytes> {
    const { bucket, clock, disk, folder } = this.deps;
    const id = names.newId(clock.now(), this.maker);
    const path = join(folder, 'incoming', id);
    const parts = new PartsUpload({ bucket, turns: this.#turns, name: names.bytesName(id), path, most });
    const upload: Upload = { id, parts, isKept: false };
    try {
      const written = (count: number): void => parts.written(count);
      const received = { ...(await writeHashed(path, bytes, { most, askForRoom: () => disk.refuseFiles(), written })), path };
      this.#uploads.set(path, upload);
      return received;
    } catch (error) {
      await this.#end(upload);
      throw error;
    }
  }

  async keep(received: ReceivedBytes): Promise<Blob | undefined> {
    const { hash } = received;
    const before = this.#keeping.get(hash);
    const keeping = (before ?? Promise.resolve()).catch(() => undefined).then(() => this.#keep(received));
    this.#keeping.set(hash, keeping);
    try {
      return await keeping;
    } finally {
      if (this.#keeping.get(hash) === keeping) this.#keeping.delete(hash);
    }
  }

  async #keep({ hash, bytes, path }: ReceivedBytes): Promise<Blob | undefined> {
    const upload = this.#uploads.get(path)!;
    upload.claim = names.claimName(hash, upload.id);
    await this.#bucket.put(upload.claim, EMPTY);
    // This comes only after the claim: see above
    const state = await lookAt(this.#bucket, hash);
    const modified = this.deps.clock.now();
    const isOld = await this.#renew(hash, bytes, state, modified);
    if (!isOld) await this.#put(upload, hash, { id: upload.id, bytes, modified });
    this.#known.forget(hash);
    // Renderers will want it at once; if this fails, they fetch it
    if (bytes <= this.deps.copyBytes * OF_COPIES) await this.#copies.adopt(hash, path).catch(() => undefined);
    return isOld ? undefined : { hash, modified };
  }

  /** False: there are no such bytes to rely on. */
  async #renew(hash: string, bytes: number, { kept, doomed, names: listed }: HashState, now: number): Promise<boolean> {
    const old = kept.find((one) => one.bytes === bytes && !doomed.has(one.id));
    // Somebody may have deleted the object by hand
    if (!old || (await this.#bucket.size(names.bytesName(old.id))) !== bytes) return false;
    if (old.modified >= now) return true;
    await this.#bucket.put(names.fileName(hash, { ...old, modified: now }), EMPTY);
    for (const name of listed) if (names.keptIn(name)?.id === old.id) await this.#bucket.remove(name);
    return true;
  }

  /** The name comes last, so that it never names bytes that are not whole. */
  async #put(upload: Upload, hash: string, kept: names.StoredBlob): Promise<void> {
    await upload.parts.finish(kept.bytes);
    upload.file = names.fileName(hash, kept);
    await this.#bucket.put(upload.file, EMPTY);
    upload.isKept = true;
  }

  async discard({ path }: ReceivedBytes): Promise<void> {
    await rm(path, { force: true });
    const upload = this.#uploads.get(path);
    this.#uploads.delete(path);
    if (upload) await this.#end(upload);
  }

  /** Never rejects, because the upload may have succeeded: what cannot be removed now is removed by a later `cutOff`. */
  async #end(upload: Upload): Promise<void> {
    try {
      if (!upload.isKept && upload.file) await this.#bucket.remove(upload.file);
      if (!upload.isKept) await upload.parts.abort();
      // Last, because it is what a later process finds
      if (upload.claim) await this.#bucket.remove(upload.claim);
      this.#left.delete(upload);
    } catch {
      this.#left.add(upload);
    }
  }

  async local(hash: string): Promise<string | undefined> {
    const bytes = await this.size(hash);
    if (bytes === undefined) return undefined;
    return this.#copies.get(hash, bytes, () => this.read(hash, 0, bytes - 1));
  }

  hold(hash: string): () => void {
    return this.#copies.hold(hash);
  }

  async read(hash: string, from: number, to: number): Promise<FileBytes | undefined> {
    if (!isHash(hash)) return undefined;
    const bytes = await this.#readOf(await this.#known.get(hash), from, to);
    if (bytes) return bytes;
    // What was known may be old: another server has removed the bytes, and perhaps another has put them anew
    this.#known.forget(hash);
    return this.#readOf(await this.#known.get(hash), from, to);
  }

  async #readOf(state: HashState, from: number, to: number): Promise<FileBytes | undefined> {
    for (const { id, bytes } of readable(state)) {
      if (bytes === 0) return memoryBytes(new Uint8Array());
      const arriving = await this.#bucket.get(names.bytesName(id), from, to);
      if (arriving) return objectBytes(arriving, to - from + 1, this.deps.clock);
    }
    return undefined;
  }

  async size(hash: string): Promise<number | undefined> {
    return isHash(hash) ? readable(await this.#known.get(hash))[0]?.bytes : undefined;
  }

  async cutOff(): Promise<readonly Blob[]> {
    for (const upload of this.#left) await this.#end(upload);
    const blobs = new Map<string, Blob>();
    for await (const { name } of this.#bucket.list(names.CLAIMS)) {
      const hash = names.hashIn(name);
      if (!hash || !this.#isCutOff(names.idIn(name))) continue;
      const modified = await this.#endCutOff(hash, name);
      if (modified !== undefined) blobs.set(hash, { hash, modified });
    }
    for await (const { name, upload } of this.#bucket.unfinished(names.BYTES)) {
      if (this.#isCutOff(names.idIn(name))) await this.#bucket.abort(name, upload);
    }
    return [...blobs.values()];
  }

  /**
   * An earlier process on this folder has ended. Nobody knows whether other servers have ended, so their marks count only when
   * they are old.
   */
  #isCutOff(id: string): boolean {
    const by = names.madeBy(id);
    if (!by) return false;
    if (by.node === this.maker.node) return by.process !== this.maker.process;
    return by.at < this.deps.clock.now() - FORGOTTEN_MS;
  }

  /** Returns when the hash was last kept. Undefined: nobody has kept it. */
  async #endCutOff(hash: string, claim: string): Promise<number | undefined> {
    const state = await lookAt(this.#bucket, hash);
    const id = names.idIn(claim);
    // The process ended after it had put the bytes, and before anything named them
    if (!state.kept.some((one) => one.id === id)) await this.#bucket.remove(names.bytesName(id));
    await this.#bucket.remove(claim);
    return state.kept[0]?.modified;
  }

  async *all(): AsyncIterable<Blob> {
    let listed: string[] = [];
    for await (const { name } of this.#bucket.list(names.FILES)) {
      if (listed.length > 0 && names.hashIn(listed[0]!) !== names.hashIn(name)) {
        yield blobOf(listed);
        listed = [];
      }
      if (names.hashIn(name)) listed.push(name);
    }
    if (listed.length > 0) yield blobOf(listed);
  }

  async remove({ hash, modified }: Blob, isWanted: () => Promise<boolean>): Promise<boolean> {
    const found = await lookAt(this.#bucket, hash);
    if (found.names.length === 0 || modifiedOf(found) !== modified) return false;
    const ids = new Set([...found.kept.map(({ id }) => id), ...found.doomed]);
    const marks = [...ids].map((id) => names.removingName(hash, id));
    let isFree = false;
    try {
      for (const mark of marks) await this.#bucket.put(mark, EMPTY);
      isFree = await this.#isFree(hash, found, isWanted);
    } finally {
      // From here on nobody may go back: a request to delete that failed may still take effect
      if (!isFree) for (const mark of marks) await this.#bucket.remove(mark);
    }
    if (isFree) await this.#delete(hash, ids);
    return isFree;
  }

  /** Asks when the marks are there. Claims come first: an upload that has ended its claim has renewed the date before. */
  async #isFree(hash: string, found: HashState, isWanted: () => Promise<boolean>): Promise<boolean> {
    for await (const _ of this.#bucket.list(names.claimsOf(hash))) return false;
    return isSameKept(found, await lookAt(this.#bucket, hash)) && !(await isWanted());
  }

  /** The marks go last: while they are there, nobody relies on the bytes, and the next sweep finds what is left. */
  async #delete(hash: string, ids: ReadonlySet<string>): Promise<void> {
    this.#known.forget(hash);
    await this.#copies.remove(hash);
    for (const id of ids) await this.#bucket.remove(names.bytesName(id));
    const { names: left } = await lookAt(this.#bucket, hash);
    for (const name of left) if (ids.has(names.keptIn(name)?.id ?? '')) await this.#bucket.remove(name);
    for (const name of left) if (ids.has(names.removingIn(name) ?? '')) await this.#bucket.remove(name);
    this.#known.forget(hash);
  }
}

const EMPTY: Piece = { bytes: new Uint8Array(), sha256: createHash('sha256').digest('hex') };

const blobOf = (listed: readonly string[]): Blob => ({
  hash: names.hashIn(listed[0]!)!,
  modified: modifiedOf(stateOf(listed)),
});
