import type { Work } from '../../../model/hooks.ts';
import { atOnce } from '../../scheduler.ts';
import type { List, TextOf, Version } from '../store.ts';
import { PageText } from './page-text.ts';

/** Records of a page. A split leaves half of twice as many; a change makes the bytes of one page anew. */
const PAGE = 256;

interface Page {
  readonly versions: Version[];
  /** The texts of the present state, in the forms that were asked for. */
  texts: Map<TextOf, PageText> | undefined;
  /** Only this list may change the page; a copy changes a page of its own. */
  readonly owner: PagedList;
}

/** The durable records of one list in `ordinal` order. */
export class PagedList implements List {
  #pages: Page[] = [];
  #size = 0;
  #characters = 0;

  get size(): number {
    return this.#size;
  }

  get characters(): number {
    return this.#characters;
  }

  pages(textOf: TextOf = asShown): readonly Buffer[] {
    return atOnce(this.snapshot(textOf));
  }

  snapshot(textOf: TextOf = asShown): Work<readonly Buffer[]> {
    return bytesOf(this.#pages.map((page) => textIn(page, textOf)));
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
    copy.#characters = this.#characters;
    return copy;
  }

  /** Takes over what a copy of this list became; the copy must not be used again. */
  become(copy: PagedList): void {
    this.#pages = copy.#pages;
    this.#size = copy.#size;
    this.#characters = copy.#characters;
  }

  /** Adds the version, or puts it in the place of the one with its ordinal. */
  put(version: Version): void {
    const index = this.#placeOf(version.ordinal);
    const page = this.#own(index);
    const at = lowerBound(page.versions, version.ordinal);
    const same = page.versions[at]?.ordinal === version.ordinal ? page.versions[at] : undefined;
    this.#characters += version.shown.length - (same?.shown.length ?? 0);
    if (same) page.versions[at] = version;
    else {
      page.versions.splice(at, 0, version);
      this.#size++;
    }
    page.texts = undefined;
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
    page.texts = undefined;
    this.#size--;
    this.#characters -= found.shown.length;
    if (page.versions.length === 0) this.#pages.splice(index, 1);
  }

  /** Index of the page that an ordinal belongs to; a new one at the end when the last is full. */
  #placeOf(ordinal: number): number {
    const last = this.#pages.at(-1);
    const appends = last !== undefined && ordinal > last.versions.at(-1)!.ordinal;
    if (last && !appends) return this.#pageIndex(ordinal);
    if (!last || last.versions.length >= PAGE) this.#pages.push({ versions: [], texts: undefined, owner: this });
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
    const own: Page = { versions: page.versions.slice(), texts: undefined, owner: this };
    this.#pages[index] = own;
    return own;
  }

  #split(index: number): void {
    const rest = this.#pages[index]!.versions.splice(PAGE);
    this.#pages.splice(index + 1, 0, { versions: rest, texts: undefined, owner: this });
  }
}

const asShown: TextOf = ({ shown }) => shown;

function textIn(page: Page, textOf: TextOf): PageText {
  page.texts ??= new Map();
  let text = page.texts.get(textOf);
  if (!text) page.texts.set(textOf, (text = new PageText(page.versions, textOf)));
  return text;
}

function* bytesOf(texts: readonly PageText[]): Work<readonly Buffer[]> {
  const all: Buffer[] = [];
  for (const text of texts) {
    while (!text.isMade) {
      text.makePiece();
      yield;
    }
    all.push(...text.pieces);
  }
  return all;
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
