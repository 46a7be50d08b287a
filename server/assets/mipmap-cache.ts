import type { Stats } from 'node:fs';
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../clock.ts';
import { unlessGone } from './unless-gone.ts';

export interface MipmapCacheDeps {
  /** A folder of its own, made when it is needed. It may be removed at any time. */
  readonly folder: string;
  /** Disk space that the files may take. */
  readonly mostBytes: number;
  readonly clock: Clock;
  /** Files that are in use, and stay. */
  readonly isHeld?: (name: string) => boolean;
}

interface CachedLevel {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/** Levels, what is known of a page, and whole files: letters, digits, `-` and `.` only, so that no name leaves the folder. */
const NAME = /^[0-9a-f]{64}-[0-9a-z-]+\.(webp|json|file)$/;
/** Files take whole blocks. */
const BLOCK_BYTES = 4096;
/** Share that stays when the bound is reached. Removing a tenth at a time makes scans of the folder rare. */
const KEPT = 0.9;
/** Precision with which use is recorded. */
const NOTE_MS = 60_000;

/**
 * Files below a folder. When they take more than their share, the least recently used ones are removed. The last use is the
 * file's time, so it survives a restart. A file under its final name must never be written to.
 */
export class MipmapCache {
  /** Bytes on disk; undefined until the folder was scanned. */
  #bytes: number | undefined;
  #looking: Promise<void> | undefined;

  constructor(private readonly deps: MipmapCacheDeps) {}

  /** The path of a file of this name, whether it exists or not; its folder is made. */
  async place(name: string): Promise<string> {
    const path = this.#path(name);
    await mkdir(dirname(path), { recursive: true });
    return path;
  }

  /** The file of this name, if there is one. This counts as a use. */
  async find(name: string): Promise<string | undefined> {
    const path = this.#path(name);
    const found = await statOf(path);
    if (!found || !(await isWhole(path, found.size))) return undefined;
    const now = this.deps.clock.now();
    if (Math.abs(now - found.mtimeMs) > NOTE_MS) await utimes(path, now / 1000, now / 1000).catch(() => undefined);
    return path;
  }

  /** Call it when a file was written; removes other files if there is too little room. */
  async added(name: string): Promise<void> {
    const file = await statOf(this.#path(name));
    if (!file) return;
    const now = this.deps.clock.now() / 1000;
    await utimes(this.#path(name), now, now).catch(() => undefined);
    if (this.#bytes !== undefined) this.#bytes += onDisk(file.size);
    if (this.#bytes === undefined || this.#bytes > this.deps.mostBytes) await this.#makeRoom();
  }

  /** One scan at a time; a file added during a scan is counted by it or by the next. */
  #makeRoom(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const files = await this.#files();
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const { mostBytes } = this.deps;
    if (bytes > mostBytes) {
      for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
        if (bytes <= mostBytes * KEPT) break;
        if (this.deps.isHeld?.(file.name)) continue;
        await rm(file.path, { force: true });
        bytes -= file.bytes;
      }
    }
    this.#bytes = bytes;
  }

  async #files(): Promise<CachedLevel[]> {
    const files: CachedLevel[] = [];
    for (const part of await readdir(this.deps.folder).catch(() => [])) {
      for (const name of await readdir(join(this.deps.folder, part)).catch(() => [])) {
        const path = join(this.deps.folder, part, name);
        const found = await statOf(path);
        if (found) files.push({ name, path, bytes: onDisk(found.size), usedAt: found.mtimeMs });
      }
    }
    return files;
  }

  #path(name: string): string {
    if (!NAME.test(name)) throw new Error('not a name of the cache');
    return join(this.deps.folder, name.slice(0, 2), name);
  }
}

const onDisk = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** A loss of power can truncate a file. A WebP states its own length. */
async function isWhole(path: string, size: number): Promise<boolean> {
  if (!path.endsWith('.webp')) return size > 0;
  const file = await open(path).catch(unlessGone);
  try {
    const { buffer } = (await file?.read(Buffer.alloc(8), 0, 8, 0)) ?? {};
    return buffer?.toString('latin1', 0, 4) === 'RIFF' && buffer.readUInt32LE(4) + 8 === size;
  } finally {
    await file?.close();
  }
}

const statOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);
