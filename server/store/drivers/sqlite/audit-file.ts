import { NO_HASH } from '../../audit/chain.ts';
import type { AuditMark } from '../../audit/types.ts';
import type { ChainedLog, ChainedRecord } from '../../audit/verify.ts';
import { AUDIT, AUDIT_COLUMNS } from './audit-sql.ts';
import { openDatabase } from './engine.ts';

/** The audit log of a database file. */
export interface AuditFile extends ChainedLog {
  newest(): AuditMark;
  after(id: number, most: number): { readonly removed: AuditMark; readonly entries: readonly ChainedRecord[] };
  hashAt(id: number): string | undefined;
  close(): void;
}

/** Throws one line for a person. */
export function openAuditFile(file: string): AuditFile {
  const database = openDatabase(file, { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 10000');
    const removed = database.prepare(AUDIT.removed);
    const newest = database.prepare(AUDIT.newest);
    const next = database.prepare(`SELECT ${AUDIT_COLUMNS}, hash FROM audit WHERE id > ? ORDER BY id LIMIT ?`);
    const hash = database.prepare('SELECT hash FROM audit WHERE id = ?');
    return {
      newest: () => (newest.get() ?? removed.get() ?? { id: 0, hash: NO_HASH }) as AuditMark,
      after(id, most) {
        database.exec('BEGIN');
        try {
          return { removed: removed.get() as AuditMark, entries: next.all(id, most) as ChainedRecord[] };
        } finally {
          database.exec('COMMIT');
        }
      },
      hashAt: (id) => (hash.get(id) as { hash: string } | undefined)?.hash,
      close: () => database.close(),
    };
  } catch (cause) {
    database.close();
    if (!/no such (table|column)/.test((cause as Error).message)) throw cause;
    throw new Error(`${file} has no hash chain: it is of an older version of Easel, and the next start of the server makes one`);
  }
}
