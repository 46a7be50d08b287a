import type { List, Version } from './types.ts';

/** Records of a page. Half of it is what a split leaves; a change makes one page's bytes anew. */
const PAGE = 256;

interface Page {
  readonly versions: Version[];
  bytes: Buffer | undefined;
}

/** The durable records of one list in `ordinal` order. */
export class PagedList implements List {
  readonly #pages: Page[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  pages(): readonly Buffer[] {
    return this.#pages.map((page) => {
      page.bytes ??= Buffer.from(page.versions.map((version) => version.shown).join(','));
      return page.bytes;
    });
  }

  *versions(): Iterable<Version> {
    for (const page of this.#pages) yield* page.versions;
  }

  parts(): readonly (readonly Version[])[] {
    return this.#pages.map((page) => page.versions.slice());
  }

  /** Adds the version, or puts it in the place of the one with its ordinal. */
  put(version: Version): void {
    const page = this.#pageFor(version.ordinal);
    const at = lowerBound(page.versions, version.ordinal);
    const same = page.versions[at]?.ordinal === version.ordinal;
    page.versions.splice(at, same ? 1 : 0, version);
    page.bytes = undefined;
    if (!same) this.#size++;
    if (page.versions.length > 2 * PAGE) this.#split(page);
  }

  remove(ordinal: number): void {
    const page = this.#pages[this.#pageIndex(ordinal)];
    const at = page ? lowerBound(page.versions, ordinal) : 0;
    if (page?.versions[at]?.ordinal !== ordinal) return;
    page.versions.splice(at, 1);
    page.bytes = undefined;
    this.#size--;
    if (page.versions.length === 0) this.#pages.splice(this.#pages.indexOf(page), 1);
  }

  #pageFor(ordinal: number): Page {
    const last = this.#pages.at(-1);
    const appends = last !== undefined && ordinal > last.versions.at(-1)!.ordinal;
    if (last === undefined || (appends && last.versions.length >= PAGE)) {
      const page: Page = { versions: [], bytes: undefined };
      this.#pages.push(page);
      return page;
    }
    return appends ? last : this.#pages[this.#pageIndex(ordinal)]!;
  }

  /** The last page that begins at or before the ordinal, else the first. */
  #pageIndex(ordinal: number): number {
    let low = 0;
    let high = this.#pages.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#pages[middle]!.versions[0]!.ordinal <= ordinal) low = middle;
      else high = middle;
    }
    return low;
  }

  #split(page: Page): void {
    const rest: Page = { versions: page.versions.splice(PAGE), bytes: undefined };
    this.#pages.splice(this.#pages.indexOf(page) + 1, 0, rest);
  }
}

function lowerBound(versions: readonly Version[], ordinal: number): number {
  let low = 0;
  let high = versions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle]!.ordinal < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
