import { Client } from 'pg';
import { databaseName } from '../../../settings/database-url.ts';
import type { AuditMark } from '../../audit/types.ts';
import type { ChainedLog, ChainedRecord } from '../../audit/verify.ts';
import { readAddress } from './address.ts';
import { reasonOf } from './reasons.ts';

/** Columns are read by their names. */
export const CHAINED = {
  /** id, most */
  entries: `SELECT id::float8, created_at, author_id::float8, author_name, action, target_type, target_id, target_name, ip_address,
              details, hash
            FROM audit WHERE id > $1::bigint ORDER BY id LIMIT $2`,
  newest: 'SELECT id::float8, hash FROM audit_end',
  removed: 'SELECT id::float8, hash FROM audit_removed',
  hash: 'SELECT hash FROM audit WHERE id = $1::bigint',
} as const;

/** The audit log of a PostgreSQL database, past the servers that run on it. Throws one line for a person. */
export async function openAuditLog(url: string): Promise<ChainedLog> {
  const { config, schema } = readAddress(url);
  const client = new Client({ ...config, fallback_application_name: 'easel audit' });
  // A lost connection also rejects what is under way
  client.on('error', () => undefined);
  const query = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
    (await client.query(text, [...values])).rows;
  try {
    await client.connect();
    const [found] = await query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [`${schema}.audit_end`]);
    if (!found!.there) throw new Error(`no server has made its tables in the schema ${schema} yet`);
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw new Error(`the database ${databaseName(url)} cannot be read: ${reasonOf(cause)}`, { cause });
  }
  return {
    newest: async () => (await query<AuditMark>(CHAINED.newest))[0]!,
    async after(id, most) {
      await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const [removed] = await query<AuditMark>(CHAINED.removed);
      const entries = await query<ChainedRecord>(CHAINED.entries, [id, most]);
      await query('COMMIT');
      return { removed: removed!, entries };
    },
    hashAt: async (id) => (await query<{ hash: string }>(CHAINED.hash, [id]))[0]?.hash,
    close: () => client.end(),
  };
}
