import type { AuditLog, AuditPage, AuditQuestion, AuditReadOptions } from '../store/store.ts';
import { type AuditQuery, pageAt, readFilter, readPaging, type SentParameters } from './query.ts';
import { type Walk, type Walks, walksOf } from './walk.ts';

/** Characters of a page that are held in memory; a longer page is read again while it is sent. */
const MOST = 4 * 1024 ** 2;

export interface ListedPage extends AuditPage {
  /** What was asked, to ask it again: newest first. */
  readonly question: AuditQuestion;
  /** Value of the header `Link`; empty when no entry fits. */
  readonly links: string;
}

/** Reads one page, newest first (interface/auth 10.3). `address`: of the list, without a query. Throws 400. */
export async function readPage(
  log: AuditLog,
  sent: SentParameters,
  address: string,
  goOn: AuditReadOptions['goOn'],
): Promise<ListedPage> {
  const query = readFilter(sent);
  const paging = readPaging(sent);
  const walks = walksOf(query.filter, paging.perPage);
  const { removed, newest } = await log.ends();
  const read = (question: AuditQuestion): Promise<AuditPage> => log.read(question, { most: MOST, goOn });
  const asked = { filter: query.filter, ids: [removed.id, newest.id] as const, perPage: paging.perPage };

  const known = walks.read(sent.walk, paging);
  const { walk, question, page } = known ? await goOnWith(known, asked, read) : await begin(paging.offset, asked, read);
  const links = linksOf({ walk, page, perPage: paging.perPage, query, walks, address });
  return { ...page, question, links };
}

interface PageRequest extends Pick<AuditQuestion, 'filter' | 'ids'> {
  readonly perPage: number;
}

interface ReadPage {
  readonly walk: Walk;
  readonly question: AuditQuestion;
  readonly page: AuditPage;
}

type PageReader = (question: AuditQuestion) => Promise<AuditPage>;

/** A page that is asked for by its number: a walk begins here, so entries are counted, once for all its pages. */
async function begin(offset: number, { filter, ids, perPage }: PageRequest, read: PageReader): Promise<ReadPage> {
  const counted = Object.keys(filter).length > 0;
  const question: AuditQuestion = { filter, ids, order: 'newest first', skip: offset, rows: perPage, counted };
  const all = ids[1] - ids[0];
  const isBehind = !counted && offset >= all;
  const page = isBehind ? { entries: [], isLong: false, matched: 0 } : await read(question);
  const walk: Walk = { newest: ids[1], total: counted ? page.matched : all, offset, order: 'newest first', from: undefined };
  return { walk, question: { ...question, counted: false }, page };
}

/** A page of a walk. The whole last page and those before the present one are read from their older end. */
async function goOnWith(walk: Walk, { filter, ids, perPage }: PageRequest, read: PageReader): Promise<ReadPage> {
  const rows = Math.max(0, Math.min(perPage, walk.total - walk.offset));
  const bounds = [ids[0], Math.min(ids[1], walk.newest)] as const;
  const question: AuditQuestion = { filter, ids: bounds, order: walk.order, from: walk.from, skip: 0, rows, counted: false };
  const page = await read(question);
  if (walk.order === 'newest first') return { walk, question, page };
  const entries = [...page.entries].reverse();
  // Sought once more from the entry before its first, if it has to be read again
  const first = entries[0];
  const from = first && { created_at: first.created_at, id: first.id + 1 };
  return { walk, question: { ...question, order: 'newest first', from, rows: entries.length }, page: { ...page, entries } };
}

interface PageLinks {
  readonly walk: Walk;
  readonly page: AuditPage;
  readonly perPage: number;
  readonly query: AuditQuery;
  readonly walks: Walks;
  readonly address: string;
}

/** `first` begins anew; the others go on with the walk. */
function linksOf({ walk, page, perPage, query, walks, address }: PageLinks): string {
  const { newest, total, offset } = walk;
  if (total === 0) return '';
  const link = (rel: string, at: number, to?: Pick<Walk, 'order' | 'from'>): string => {
    const place = to ? [['walk', walks.write({ newest, total, offset: at, ...to })] as const] : [];
    const parameters = [
      ...query.said,
      ['page', String(pageAt({ offset: at, perPage }))] as const,
      ['per_page', String(perPage)] as const,
      ...place,
    ];
    const text = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    return `<${address}?${text}>; rel="${rel}"`;
  };
  const lastOffset = Math.floor((total - 1) / perPage) * perPage;
  const first = page.entries[0];
  const last = page.entries.at(-1);
  const older = (from: Walk['from']) => ({ order: 'newest first' as const, from: from && placeOf(from) });
  const newer = (from: Walk['from']) => ({ order: 'oldest first' as const, from: from && placeOf(from) });
  const before = first ? Math.max(0, offset - perPage) : lastOffset;
  return [
    link('first', 0),
    ...(offset > 0 ? [link('prev', before, newer(first))] : []),
    ...(last && offset + page.entries.length < total ? [link('next', offset + page.entries.length, older(last))] : []),
    link('last', lastOffset, newer(undefined)),
  ].join(', ');
}

const placeOf = ({ created_at, id }: NonNullable<Walk['from']>): NonNullable<Walk['from']> => ({ created_at, id });
