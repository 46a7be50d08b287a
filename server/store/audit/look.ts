import type { AuditPlace, AuditQuestion, AuditRecord } from './types.ts';

/** Larger than any id. */
const LAST_ID = Number.MAX_SAFE_INTEGER;

/** What a database that has an index for each of them goes by: the one that leaves the fewest entries to look at. */
export function pathOf({ targetId, authorId, action }: AuditQuestion['filter']): 'target' | 'author' | 'action' | 'time' {
  if (targetId !== undefined) return 'target';
  if (authorId !== undefined) return 'author';
  return action === undefined ? 'time' : 'action';
}

/** First (excluded) and last place to look at. Dates begin with a digit, and ids with 1, so that bounds exclude their own time. */
export function rangeOf({ filter: { after = '', before = '~' }, order, from }: AuditQuestion): [AuditPlace, AuditPlace] {
  const oldest = { created_at: after, id: LAST_ID };
  const newest = { created_at: before, id: 0 };
  const [begin, end] = order === 'newest first' ? [newest, oldest] : [oldest, newest];
  if (from === undefined) return [begin, end];
  const isBeyond = order === 'newest first' ? isBefore(begin, from) : isBefore(from, begin);
  return [isBeyond ? begin : from, end];
}

const isBefore = (one: AuditPlace, other: AuditPlace): boolean =>
  one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at;

/** Does one of these texts hold it, in any case of its letters? */
export const holds = (text: string, ...texts: readonly string[]): boolean =>
  texts.some((one) => one.toLowerCase().includes(text.toLowerCase()));

/** How much of what a look may bring an entry is. */
export const lengthOf = ({ author_name, target_name, details }: AuditRecord): number =>
  200 + author_name.length + target_name.length + details.length;
