import { effect, type ReadonlySignal } from '@preact/signals';
import { type Timer, usualClock } from '../../client/index.ts';
import { refusedBy } from '../../client/rest.ts';
import type { Box, Colour, Picture } from '../../model/looks/shapes.ts';
import { Refusal } from '../../model/refusal-error.ts';
import { rest } from '../session/rest.ts';
import type { PictureBitmaps } from './arrivals.ts';
import type { Span } from './boxes.ts';
import { type LevelInfo, levelFor } from './levels.ts';
import { createRecent } from './recent.ts';
import type { Bitmap } from './shapes.ts';
import { isInSight, type LevelRequest, mostWanted } from './wishes.ts';

/** Pictures of a canvas, loaded in the size in which they are seen. */
export interface CanvasBitmaps extends PictureBitmaps {
  /** A still of a video, from whoever plays it: the server has none. The bitmap is closed when it is not needed any more. */
  offer(hash: string, still: ImageBitmap): void;
  destroy(): void;
}

export interface BitmapOptions {
  readonly canvas_id: string;
  /** The part of the canvas on the screen; what lies outside is not loaded, or no longer. */
  readonly seen: ReadonlySignal<Box>;
  /** For tests. Default: the browser's own. */
  readonly ask?: typeof fetch;
  readonly decode?: (blob: Blob) => Promise<ImageBitmap>;
}

/** Bytes of decoded pictures. A 4K screen full of them has at most half of that. */
const MOST_BYTES = 256 * 2 ** 20;
/** Browsers have six connections to a host, and other requests wait behind these. */
const AT_ONCE = 6;
/** Milliseconds until a failed load is tried again: doubled each time, up to the second. */
const RETRY = 1000;
const LONGEST_RETRY = 60_000;
/** A bitmap that lasted less was crowded out by others in sight; in milliseconds. */
const SOON = 5000;
/** Whoever asks again is told the same. */
const FINAL: readonly number[] = [400, 401, 403, 404, 410, 415, 501];

/** A page of a file. */
interface Sheet {
  readonly key: string;
  readonly hash: string;
  readonly page: number;
  info?: LevelInfo;
  average?: Colour;
  /** Levels that are kept, the largest first. */
  levels: number[];
  failures: number;
  /**
   * Levels by which a smaller bitmap is loaded, because the last one was dropped soon after it came: more is in sight than can be
   * kept.
   */
  coarser: number;
  loadedAt: number;
  /** The time of the next try by `usualClock`; `Infinity`: never. */
  retryAt: number;
}

/** The size that is asked for is the one that is seen, so that every page shows the same level. */
const pixels = (length: number): number => Math.max(1, Math.ceil(length));

interface SheetWish extends LevelRequest {
  readonly sheet: Sheet;
  seen: Span;
}

export function createBitmaps(options: BitmapOptions): CanvasBitmaps {
  const loads = new Loads(options);
  return {
    place: (id, box) => void (loads.asking = { id, box }),
    bitmap: (picture, width, height) => loads.best(picture, { width, height }),
    average: ({ hash, page }) => loads.sheetOf(hash, page).average,
    pages: ({ hash }) => loads.pages.get(hash),
    onArrival(listen) {
      loads.listeners.add(listen);
      return () => loads.listeners.delete(listen);
    },
    isLoading: () => loads.isRunning,
    offer: (hash, still) => loads.keep(loads.sheetOf(hash, 0), 0, still),
    destroy: () => loads.end(),
  };
}

class Loads {
  asking: { readonly id: string; readonly box: Box } | undefined;
  /** The page of each file that is shown at a page other than the first. */
  readonly pages = new Map<string, number>();
  readonly listeners = new Set<(boxes: readonly Box[]) => void>();
  readonly #options: BitmapOptions;
  readonly #sheets = new Map<string, Sheet>();
  readonly #wishes = new Map<string, SheetWish>();
  readonly #running = new Map<string, { readonly wish: SheetWish; readonly end: AbortController }>();
  readonly #kept = createRecent<ImageBitmap>(MOST_BYTES, (bitmap, key) => this.#drop(bitmap, key));
  readonly #unwatch: () => void;
  #queued = false;
  #timer: Timer | undefined;

  constructor(options: BitmapOptions) {
    this.#options = options;
    this.#unwatch = effect(() => void [options.seen.value, this.#next()]);
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  sheetOf(hash: string, page: number): Sheet {
    const key = `${hash}/${page}`;
    const sheet = this.#sheets.get(key) ?? { key, hash, page, levels: [], failures: 0, retryAt: 0, coarser: 0, loadedAt: 0 };
    this.#sheets.set(key, sheet);
    return sheet;
  }

  /** What is there now: the wanted level, else the next smaller one, else a larger one. */
  best({ hash, page, of }: Picture, seen: Span): Bitmap | undefined {
    const sheet = this.sheetOf(hash, page);
    const wanted = this.#levelOf(sheet, seen);
    const level = sheet.levels.find((one) => one >= (wanted ?? 0)) ?? sheet.levels.at(-1);
    const isThere = level !== undefined && level === wanted;
    if (of === 'still' && !isThere) this.#wish(sheet, seen);
    return level === undefined ? undefined : this.#kept.get(`${sheet.key}/${level}`);
  }

  keep(sheet: Sheet, level: number, bitmap: ImageBitmap): void {
    sheet.loadedAt = usualClock.steady();
    this.#kept.set(`${sheet.key}/${level}`, bitmap, bitmap.width * bitmap.height * 4);
    sheet.levels = [...new Set([...sheet.levels, level])].sort((a, b) => a - b);
  }

  end(): void {
    this.#unwatch();
    this.#timer?.cancel();
    for (const { end } of this.#running.values()) end.abort();
    this.#wishes.clear();
    this.listeners.clear();
    this.#kept.clear();
  }

  /** Undefined until the server has said which there are. */
  #levelOf({ info, coarser }: Sheet, seen: Span): number | undefined {
    if (!info) return undefined;
    const by = this.#kept.bytes > MOST_BYTES / 2 ? coarser : 0;
    return Math.min(info.max_level, levelFor(info, seen) + by);
  }

  #wish(sheet: Sheet, seen: Span): void {
    const { asking } = this;
    if (!asking || sheet.retryAt === Number.POSITIVE_INFINITY) return;
    // What was cancelled is not running any more, and asked for anew
    const known = this.#running.get(sheet.key)?.wish ?? this.#wishes.get(sheet.key);
    const wish = known ?? { key: sheet.key, sheet, seen, places: new Map<string, Box>() };
    wish.places.set(asking.id, asking.box);
    wish.seen = { width: Math.max(seen.width, wish.seen.width), height: Math.max(seen.height, wish.seen.height) };
    if (!known) this.#wishes.set(sheet.key, wish);
    this.#soon();
  }

  /** After the paint that asks, so that the first one asked for is not the first one loaded. */
  #soon(): void {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#next();
    });
  }

  #next(): void {
    const seen = this.#options.seen.peek();
    for (const { wish, end } of this.#running.values()) if (!isInSight(wish, seen)) this.#cancel(wish, end);
    for (const wish of this.#wishes.values()) if (!isInSight(wish, seen)) this.#wishes.delete(wish.key);
    const now = usualClock.steady();
    while (this.#running.size < AT_ONCE) {
      const ready = [...this.#wishes.values()].filter(({ sheet }) => sheet.retryAt <= now);
      const wish = mostWanted(ready, seen);
      if (!wish) return this.#later(now);
      this.#start(wish);
    }
  }

  #cancel({ key }: SheetWish, end: AbortController): void {
    this.#running.delete(key);
    end.abort();
  }

  /** Wakes up for the first wish that waits after a failure. */
  #later(now: number): void {
    this.#timer?.cancel();
    const times = Array.from(this.#wishes.values(), ({ sheet }) => sheet.retryAt);
    if (times.length > 0) this.#timer = usualClock.after(Math.max(0, Math.min(...times) - now), () => this.#next());
  }

  #start(wish: SheetWish): void {
    const end = new AbortController();
    this.#wishes.delete(wish.key);
    this.#running.set(wish.key, { wish, end });
    this.#load(wish, end.signal)
      .catch((cause) => this.#failed(wish, end.signal, cause))
      .finally(() => {
        if (end.signal.aborted) return;
        this.#running.delete(wish.key);
        this.#next();
      });
  }

  async #load(wish: SheetWish, signal: AbortSignal): Promise<void> {
    const { sheet } = wish;
    if (sheet.page > 0 && !(await this.#hasPage(sheet, signal))) return this.#arrived(wish);
    const { level, blob } = sheet.info ? await this.#level(wish, signal) : await this.#first(wish, signal);
    const bitmap = await (this.#options.decode ?? createImageBitmap)(blob);
    if (signal.aborted) return bitmap.close();
    sheet.failures = 0;
    sheet.average ??= averageOf(bitmap);
    this.keep(sheet, level, bitmap);
    this.#arrived(wish);
  }

  #arrived({ places }: SheetWish): void {
    const boxes = [...places.values()];
    for (const listen of this.listeners) listen(boxes);
  }

  /** Whoever asks for a page that is not there is refused, so the first page is asked how many there are. */
  async #hasPage(sheet: Sheet, signal: AbortSignal): Promise<boolean> {
    const { hash, page } = sheet;
    if (!this.pages.has(hash)) {
      const first = await this.#ask({ hash, page: 0 }, 'info', signal);
      this.pages.set(hash, ((await first.json()) as { readonly pages: number }).pages);
    }
    const isThere = page < this.pages.get(hash)!;
    if (!isThere) sheet.retryAt = Number.POSITIVE_INFINITY;
    return isThere;
  }

  async #level({ sheet, seen }: SheetWish, signal: AbortSignal) {
    const level = this.#levelOf(sheet, seen)!;
    return { level, blob: await (await this.#ask(sheet, String(level), signal)).blob() };
  }

  /** The server chooses the level, and says which others there are. */
  async #first({ sheet, seen }: SheetWish, signal: AbortSignal) {
    const query = `width=${pixels(seen.width)}&height=${pixels(seen.height)}`;
    const answer = await this.#ask(sheet, 'fit', signal, query);
    const [level, blob] = [Number(answer.headers.get('easel-level')), await answer.blob()];
    sheet.info = JSON.parse(answer.headers.get('easel-levels')!) as LevelInfo;
    return { level, blob };
  }

  async #ask({ hash, page }: Pick<Sheet, 'hash' | 'page'>, what: string, signal: AbortSignal, more = ''): Promise<Response> {
    const query = [page === 0 ? '' : `page=${page}`, more].filter(Boolean).join('&');
    const address = rest.address(`/files/${this.#options.canvas_id}/${encodeURIComponent(hash)}/${what}${query && `?${query}`}`);
    const response = await (this.#options.ask ?? fetch)(address, { signal });
    if (!response.ok) throw await refusedBy(response);
    return response;
  }

  #failed(wish: SheetWish, signal: AbortSignal, cause: unknown): void {
    if (signal.aborted) return;
    const { sheet } = wish;
    const isFinal = cause instanceof Refusal && FINAL.includes(cause.status);
    const delay = Math.min(LONGEST_RETRY, RETRY * 2 ** sheet.failures++);
    sheet.retryAt = isFinal ? Number.POSITIVE_INFINITY : usualClock.steady() + delay;
    if (!isFinal) this.#wishes.set(wish.key, wish);
  }

  #drop(bitmap: ImageBitmap, key: string): void {
    bitmap.close();
    const at = key.lastIndexOf('/');
    const sheet = this.#sheets.get(key.slice(0, at));
    if (!sheet) return;
    sheet.levels = sheet.levels.filter((level) => level !== Number(key.slice(at + 1)));
    if (usualClock.steady() - sheet.loadedAt < SOON) sheet.coarser++;
  }
}

/** The average of all pixels: the browser scales the bitmap down. Undefined where there is nothing to draw on. */
function averageOf(bitmap: ImageBitmap): Colour | undefined {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const context = new OffscreenCanvas(SAMPLES, SAMPLES).getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, SAMPLES, SAMPLES);
  const { data } = context.getImageData(0, 0, SAMPLES, SAMPLES);
  const sums = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at++)
    sums[at % 4]! += at % 4 === 3 ? data[at]! : (data[at]! * data[at - (at % 4) + 3]!) / 255;
  const alpha = sums[3]!;
  const channels = [...sums.slice(0, 3).map((sum) => (alpha > 0 ? (sum * 255) / alpha : 0)), alpha / SAMPLES / SAMPLES];
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Pixels of a side. */
const SAMPLES = 4;
