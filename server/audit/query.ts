import { refuse } from '../../model/refusal.ts';
import { timestamp } from '../clock.ts';
import type { AuditFilter } from '../store/store.ts';
import { readIsoTime } from './iso-time.ts';

/** Parameters as they were sent, by name. */
export type SentParameters = Readonly<Record<string, string>>;

/** What was asked, and the parameters that say it again, by the names of the interface. */
export interface AuditQuery {
  readonly filter: AuditFilter;
  readonly said: readonly (readonly [name: string, value: string])[];
}

/** Reads the filters of a query (interface/auth 10.3). A name counts before its alias. Throws 400. */
export function readFilter(sent: SentParameters): AuditQuery {
  const given = Object.entries(filters).flatMap(([name, { alias, read }]) => {
    const as = sent[name] === undefined && alias !== undefined ? alias : name;
    const value = sent[as];
    return value === undefined ? [] : [{ said: [name, value] as const, filter: read(value, as) }];
  });
  return { filter: Object.assign({}, ...given.map(({ filter }) => filter)), said: given.map(({ said }) => said) };
}

interface FilterParameter {
  readonly alias?: string;
  /** `name`: as it was sent. */
  readonly read: (value: string, name: string) => AuditFilter;
}

const filters: Readonly<Record<string, FilterParameter>> = {
  created_after: { alias: 'start-time', read: (value, name) => ({ after: stored(Math.floor(readTime(value, name))) }) },
  // A part of a millisecond later is the same as a whole one: entries have none
  created_before: { alias: 'end-time', read: (value, name) => ({ before: stored(Math.ceil(readTime(value, name))) }) },
  target_type: { read: (value) => ({ targetType: value.toLowerCase().replace(/[_-]/g, '') }) },
  target_id: { read: (value) => ({ targetId: value }) },
  author_id: { alias: 'user-id', read: (value, name) => ({ authorId: readNumber(value, name, 0) }) },
  action: { read: (value) => ({ action: value }) },
  filter: { read: (value) => ({ text: value }) },
};

export interface Paging {
  /** Entries before the first of the page. */
  readonly offset: number;
  readonly perPage: number;
}

const PER_PAGE = 100;
/** @bound Entries on a page of the audit log: the page has this many. */
const MOST = 1000;

/** Reads which page is asked for. Throws 400. */
export function readPaging(sent: SentParameters): Paging {
  const perPageAs = sent.per_page === undefined ? 'per-page' : 'per_page';
  const perPage = Math.min(MOST, sent[perPageAs] === undefined ? PER_PAGE : readNumber(sent[perPageAs], perPageAs, 1));
  if (sent.page !== undefined) return { offset: (Math.max(1, readNumber(sent.page, 'page', 0)) - 1) * perPage, perPage };
  return { offset: sent.cursor === undefined ? 0 : readNumber(sent.cursor, 'cursor', 0), perPage };
}

export const pageAt = ({ offset, perPage }: Paging): number => Math.floor(offset / perPage) + 1;

/** However large: a number that is too large for an exact one is behind every end. */
function readNumber(value: string, name: string, least: 0 | 1): number {
  const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least) return Math.min(number, Number.MAX_SAFE_INTEGER / MOST);
  throw refuse.wrongType(name, `an integer, ${least} or more`);
}

function readTime(value: string, name: string): number {
  const ms = readIsoTime(value);
  if (ms === undefined) throw refuse.wrongType(name, 'a time in ISO 8601');
  return ms;
}

/** In the form of `created_at`, whose texts are compared. */
const stored = (ms: number): string => (ms < FIRST ? '' : ms > LAST ? '~' : timestamp(ms));
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
