import type { PoolClient } from 'pg';
import { type Pools, run, type SqlQuery } from './pools.ts';
import { SQL } from './sql.ts';

/** The change log reaches back this many minutes, or 10,000 revisions of a scope (`move_scopes`), whichever ends first. */
const LOG_MINUTES = 10;
/** Rows that one transaction removes. */
const ROWS = 1000;

/** Dead scopes whose rows are removed together. */
const SCOPES = 200;

/**
 * Removes rows of dead scopes, old entries of the log and of revoked commits, in small transactions, until nothing is left, or as
 * few as possible when `isOver`. One node does it at a time; the others leave it to that one.
 */
export function sweep(pools: Pools, now: number, isOver: () => boolean): Promise<void> {
  return pools.withClient('long', async (client) => {
    const [alone] = await run(client, SQL.sweepAlone);
    if (alone![0] !== true) return;
    const before = new Date(now - LOG_MINUTES * 60_000).toISOString();
    await removeAll(client, { ...SQL.sweepLog, values: [before, ROWS] }, isOver);
    for (let last: unknown = 0; last !== undefined; ) last = await sweepDead(client, last, isOver);
    await run(client, SQL.sweepRevoked);
    await run(client, SQL.sweptAlone);
  });
}

/** Forgets files that were released until then, in milliseconds since 1970. */
export const forgetReleased = (pools: Pools, until: number, isOver: () => boolean): Promise<void> =>
  pools.withClient('long', (client) => removeAll(client, { ...SQL.forgetReleased, values: [until, ROWS] }, isOver));

/** The last of the scopes that it swept; undefined: there are no more. */
async function sweepDead(client: PoolClient, after: unknown, isOver: () => boolean): Promise<unknown> {
  const dead = (await run(client, { ...SQL.dead, values: [after, SCOPES] })).map(([no]) => no);
  if (dead.length === 0) return undefined;
  await removeAll(client, { ...SQL.removeRows, values: [dead, ROWS] }, isOver);
  await removeAll(client, { ...SQL.releaseRows, values: [dead, ROWS] }, isOver);
  await removeAll(client, { ...SQL.dropReleased, values: [dead, ROWS] }, isOver);
  if (isOver()) return undefined;
  await run(client, { ...SQL.forget, values: [dead] });
  return dead.at(-1);
}

async function removeAll(
  client: PoolClient,
  query: SqlQuery & { readonly values: unknown[] },
  isOver: () => boolean,
): Promise<void> {
  for (let removed = ROWS; removed === ROWS; ) {
    removed = (await client.query(query)).rowCount ?? 0;
    if (isOver()) return;
  }
}
