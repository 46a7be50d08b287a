import type { Work } from '../../model/hooks.ts';

const perPage = 256;

/** Joins the texts with commas into pages, one page in each step. */
export function* pagesOf<T>(items: Iterable<T>, textOf: (item: T) => string | undefined): Work<Buffer[]> {
  const pages: Buffer[] = [];
  let texts: string[] = [];
  for (const item of items) {
    const text = textOf(item);
    if (text === undefined || texts.push(text) < perPage) continue;
    pages.push(Buffer.from(texts.join(',')));
    texts = [];
    yield;
  }
  if (texts.length > 0) pages.push(Buffer.from(texts.join(',')));
  return pages;
}
