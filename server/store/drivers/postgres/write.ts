import type { PoolClient } from 'pg';
import type { Work } from '../../../../model/hooks.ts';
import type { Scheduler } from '../../../scheduler.ts';
import type { Commit, Outcome } from '../driver.ts';
import { type PartSize, partsOf } from '../parts.ts';
import { auditTexts } from './audit-entries.ts';
import { outcomeOf } from './faults.ts';
import { type Rows, rowParameters, scopeParameters } from './parameters.ts';
import { run } from './pools.ts';
import { SQL } from './sql.ts';

/** Rows of a commit that go in one statement, and bytes of their texts. */
const PART: PartSize = { rows: 500, bytes: 512 * 1024 };

/** One statement is enough for it. */
export const isSmall = ({ scopes, audit }: Commit): boolean =>
  audit.length === 0 &&
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
 * what was there before, and commits of other scopes with their own. Rejects with what the client throws before COMMIT is sent: then
 * nothing stays, and the transaction is still open.
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
      const values = await scheduler.run(parameters(part));
      await run(client, { ...SQL.write, values: [[nos[place]], ...values] });
    }
  }
  if (commit.audit.length > 0) await run(client, { ...SQL.audit, values: [auditTexts(commit.audit)] });
  try {
    await client.query('COMMIT');
    return { is: 'durable' };
  } catch (cause) {
    return outcomeOf(cause);
  }
}

function* parameters(part: Rows): Work<readonly unknown[]> {
  return rowParameters([part]);
}
