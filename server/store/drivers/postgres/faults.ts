import { DatabaseError } from 'pg';
import { Refusal, refuse } from '../../../../model/refusal.ts';
import type { Outcome } from '../driver.ts';

/**
 * What went wrong, by the code of PostgreSQL's error (its appendix A). Anything else that a client throws comes from the
 * connection: it could not be made, was lost, or did not answer in time.
 */
const codeOf = (cause: unknown): string => (cause instanceof DatabaseError ? (cause.code ?? '') : '');

/** The server said no to the statement and goes on: surely rolled back. The others (such as 57P01) may come after the commit. */
const isRolledBack = (cause: unknown): boolean => cause instanceof DatabaseError && !/^(08|57P|58|XX|25P03)/.test(codeOf(cause));

/** Another transaction held a scope for too long, or each waited for the other. Nothing was written; a second try may succeed. */
export const isContended = (cause: unknown): boolean => /^(40|55P03|57014)/.test(codeOf(cause));

/** Another transaction has made a scope that this one makes. */
const isMade = (cause: unknown): boolean => codeOf(cause) === '23505';

/** The database cannot be used now, and may be later: it is away, ending, starting, full, or does not let the server in. */
export const isAway = (cause: unknown): boolean =>
  cause instanceof DatabaseError
    ? /^(08|25006|25P03|28|3D|40|53|55P03|57|58)/.test(codeOf(cause))
    : cause instanceof Error && !(cause instanceof Refusal);

/** What a caller of the store is told. */
export function asRefusal(cause: unknown): unknown {
  return isAway(cause) ? refuse.unavailable('The database cannot be used at the moment') : cause;
}

/** The outcome of a commit that surely was not made. */
export const unmade = (cause: unknown): Outcome =>
  isContended(cause) || isMade(cause) ? { is: 'lost' } : { is: 'failed', cause };

/** The outcome of a commit whose last statement was sent. */
export const outcomeOf = (cause: unknown): Outcome => (isRolledBack(cause) ? unmade(cause) : { is: 'unknown' });
