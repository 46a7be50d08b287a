import type { Work } from '../../../model/hooks.ts';
import type { List, Version } from '../store.ts';

/** Records of a page. A split leaves half of twice as many; a change makes the bytes of one page anew. */
const PAGE = 256;

interface Page {
  readonly versions: Version[];
  bytes: Buffer | undefined;
  /** Counts its changes. */
  edits: number;
  /** Only this list may change the page; a copy changes a page of its own. */
  readonly owner: PagedList;
}

/** The durable records of one list in `ordinal` order. */
export class PagedList implements List {
  #pages: Page[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  pages(): readonly Buffer[] {
    return this.#pages.map((page) => {
      page.bytes ??= joined(page.versions);
      return page.bytes;
    });
  }

  snapshot(): Work<readonly Buffer[]> {
    // A page with bytes needs no copy: a change leaves them as they are
    return bytesOf(
      this.#pages.map((page) => {
        const { bytes, edits, versions } = page;
        return { page, bytes, edits, versions: bytes ? [] : versions.slice() };
      }),
    );
  }

  *versions(): Iterable<Version> {
    for (const page of this.#pages) yield* page.versions;
  }

  parts(): readonly (readonly Version[])[] {
    return this.#pages.map((page) => page.versions.slice());
  }

  /** A list that is changed apart from this one and shares the pages that neither changes. */
  copy(): PagedList {
    const copy = new PagedList();
    copy.#pages = this.#pages.slice();
    copy.#size = this.#size;
    return copy;
  }

  /** Takes over what a copy of this list became; the copy must not be used again. */
  become(copy: PagedList): void {
    this.#pages = copy.#pages;
    this.#size = copy.#size;
  }

  /** Adds the version, or puts it in the place of the one with its ordinal. */
  put(version: Version): void {
    const index = this.#placeOf(version.ordinal);
    const page = this.#own(index);
    const at = lowerBound(page.versions, version.ordinal);
    const same = page.versions[at]?.ordinal === version.ordinal;
    if (same) page.versions[at] = version;
    else {
      page.versions.splice(at, 0, version);
      this.#size++;
    }
    edit(page);
    if (page.versions.length > 2 * PAGE) this.#split(index);
  }

  /** Removes the record of this version, unless a version of another record has taken its place already. */
  remove(version: Version): void {
    const index = this.#pageIndex(version.ordinal);
    const held = this.#pages[index];
    const at = held ? lowerBound(held.versions, version.ordinal) : 0;
    const found = held?.versions[at];
    if (found?.ordinal !== version.ordinal || found.key !== version.key) return;
    const page = this.#own(index);
    page.versions.splice(at, 1);
    edit(page);
    this.#size--;
    if (page.versions.length === 0) this.#pages.splice(index, 1);
  }

  /** Index of the page that an ordinal belongs to; a new one at the end when the last is full. */
  #placeOf(ordinal: number): number {
    const last = this.#pages.at(-1);
    const appends = last !== undefined && ordinal > last.versions.at(-1)!.ordinal;
    if (last && !appends) return this.#pageIndex(ordinal);
    if (!last || last.versions.length >= PAGE) this.#pages.push({ versions: [], bytes: undefined, edits: 0, owner: this });
    return this.#pages.length - 1;
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

  #own(index: number): Page {
    const page = this.#pages[index]!;
    if (page.owner === this) return page;
    const own: Page = { versions: page.versions.slice(), bytes: undefined, edits: 0, owner: this };
    this.#pages[index] = own;
    return own;
  }

  #split(index: number): void {
    const rest = this.#pages[index]!.versions.splice(PAGE);
    this.#pages.splice(index + 1, 0, { versions: rest, bytes: undefined, edits: 0, owner: this });
  }
}

interface KnownPage {
  readonly page: Page;
  readonly bytes: Buffer | undefined;
  readonly edits: number;
  readonly versions: readonly Version[];
}

/** Bytes that are put together here stay with those pages that have not changed by then. */
function* bytesOf(pages: readonly KnownPage[]): Work<readonly Buffer[]> {
  const all: Buffer[] = [];
  for (const { page, bytes, edits, versions } of pages) {
    all.push(bytes ?? joined(versions));
    if (bytes) continue;
    if (page.edits === edits) page.bytes ??= all.at(-1);
    yield;
  }
  return all;
}

const joined = (versions: readonly Version[]): Buffer => Buffer.from(versions.map(({ shown }) => shown).join(','));

function edit(page: Page): void {
  page.bytes = undefined;
  page.edits++;
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
