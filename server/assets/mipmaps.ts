import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isRendered } from '../../model/file-kinds.ts';
import { refuse } from '../../model/refusal.ts';
import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import type { MipmapCache } from './mipmap-cache.ts';
import { levelSize, maxLevel, writtenSize } from './mipmap-levels.ts';
import { Recent } from './recent.ts';
import { CannotRender, NotStarted, type PageInfo, type Renderers, type Requester } from './render/types.ts';
import { SharedWork } from './shared.ts';
import { unlessGone } from './unless-gone.ts';

/** A stored file, as its record names it. */
export interface MipmapAsset {
  readonly hash: string;
  /** MIME type, as sniffed at the upload. */
  readonly type: string;
}

/** The info object of interface/widgets 15. */
export interface MipmapInfo {
  readonly resolution: { readonly width: number; readonly height: number };
  readonly max_level: number;
  readonly pages: number;
}

/** Levels of images and PDF pages, made on demand. Both methods refuse with 501, then 400; 503 when nothing can be made now. */
export interface Mipmaps {
  /** Info of a page that can be rendered. When this resolves, its smallest level exists. */
  info(asset: MipmapAsset, page: number, requester: Requester): Promise<MipmapInfo>;
  /** Path of the level's WebP file. Open it at once: the cache may remove it later. */
  level(asset: MipmapAsset, page: number, level: number, requester: Requester): Promise<string>;
  /** The same file when it is small and was read within the last minute, by name: the visitors of a canvas share one reading. */
  readonly recent: Recent<Buffer>;
}

export interface MipmapDeps {
  readonly cache: MipmapCache;
  readonly renderers: Pick<Renderers, 'info' | 'level'>;
  readonly clock: Clock;
  readonly disk: Pick<Disk, 'refuseFiles'>;
  /** Path of a stored file. */
  readonly local: (hash: string) => Promise<string | undefined>;
  /** The file stays until the returned function is called. */
  readonly hold: (hash: string) => () => void;
  /** Called for every file that could not be rendered, with the reason. */
  readonly failed?: (error: CannotRender, hash: string) => void;
}

export const createMipmaps = (deps: MipmapDeps): Mipmaps => new RenderedMipmaps(deps);

/** A file that could not be rendered is not tried again for this long, however often it is requested. */
const FAILED_MS = 60_000;
const MOST_FAILED = 1000;

/** Small levels that are in memory, all together. */
const RECENT_LEVELS_BYTES = 8 * 1024 * 1024;
const RECENT_INFOS = 10_000;

/** A file, and the requester who wants something of it. */
interface RequestedMipmap extends MipmapAsset {
  readonly requester: Requester;
}

/** `path`: resolves with the path of the file; rejects with CannotRender when the file is missing. */
type Make<T> = (path: () => Promise<string>, requester: Requester) => Promise<T>;

class RenderedMipmaps implements Mipmaps {
  /** Work under way, by name in the cache; requests for the same thing share it. */
  readonly #making = new Map<string, SharedWork<unknown>>();
  /** Names in the cache that could not be made, oldest first, with the time until which they are not tried again. */
  readonly #failed = new Map<string, number>();

  readonly recent: Recent<Buffer>;
  /** The key is file and page. */
  readonly #infos: Recent<MipmapInfo>;

  constructor(private readonly deps: MipmapDeps) {
    const { clock } = deps;
    this.recent = new Recent({ clock, most: RECENT_LEVELS_BYTES, sizeOf: ({ length }) => length });
    this.#infos = new Recent({ clock, most: RECENT_INFOS, sizeOf: () => 1 });
  }

  async info(file: MipmapAsset, page: number, requester: Requester): Promise<MipmapInfo> {
    const name = `${file.hash}-${page}`;
    const known = isRendered(file.type) ? this.#infos.get(name) : undefined;
    if (known) return known;
    const info = await this.#readInfo({ ...file, requester }, page);
    this.#infos.put(name, info);
    return info;
  }

  async level(file: MipmapAsset, page: number, level: number, requester: Requester): Promise<string> {
    const asset = { ...file, requester };
    const info = await this.#page(asset, page);
    const most = maxLevel(info);
    if (!Number.isInteger(level) || level < 0 || level > most) {
      return this.#refuse(asset, `level must be an integer from 0 to ${most}`);
    }
    return this.#level(asset, page, info, level);
  }

  async #readInfo(asset: RequestedMipmap, page: number): Promise<MipmapInfo> {
    const { width, height, pages } = await this.#page(asset, page);
    const max_level = maxLevel({ width, height });
    // The head may be fine though the pixels cannot be rendered, and that must be a 501
    await this.#level(asset, page, { width, height, pages }, max_level);
    return { resolution: { width, height }, max_level, pages };
  }

  async #page(asset: RequestedMipmap, page: number): Promise<PageInfo> {
    if (!isRendered(asset.type)) throw unsupported();
    // Page 0 first: its info is cached, so a request for a page beyond the last does not open the file
    const first = await this.#info(asset, 0);
    if (!Number.isInteger(page) || page < 0 || page >= first.pages) {
      return this.#refuse(asset, `page must be an integer from 0 to ${first.pages - 1}`);
    }
    return page === 0 ? first : this.#info(asset, page);
  }

  /** Refuses with 400, but with 501 first when the pixels cannot be rendered, which a readable head does not rule out. */
  async #refuse(asset: RequestedMipmap, text: string): Promise<never> {
    const first = await this.#info(asset, 0);
    await this.#level(asset, 0, first, maxLevel(first));
    throw refuse.invalid(text);
  }

  /** Infos are kept on disk, because finding the size of a page means reading a whole PDF. */
  #info(asset: RequestedMipmap, page: number): Promise<PageInfo> {
    const name = `${asset.hash}-${page}.json`;
    return this.#once(name, asset, async (path, requester) => {
      const found = await this.deps.cache.find(name);
      const known = found && parseInfo((await readFile(found, 'utf8').catch(unlessGone)) ?? '');
      if (known) return known;
      const info = await this.deps.renderers.info({ path: await path(), type: asset.type, page }, requester);
      await this.#keepInfo(name, info);
      return info;
    });
  }

  async #keepInfo(name: string, info: PageInfo): Promise<void> {
    const place = await this.deps.cache.place(name);
    const { width, height, pages } = info;
    await writeFile(`${place}.part`, JSON.stringify({ width, height, pages }));
    await rename(`${place}.part`, place);
    await this.deps.cache.added(name);
  }

  #level(asset: RequestedMipmap, page: number, info: PageInfo, level: number): Promise<string> {
    const name = `${asset.hash}-${page}-${level}.webp`;
    return this.#once(name, asset, async (path, requester) => {
      const { cache, disk, renderers } = this.deps;
      const found = await cache.find(name);
      if (found) return found;
      await disk.refuseFiles();
      const to = await cache.place(name);
      const size = writtenSize(levelSize(info, level));
      try {
        await renderers.level({ path: await path(), type: asset.type, page, ...size, to }, requester);
      } catch (error) {
        await rm(`${to}.part`, { force: true });
        throw error;
      }
      await cache.added(name);
      return to;
    });
  }

  /** Shares work under way, and remembers failures for a while. */
  #once<T>(name: string, asset: RequestedMipmap, make: Make<T>): Promise<T> {
    let shared = this.#making.get(name) as SharedWork<T> | undefined;
    if (!shared || shared.isAbandoned) {
      const made = new SharedWork<T>((signal) => this.#try(name, asset, make, { by: asset.requester.by, signal }));
      this.#making.set(name, (shared = made));
      const forget = (): void => {
        if (this.#making.get(name) === made) this.#making.delete(name);
      };
      made.result.then(forget, forget);
    }
    return shared.join(asset.requester.signal);
  }

  async #try<T>(name: string, asset: RequestedMipmap, make: Make<T>, requester: Requester): Promise<T> {
    const { clock, failed, local, hold } = this.deps;
    if ((this.#failed.get(name) ?? 0) > clock.steady()) throw unsupported();
    const letGo = hold(asset.hash);
    try {
      return await make(async () => {
        const path = await local(asset.hash);
        if (path === undefined) throw new CannotRender('the file is not there');
        return path;
      }, requester);
    } catch (error) {
      if (!(error instanceof CannotRender)) throw error;
      failed?.(error, asset.hash);
      if (error instanceof NotStarted) throw refuse.unavailable();
      this.#remember(name);
      throw unsupported();
    } finally {
      letGo();
    }
  }

  #remember(name: string): void {
    this.#failed.delete(name);
    this.#failed.set(name, this.deps.clock.steady() + FAILED_MS);
    const [oldest] = this.#failed.keys();
    if (this.#failed.size > MOST_FAILED) this.#failed.delete(oldest!);
  }
}

const unsupported = () => refuse.unsupported('Mipmaps are not supported for this asset');

/** Undefined for invalid info, which is then made again. */
function parseInfo(text: string): PageInfo | undefined {
  const [, width, height, pages] = /^\{"width":(\d+),"height":(\d+),"pages":(\d+)\}$/.exec(text) ?? [];
  return pages === undefined ? undefined : { width: Number(width), height: Number(height), pages: Number(pages) };
}
