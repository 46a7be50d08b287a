import { createHash } from 'node:crypto';
import type { AuditFilter, AuditPlace, AuditQuestion } from '../store/store.ts';
import type { Paging } from './query.ts';

/**
 * Where a page of a walk begins, in the parameter `walk` of the links that the server makes. A page that is asked for by its
 * number costs the more the further back it is, and moves while entries arrive. A page of a walk is sought by the place of an entry
 * at its edge, and shows the log as it was when the walk began.
 */
export interface Walk {
  /** Newest entry when the walk began. */
  readonly newest: number;
  /** Entries that fitted then. */
  readonly total: number;
  readonly offset: number;
  readonly order: AuditQuestion['order'];
  /** Excluded; undefined: the end that the order names. */
  readonly from: AuditPlace | undefined;
}

/** The walks of one set of filters with one number of entries a page. */
export interface Walks {
  write(walk: Walk): string;
  /** Undefined: it was not made for this query and this page, so the page counts as one that is asked for by its number. */
  read(text: string | undefined, paging: Paging): Walk | undefined;
}

/** The check is no secret: it only tells a link that was changed by hand. */
export function walksOf(filter: AuditFilter, perPage: number): Walks {
  const checkOf = (walk: string): string =>
    createHash('sha256')
      .update(JSON.stringify([filter, perPage, walk]))
      .digest('hex')
      .slice(0, 12);
  return {
    write(walk) {
      const text = textOf(walk);
      return `${text}.${checkOf(text)}`;
    },
    read(text = '', { offset }) {
      const end = text.lastIndexOf('.');
      const walk = text.slice(end + 1) === checkOf(text.slice(0, end)) ? walkIn(text.slice(0, end)) : undefined;
      const pageOf = (first: number): number => Math.floor(first / perPage);
      return walk && pageOf(walk.offset) === pageOf(offset) ? walk : undefined;
    },
  };
}

function textOf({ newest, total, offset, order, from }: Walk): string {
  const place = from ? [from.id, Date.parse(from.created_at)] : [];
  return [newest, total, offset, order === 'newest first' ? 'n' : 'o', ...place].join('.');
}

function walkIn(text: string): Walk | undefined {
  const parts = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([no])(?:\.(\d{1,15})\.(-?\d{1,14}))?$/.exec(text);
  if (!parts) return undefined;
  const [newest, total, offset, , id, ms] = parts.slice(1).map(Number) as [number, number, number, number, number, number];
  const from = parts[5] === undefined ? undefined : { id, created_at: new Date(ms).toISOString() };
  return { newest, total, offset, order: parts[4] === 'n' ? 'newest first' : 'oldest first', from };
}
