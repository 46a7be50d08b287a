import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, refuse } from '../../../../model/refusal.ts';
import type { Clock } from '../../../clock.ts';
import type { Disk } from '../../../disk.ts';
import { MipmapCache } from '../../mipmap-cache.ts';
import { writeHashed } from '../incoming.ts';
import { Turns } from './turns.ts';

export interface CopyDeps {
  /** A folder of its own. It may be removed at any time. */
  readonly folder: string;
  /** Where a copy is written until it is whole. */
  readonly incoming: string;
  /** Disk space that the copies may take. */
  readonly mostBytes: number;
  readonly clock: Clock;
  readonly disk: Pick<Disk, 'refuseFiles'>;
}

/** Copies that are fetched at the same time. */
const MOST_FETCHED = 4;

/** Local copies of files in a store elsewhere, for code that needs a file on the disk. The least recently used ones go. */
export class Copies {
  readonly #cache: MipmapCache;
  readonly #fetching = new Map<string, Promise<string | undefined>>();
  readonly #turns = new Turns(MOST_FETCHED);
  /** How many callers hold a file, by name in the cache. */
  readonly #held = new Map<string, number>();

  constructor(private readonly deps: CopyDeps) {
    this.#cache = new MipmapCache({ ...deps, isHeld: (name) => this.#held.has(name) });
  }

  /** The copy stays until the returned function is called. */
  hold(hash: string): () => void {
    const name = nameOf(hash);
    this.#held.set(name, (this.#held.get(name) ?? 0) + 1);
    return () => {
      const holders = this.#held.get(name)! - 1;
      if (holders > 0) this.#held.set(name, holders);
      else this.#held.delete(name);
    };
  }

  /** The path of the copy, fetched if it is missing or not whole; one fetch serves all that wait. Undefined: there is nothing to fetch. */
  async get(
    hash: string,
    bytes: number,
    fetch: () => Promise<AsyncIterable<Uint8Array> | undefined>,
  ): Promise<string | undefined> {
    const found = await this.#cache.find(nameOf(hash));
    if (found && (await isOfSize(found, bytes))) return found;
    let fetching = this.#fetching.get(hash);
    if (!fetching) {
      fetching = this.#turns.run(() => this.#fetch(hash, bytes, fetch)).finally(() => this.#fetching.delete(hash));
      this.#fetching.set(hash, fetching);
    }
    return fetching;
  }

  /** Takes a local file with these bytes, which need not be fetched then. */
  async adopt(hash: string, path: string): Promise<void> {
    const letGo = this.hold(hash);
    try {
      await rename(path, await this.#cache.place(nameOf(hash)));
      await this.#cache.added(nameOf(hash));
    } finally {
      letGo();
    }
  }

  async remove(hash: string): Promise<void> {
    await rm(await this.#cache.place(nameOf(hash)), { force: true });
  }

  async #fetch(
    hash: string,
    most: number,
    fetch: () => Promise<AsyncIterable<Uint8Array> | undefined>,
  ): Promise<string | undefined> {
    const bytes = await fetch();
    if (!bytes) return undefined;
    const path = join(this.deps.incoming, randomUUID());
    const written = await writeHashed(path, bytes, { most, askForRoom: () => this.deps.disk.refuseFiles() }).catch((error) => {
      throw error instanceof Refusal ? error : refuse.unavailable('The file cannot be fetched now');
    });
    if (written.hash !== hash) {
      await rm(path, { force: true });
      throw new Error(`the store returned other bytes than those of ${hash}`);
    }
    await this.adopt(hash, path);
    return this.#cache.place(nameOf(hash));
  }
}

const nameOf = (hash: string): string => `${hash}-whole.file`;

const isOfSize = (path: string, bytes: number): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size === bytes,
    () => false,
  );
