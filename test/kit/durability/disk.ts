import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_HASH } from '../../../server/store/audit/chain.ts';
import { ChainCheck, type ChainedRecord } from '../../../server/store/audit/verify.ts';
import { openDatabase } from '../../../server/store/drivers/sqlite/engine.ts';

/** Content of the database file of a data folder, whatever state its last server left it in. */
export interface Disk {
  /** `ok` */
  readonly integrity: string;
  /** Lines of the audit log, `action: target_name`, oldest first. */
  readonly lines: readonly string[];
  /** What is wrong with its hash chain; undefined: nothing. */
  readonly chainFault: string | undefined;
}

/** Opens a copy, because opening the database itself would do the recovery that the next server has to do. */
export function lookAtDisk(folder: string): Disk {
  const copy = mkdtempSync(join(tmpdir(), 'easel-copy-'));
  try {
    cpSync(folder, copy, { recursive: true, filter: (path) => !/-shm$|\.sock$/.test(path) });
    const database = openDatabase(join(copy, 'easel.db'));
    const checked = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    const entries = database.prepare('SELECT * FROM audit ORDER BY id').all() as unknown as ChainedRecord[];
    database.close();
    const lines = entries.map(({ action, target_name }) => `${action}: ${target_name}`);
    const chain = new ChainCheck({ id: 0, hash: NO_HASH });
    const faults = entries.map((entry) => chain.add(entry));
    return { integrity: checked.integrity_check, lines, chainFault: faults.find((fault) => fault !== undefined) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
