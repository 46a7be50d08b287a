import type { PoolClient } from 'pg';
import type { Work } from '../../../../model/hooks.ts';
import type { Scheduler } from '../../../scheduler.ts';
import type { Commit, Outcome } from '../driver.ts';
import { type Part, type PartSize, partsOf } from '../parts.ts';
import { auditTexts } from './audit-entries.ts';
import { isContended, outcomeOf } from './faults.ts';
import { releasedParameters, rowParameters, scopeParameters } from './parameters.ts';
import { run, type SqlQuery } from './pools.ts';
import { SQL } from './sql.ts';

/** Rows of a commit that go in one statement, and bytes of their texts. */
const PART: PartSize = { rows: 500, bytes: 512 * 1024 };

/** Audit entries that go in the one statement of a small commit. */
const ENTRIES = 100;

/** One statement is enough for it. Few commits release files, so the statement of the others says nothing of them. */
export const isSmall = ({ scopes, audit }: Commit): boolean =>
  audit.length <= ENTRIES &&
  scopes.every(({ released }) => released.length === 0) &&
  scopes.reduce((sum, { puts, deletes, assets }) => sum + puts.length + deletes.length + assets.length, 0) <= PART.rows;

/**
 * A small commit: one statement that is its own transaction. @param at time for the change log; null: none is kept. Rejects with
 * what the client throws.
 */
export async function commitSmall(client: PoolClient, commit: Commit, at: string | null): Promise<Outcome> {
  const values = [...scopeParameters(commit, at), ...rowParameters(commit.scopes), auditTexts(commit.audit)];
  const [row] = await run(client, { ...SQL.commit, values });
  return { is: row![0] === true ? 'durable' : 'lost' };
}

/**
 * Any commit, in the transaction that the caller began, which this ends. The rows of scopes are locked and compared first, so a
 * commit that is lost has sent none of its records; then records follow in statements of bounded size, while readers go on with
 * what was there before, and commits of other scopes with their own. Rejects with what the client throws before COMMIT is sent, or
 * when another transaction held the end of the audit log for too long: then nothing stays, and the transaction is still open.
 */
export async function commitParts(client: PoolClient, commit: Commit, at: string | null, scheduler: Scheduler): Promise<Outcome> {
  const [moved] = await run(client, { ...SQL.move, values: scopeParameters(commit, at) });
  const nos = moved![0] as (string | null)[] | null;
  if (nos === null) {
    await client.query('ROLLBACK');
    return { is: 'lost' };
  }
  for (const [place, scope] of commit.scopes.entries()) {
    if (nos[place] === null) continue;
    for (const part of partsOf(scope, PART)) {
      await run(client, await scheduler.run(statement(nos[place]!, part)));
    }
  }
  const ending = await scheduler.run(lastMessage(client, commit));
  try {
    await client.query(ending);
    return { is: 'durable' };
  } catch (cause) {
    if (isContended(cause)) throw cause;
    return outcomeOf(cause);
  }
}

/** One message, so that a node which falls silent never holds the end of the audit log, for which all others wait. */
function* lastMessage(client: PoolClient, { audit }: Commit): Work<string> {
  if (audit.length === 0) return 'COMMIT';
  const texts: string[] = [];
  for (let at = 0; at < audit.length; at += ENTRIES) {
    for (const text of auditTexts(audit.slice(at, at + ENTRIES))) texts.push(client.escapeLiteral(text));
    yield;
  }
  return `SELECT append_audit(ARRAY[${texts.join()}]::text[]); COMMIT`;
}

function* statement(no: string, part: Part): Work<SqlQuery> {
  const { released } = part;
  if (released.length === 0) return { ...SQL.write, values: [[no], ...rowParameters([part])] };
  return { ...SQL.keepReleased, values: releasedParameters(no, released) };
}
