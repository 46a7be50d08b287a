import type { Work } from '../../model/hooks.ts';
import type { Seen } from './source.ts';

interface Page<S> {
  readonly items: S[];
  bytes: Buffer | undefined;
}

const fullPage = 256;

/**
 * The objects of a computed list, in order, in pages with their ready bytes: after a change only one page is made anew.
 * `compare` gives each object its place; without it, new objects come last and changed ones stay.
 */
export class OrderedPages<S extends Seen> {
  readonly #compare: ((a: S, b: S) => number) | undefined;
  #pages: Page<S>[] = [];
  readonly #pageOf = new Map<string, Page<S>>();

  constructor(items: Iterable<S>, compare?: (a: S, b: S) => number) {
    this.#compare = compare;
    this.fill(items);
  }

  get(key: string): S | undefined {
    return this.#pageOf.get(key)?.items.find((item) => item.key === key);
  }

  has(key: string): boolean {
    return this.#pageOf.has(key);
  }

  bytes(): readonly Buffer[] {
    return this.#pages.map((page) => (page.bytes ??= joined(page.items)));
  }

  /** The same as `bytes`, made in steps, of the state at the time of the call. */
  snapshot(): Work<readonly Buffer[]> {
    return bytesOf(this.#pages.map(({ items, bytes }) => bytes ?? items.slice()));
  }

  get size(): number {
    return this.#pageOf.size;
  }

  *items(): Iterable<S> {
    for (const page of this.#pages) yield* page.items;
  }

  /** Replaces all objects. */
  fill(items: Iterable<S>): void {
    this.#pages = [];
    this.#pageOf.clear();
    for (const item of items) {
      let page = this.#pages.at(-1);
      if (!page || page.items.length >= fullPage) this.#pages.push((page = { items: [], bytes: undefined }));
      page.items.push(item);
      this.#pageOf.set(item.key, page);
    }
  }

  /** Adds the object, or replaces the one with its key. */
  put(item: S): void {
    const old = this.get(item.key);
    if (old && (this.#compare?.(old, item) ?? 0) === 0) return this.replace(item);
    if (old) this.delete(item.key);
    this.#insert(item);
  }

  /** Replaces the object with this key, which must be there, in its place. */
  replace(item: S): void {
    const page = this.#pageOf.get(item.key) as Page<S>;
    page.items[page.items.findIndex((other) => other.key === item.key)] = item;
    page.bytes = undefined;
  }

  delete(key: string): void {
    const page = this.#pageOf.get(key);
    if (!page) return;
    this.#pageOf.delete(key);
    const at = page.items.findIndex((item) => item.key === key);
    page.items.splice(at, 1);
    page.bytes = undefined;
    if (page.items.length === 0) this.#pages.splice(this.#pages.indexOf(page), 1);
  }

  #insert(item: S): void {
    const page = this.#placeOf(item);
    page.items.splice(this.#positionIn(page, item), 0, item);
    page.bytes = undefined;
    this.#pageOf.set(item.key, page);
    if (page.items.length > 2 * fullPage) this.#split(page);
  }

  /** The first page whose last object comes after the new object, else the last page. */
  #placeOf(item: S): Page<S> {
    if (this.#pages.length === 0) this.#pages.push({ items: [], bytes: undefined });
    const compare = this.#compare;
    const last = this.#pages.length - 1;
    if (!compare) return this.#pages[last] as Page<S>;
    const at = lowest(last, (index) => compare((this.#pages[index] as Page<S>).items.at(-1) as S, item) > 0);
    return this.#pages[at] as Page<S>;
  }

  #positionIn(page: Page<S>, item: S): number {
    const compare = this.#compare;
    if (!compare) return page.items.length;
    return lowest(page.items.length, (index) => compare(page.items[index] as S, item) > 0);
  }

  #split(page: Page<S>): void {
    const upper: Page<S> = { items: page.items.splice(fullPage), bytes: undefined };
    for (const item of upper.items) this.#pageOf.set(item.key, upper);
    this.#pages.splice(this.#pages.indexOf(page) + 1, 0, upper);
  }
}

function* bytesOf(pages: readonly (Buffer | readonly Seen[])[]): Work<readonly Buffer[]> {
  const all: Buffer[] = [];
  for (const page of pages) {
    all.push(Buffer.isBuffer(page) ? page : joined(page));
    yield;
  }
  return all;
}

const joined = (items: readonly Seen[]): Buffer => Buffer.from(items.map((item) => item.shown).join(','));

/** The lowest index below `end` for which the test holds, else `end`. The test must hold for all indexes after the first. */
function lowest(end: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
