import type { PoolClient } from 'pg';
import type { Work } from '../../../../model/hooks.ts';
import type { Scheduler } from '../../../scheduler.ts';
import type { MissedCommands, Row, ScopeRow } from '../driver.ts';
import { type Columns, type Pools, run } from './pools.ts';
import { SQL } from './sql.ts';

/** Rows, and bytes of their texts, of one portion: the client takes them apart in one turn. */
const PORTION_ROWS = 500;
const PORTION_BYTES = 256 * 1024;
/** Scopes that are read at once. */
const SCOPES = 5000;
/** A node reads the whole scope when it has missed more than this many bytes of another node. */
const MISSED_BYTES = 16 * 1024 ** 2;

/** In portions, each from its own snapshot: whoever asks compares the revisions again before they count. */
export async function readScopes(pools: Pools): Promise<ScopeRow[]> {
  const scopes: ScopeRow[] = [];
  for (let last: unknown = 0; ; ) {
    const rows = await pools.read('reads', { ...SQL.scopes, values: [last, SCOPES] });
    for (const row of rows) scopes.push(scopeRow(row));
    if (rows.length < SCOPES) return scopes;
    last = rows.at(-1)![0];
  }
}

export async function readRevisions(pools: Pools, ids: readonly string[]): Promise<number[]> {
  const rows = await pools.read('barrier', { ...SQL.revisions, values: [ids] });
  const revisions = new Map(rows.map(([id, revision]) => [id, Number(revision)]));
  return ids.map((id) => revisions.get(id) ?? 0);
}

export async function readMissed(pools: Pools, id: string, revision: number): Promise<MissedCommands> {
  const rows = await pools.read('reads', { ...SQL.missed, values: [id, revision, MISSED_BYTES] });
  if (rows.length === 0) return { row: undefined, commands: [] };
  const row = scopeRow(rows[0]!);
  if (row.revision === revision) return { row, commands: [] };
  const entries = rows.filter(([, , , , , at]) => at !== null);
  const isWhole = entries.length === row.revision - revision && entries.every(([, , , , , , commands]) => commands !== null);
  return { row, commands: isWhole ? entries.flatMap(commandsOf) : undefined };
}

/**
 * Rows in ordinal order from one snapshot; `take` gets each portion while the next one is on its way. When the connection is lost it
 * is tried again as long as nothing was taken. Rejects with what `take` throws.
 */
export async function readRows(
  pools: Pools,
  scheduler: Scheduler,
  id: string,
  take: (rows: readonly Row[]) => void,
): Promise<ScopeRow | undefined> {
  let hasBegun = false;
  let refusal: { readonly cause: unknown } | undefined;
  function* takeRows(rows: readonly Columns[]): Work {
    hasBegun = true;
    try {
      take(rows.map(rowOf));
    } catch (cause) {
      refusal = { cause };
      throw cause;
    }
  }
  const read = (client: PoolClient): Promise<ScopeRow | undefined> =>
    readPortions(client, id, (rows) => scheduler.later(takeRows(rows)));
  try {
    return await pools.patiently(
      () => pools.transaction('reads', 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', read),
      () => !hasBegun,
    );
  } catch (cause) {
    throw refusal ? refusal.cause : cause;
  }
}

async function readPortions(
  client: PoolClient,
  id: string,
  taken: (rows: readonly Columns[]) => Promise<void>,
): Promise<ScopeRow | undefined> {
  const [columns] = await run(client, { ...SQL.row, values: [id] });
  if (!columns) return undefined;
  const portion = (last: number): Promise<Columns[]> =>
    run(client, { ...SQL.rows, values: [columns[0], last, PORTION_ROWS, PORTION_BYTES] });
  for (let rows = await portion(0); rows.length > 0; ) {
    const next = portion(Number(rows.at(-1)![3]));
    // The error of the next portion is thrown below, when that portion is taken
    next.catch(() => undefined);
    await taken(rows);
    rows = await next;
  }
  return scopeRow(columns);
}

const rowOf = ([key, kind, version, ordinal, shown, hidden]: Columns): Row => ({
  key,
  kind,
  version,
  shown,
  hidden,
  ordinal: Number(ordinal),
});

const scopeRow = ([, id, revision, head, dead]: Columns): ScopeRow => ({
  id,
  dead,
  revision: Number(revision),
  head: JSON.parse(head),
});

function commandsOf([, , , , , at, commands]: Columns): { revision: number; command: [] }[] {
  return (JSON.parse(commands) as []).map((command) => ({ revision: Number(at), command }));
}
