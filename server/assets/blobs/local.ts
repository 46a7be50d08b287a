import { randomUUID } from 'node:crypto';
import { link, mkdir, open, opendir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Disk } from '../../disk.ts';
import { type Blob, type Blobs, isHash, type ReceivedBytes } from '../blobs.ts';
import type { FileBytes, FileReads } from '../file-bytes.ts';
import { unlessGone } from '../unless-gone.ts';
import { writeHashed } from './incoming.ts';

export interface LocalDeps {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly disk: Pick<Disk, 'refuseFiles'>;
  readonly reads: FileReads;
}

/**
 * Files below one folder, which only this process uses:
 *
 *   ab/ab12…        bytes, in a folder for their first two digits
 *   incoming/<id>   bytes that are being received
 *   incoming/<id>.<hash>   an empty mark: this upload has kept these bytes, and its command has not ended
 *   aside/ab12…     bytes about to be deleted
 */
export async function openLocalBlobs({ folder, clock, disk, reads }: LocalDeps): Promise<Blobs> {
  const blobs = new LocalBlobs(folder, clock, disk, reads);
  await blobs.open();
  return blobs;
}

class LocalBlobs implements Blobs {
  /** How many uploads hold a hash. */
  readonly #claims = new Map<string, number>();
  /** Marks of uploads that have kept their bytes, by the `path` of the received file. */
  readonly #marks = new Map<string, string>();
  /** Folders for first digits that are on disk, or being made. */
  readonly #folders = new Map<string, Promise<void>>();
  #cutOff: readonly string[] = [];

  constructor(
    private readonly folder: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly disk: Pick<Disk, 'refuseFiles'>,
    private readonly reads: FileReads,
  ) {}

  /** Cleans up after an earlier process: removes the bytes that it was receiving, and puts back those that it set aside. */
  async open(): Promise<void> {
    await this.#makeFolders();
    for (const hash of await readdir(join(this.folder, 'aside'))) await this.#putBack(hash);
    const left = await readdir(join(this.folder, 'incoming'));
    for (const name of left) if (!markedHash(name)) await rm(this.#incoming(name), { force: true });
    this.#cutOff = left.filter(markedHash);
  }

  async #makeFolders(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of ['incoming', 'aside']) await mkdir(join(this.folder, name), { recursive: true, mode: 0o700 });
    for (const folder of [this.folder, dirname(this.folder)]) await syncFolder(folder);
  }

  async receive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<ReceivedBytes> {
    const path = this.#incoming(randomUUID());
    return { ...(await writeHashed(path, bytes, { most, askForRoom: () => this.disk.refuseFiles() })), path };
  }

  async keep({ hash, bytes, path }: ReceivedBytes): Promise<Blob | undefined> {
    await this.#claim(hash, path);
    await sync(path, 'r+');
    const place = this.#place(hash);
    // A sweep may take the old bytes between these two steps; then the new ones are simply put there
    const isOld = (await sizeOf(place)) === bytes && (await this.#renew(place));
    await this.#folderFor(hash);
    const modified = isOld ? await rm(path, { force: true }) : await this.#put(path, place);
    // Even for bytes that were there: the upload that put them there may not have synced the folder yet
    await syncFolder(dirname(place));
    return modified === undefined ? undefined : { hash, modified };
  }

  async discard({ hash, path }: ReceivedBytes): Promise<void> {
    await rm(path, { force: true });
    const mark = this.#marks.get(path);
    if (mark === undefined) return;
    this.#marks.delete(path);
    const claims = this.#claims.get(hash)! - 1;
    if (claims > 0) this.#claims.set(hash, claims);
    else this.#claims.delete(hash);
    await rm(mark, { force: true });
  }

  async local(hash: string): Promise<string | undefined> {
    for (const path of isHash(hash) ? [this.#place(hash), this.#aside(hash)] : []) {
      if ((await sizeOf(path)) !== undefined) return path;
    }
    return undefined;
  }

  /** Files are never removed to make room. */
  hold(): () => void {
    return () => undefined;
  }

  async read(hash: string, from: number, to: number): Promise<FileBytes | undefined> {
    const path = await this.local(hash);
    // The file is opened before it is returned: an open file can be read to its end even when it is deleted meanwhile
    const file = path === undefined ? undefined : await open(path).catch(unlessGone);
    return file && this.reads.of(file, from, to);
  }

  async size(hash: string): Promise<number | undefined> {
    const path = await this.local(hash);
    return path === undefined ? undefined : sizeOf(path);
  }

  async cutOff(): Promise<readonly Blob[]> {
    const names = this.#cutOff;
    this.#cutOff = [];
    for (const name of names) await rm(this.#incoming(name), { force: true });
    const blobs = [...new Set(names.map((name) => markedHash(name)!))].map((hash) => this.#blob(hash));
    return (await Promise.all(blobs)).filter((blob) => blob !== undefined);
  }

  async *all(): AsyncIterable<Blob> {
    for (const name of await readdir(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(name)) continue;
      for await (const { name: hash } of await opendir(join(this.folder, name))) {
        const found = isHash(hash) && (await this.#blob(hash));
        if (found) yield found;
      }
    }
  }

  async remove({ hash, modified }: Blob, isWanted: () => Promise<boolean>): Promise<boolean> {
    const aside = this.#aside(hash);
    if (this.#claims.has(hash) || !(await isDone(rename(this.#place(hash), aside)))) return false;
    try {
      const isSame = (await stat(aside)).mtimeMs === modified;
      if (isSame && !this.#claims.has(hash) && !(await isWanted())) {
        await rm(aside, { force: true });
        return true;
      }
    } catch (error) {
      await this.#putBack(hash);
      throw error;
    }
    await this.#putBack(hash);
    return false;
  }

  /** Undefined: it is gone. */
  async #blob(hash: string): Promise<Blob | undefined> {
    const found = await stat(this.#place(hash)).catch(() => undefined);
    return found && { hash, modified: found.mtimeMs };
  }

  async #claim(hash: string, path: string): Promise<void> {
    this.#claims.set(hash, (this.#claims.get(hash) ?? 0) + 1);
    const mark = `${path}.${hash}`;
    this.#marks.set(path, mark);
    await writeFile(mark, '', { mode: 0o600 });
  }

  /** False: the bytes are gone. */
  #renew(place: string): Promise<boolean> {
    const now = this.clock.now() / 1000;
    return isDone(utimes(place, now, now));
  }

  /** A folder is made once, even for several uploads, and is on disk before the first upload into it counts as kept. */
  #folderFor(hash: string): Promise<void> {
    const folder = dirname(this.#place(hash));
    const making = this.#folders.get(folder) ?? this.#makeFolder(folder);
    this.#folders.set(folder, making);
    return making;
  }

  async #makeFolder(folder: string): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await syncFolder(this.folder);
    } catch (error) {
      this.#folders.delete(folder);
      throw error;
    }
  }

  /** Returns the file's time, as the disk stores it. */
  async #put(path: string, place: string): Promise<number> {
    const now = this.clock.now() / 1000;
    await utimes(path, now, now);
    const { mtimeMs } = await stat(path);
    await rename(path, place);
    return mtimeMs;
  }

  /** When equal bytes were kept meanwhile, those stay instead. */
  async #putBack(hash: string): Promise<void> {
    await link(this.#aside(hash), this.#place(hash)).catch((error) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    await rm(this.#aside(hash), { force: true });
  }

  #place(hash: string): string {
    return join(this.folder, hash.slice(0, 2), hash);
  }

  #aside(hash: string): string {
    return join(this.folder, 'aside', hash);
  }

  #incoming(name: string): string {
    return join(this.folder, 'incoming', name);
  }
}

const markedHash = (name: string): string | undefined => /\.([0-9a-f]{64})$/.exec(name)?.[1];

/** Makes the names in a folder survive a loss of power. Windows has no such call, and keeps names without it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await sync(path, 'r');
}

/** Makes the bytes of a file survive a loss of power. Windows syncs only files that were opened for writing. */
async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/** False: there is no such file. */
async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
