import type { AuditMark } from '../../server/store/audit/types.ts';
import { ChainCheck, type ChainedRecord } from '../../server/store/audit/verify.ts';
import { CHAINED } from '../../server/store/drivers/postgres/audit-log.ts';
import type { Progress } from '../progress.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/** Entries that are read and written at once. */
const PART = 200;

const COLUMNS = {
  id: 'bigint',
  created_at: 'text',
  author_id: 'bigint',
  author_name: 'text',
  action: 'text',
  target_type: 'text',
  target_id: 'text',
  target_name: 'text',
  ip_address: 'text',
  details: 'text',
  hash: 'text',
} as const;
const NAMES = Object.keys(COLUMNS) as readonly (keyof ChainedRecord)[];
const INSERT = `INSERT INTO audit (${NAMES.join(', ')}) SELECT * FROM unnest(${Object.values(COLUMNS)
  .map((type, at) => `$${at + 1}::${type}[]`)
  .join(', ')}) ORDER BY 1`;

/** Copies the entries that are not there yet, with their ids and hashes. */
export async function copyAudit({ audit }: Source, target: Target, progress: Progress): Promise<void> {
  const { removed } = audit.after(0, 0);
  let last = await endOf(target);
  if (last.id < removed.id) last = await beginAt(target, removed);
  const own = last.id === removed.id ? removed.hash : audit.hashAt(last.id);
  if (own !== last.hash)
    throw new Error(`the audit log in ${target.name} is not the beginning of this one: empty it and begin again`);
  const { id: newest } = audit.newest();
  for (;;) {
    const { entries } = audit.after(last.id, PART);
    if (entries.length === 0) break;
    progress.step(() => `copied the audit log up to entry ${last.id} of ${newest}`);
    await target.query(
      INSERT,
      NAMES.map((name) => entries.map((entry) => entry[name])),
    );
    last = entries.at(-1)!;
  }
  for (let more = removed.id > 0; more; ) {
    const [row] = await target.query<{ more: boolean }>('SELECT remove_audit($1::bigint, 500) AS more', [removed.id]);
    more = row!.more;
  }
}

/** Computes the chain of the copied entries anew. Returns how many there are; throws when it is not that of the source. */
export async function compareAudit({ audit }: Source, target: Target, progress: Progress): Promise<number> {
  const { removed } = audit.after(0, 0);
  const newest = audit.newest();
  const check = new ChainCheck(removed, newest.id > removed.id ? newest : undefined);
  for (;;) {
    const entries = await target.query<ChainedRecord>(CHAINED.entries, [check.last.id, PART]);
    if (entries.length === 0) break;
    for (const entry of entries) refuseFault(check.add(entry));
    progress.step(() => `checked the audit log up to entry ${check.last.id} of ${newest.id}`);
  }
  refuseFault(await check.end(removed, audit.hashAt));
  if (check.last.id !== newest.id) refuseFault('it has another end than here');
  return check.count;
}

function refuseFault(fault: string | undefined): void {
  if (fault !== undefined) throw new Error(`the audit log was not copied as it was written: ${fault}`);
}

const endOf = async (target: Target): Promise<AuditMark> =>
  (await target.query<AuditMark>('SELECT id::float8, hash FROM audit_end'))[0]!;

/** The log begins behind what retention has removed. The guards are off for this transaction only. */
async function beginAt(target: Target, { id, hash }: AuditMark): Promise<AuditMark> {
  const tables = ['audit', 'audit_end', 'audit_removed'];
  await target.query('BEGIN');
  for (const table of tables) await target.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await target.query('TRUNCATE audit');
  for (const mark of ['audit_end', 'audit_removed']) await target.query(`UPDATE ${mark} SET id = $1, hash = $2`, [id, hash]);
  for (const table of tables) await target.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await target.query('COMMIT');
  return { id, hash };
}
