import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPostgres } from '../server/settings/database-url.ts';
import { readSetting } from '../server/settings/read.ts';
import { table } from '../server/settings.ts';
import type { AuditMark } from '../server/store/audit/types.ts';
import { ChainCheck, type ChainedLog } from '../server/store/audit/verify.ts';
import { openAuditFile } from '../server/store/drivers/sqlite/audit-file.ts';
import { EXIT, type GivenWords, type Terminal } from './terminal.ts';

/** Entries that are read at once, and between two lines that tell how far the check has come. */
const READ = 200;
const TOLD = 1_000_000;

/** `easel audit head` prints the newest entry as `<id>:<hash>`, to be noted elsewhere. A server may run meanwhile. */
export function printHead(terminal: Terminal): Promise<number> {
  return onLog(terminal, async (log) => {
    terminal.out(markText(await log.newest()));
    return 0;
  });
}

/** `easel audit verify` checks the whole log, and with `--since` that a noted entry still belongs to it. Only reads. */
export async function verifyLog(terminal: Terminal, { values: { since } }: GivenWords): Promise<number> {
  const witness = since === undefined ? undefined : readMark(since);
  return onLog(terminal, (log) => verify(terminal, log, witness));
}

async function onLog(terminal: Terminal, work: (log: ChainedLog) => Promise<number>): Promise<number> {
  const log = await openLog(terminal);
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

async function verify(terminal: Terminal, log: ChainedLog, witness: AuditMark | undefined): Promise<number> {
  const check = new ChainCheck((await log.after(0, 0)).removed, witness);
  const fault = await firstFault(log, check, (count) => terminal.err(`easel: ${count} entries fit so far`));
  if (fault !== undefined) {
    terminal.err(`easel: the audit log is not as it was written: ${fault}`);
    return EXIT.found;
  }
  const { removed } = await log.after(0, 0);
  const gone = removed.id > 0 ? `, after retention removed those up to ${removed.id}` : '';
  terminal.out(`All ${check.count} entries of the audit log are as they were written${gone}. Newest: ${markText(check.last)}`);
  return 0;
}

/** Checks the entries behind the last one of the check to the end of the log. `tell`: called now and then with how many fit. */
export async function firstFault(log: ChainedLog, check: ChainCheck, tell: (count: number) => void): Promise<string | undefined> {
  for (;;) {
    const { removed, entries } = await log.after(check.last.id, READ);
    if (removed.id > check.last.id) {
      check.overtaken(removed);
      continue;
    }
    for (const entry of entries) {
      const fault = check.add(entry);
      if (fault !== undefined) return fault;
      if (check.count % TOLD === 0) tell(check.count);
    }
    if (entries.length === 0) return check.end(removed, log.hashAt);
  }
}

async function openLog({ env }: Terminal): Promise<ChainedLog> {
  const { value: url, problem } = readSetting(table.databaseUrl, env);
  if (url === undefined) throw new Error(problem);
  // Loaded late: it brings the client of PostgreSQL
  if (isPostgres(url)) return (await import('../server/store/drivers/postgres/audit-log.ts')).openAuditLog(url);
  const { value: dataDir = '' } = readSetting(table.dataDir, env);
  const file = resolve(dataDir, 'easel.db');
  if (!existsSync(file) || statSync(file).size === 0) throw new Error(`there is no database ${file}; see EASEL_DATA_DIR`);
  return openAuditFile(file);
}

function readMark(text: string): AuditMark {
  const [, id, hash] = /^(\d{1,15}):([\da-f]{64})$/i.exec(text) ?? [];
  if (id === undefined || hash === undefined) throw new Error('--since needs what easel audit head printed, <id>:<hash>');
  return { id: Number(id), hash: hash.toLowerCase() };
}

const markText = ({ id, hash }: AuditMark): string => `${id}:${hash}`;
