import { join } from 'node:path';
import { ChainCheck } from '../../server/store/audit/verify.ts';
import { openAuditFile } from '../../server/store/drivers/sqlite/audit-file.ts';
import { openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import { firstFault } from '../audit.ts';
import { faultOf } from '../backup/readable.ts';
import type { Reading } from '../backup/source.ts';
import type { Progress } from '../progress.ts';
import { type CheckDefinition, type Finding, ok, type Patient } from './check.ts';

/** Details of one finding: more would hide the others. */
const MOST_DETAILS = 20;

const COMPARE = 'A backup may have it whole: easel verify <folder of backups>';
const PUT_BACK = 'Stop the server, and put the newest backup back: easel restore <folder of backups>';

export const databaseChecks: readonly CheckDefinition[] = [
  {
    name: 'database',
    costs: 'little',
    look({ source, unreadable, folder }) {
      if (unreadable !== undefined)
        return { state: 'failed', says: `the database cannot be read: ${unreadable}`, mend: PUT_BACK };
      return source ? ok(`${join(folder, 'easel.db')} can be read`) : undefined;
    },
  },
  {
    name: 'integrity',
    costs: 'much',
    look: ({ source, folder }) => source && lookAtPages(join(folder, 'easel.db')),
  },
  {
    name: 'records',
    costs: 'much',
    look: ({ source, progress }) => source?.hold(async (reading) => lookAtRecords(reading, progress)),
  },
  {
    name: 'references',
    costs: 'much',
    look: ({ source, progress }) => source?.hold(async (reading) => lookAtReferences(reading, progress)),
  },
  {
    name: 'audit',
    costs: 'little',
    look: (patient) => patient.source && lookAtAudit(join(patient.folder, 'easel.db'), patient),
  },
];

function lookAtPages(file: string): Finding {
  const lines = brokenPages(file);
  const [first, ...details] = lines;
  if (first === undefined) return ok('every page of the database is whole');
  return { state: 'failed', says: `the database file is damaged: ${first}`, mend: PUT_BACK, details };
}

function brokenPages(file: string): string[] {
  const database = openDatabase(file, { readOnly: true });
  try {
    const rows = database.prepare(`PRAGMA integrity_check(${MOST_DETAILS})`).all() as { readonly integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  } catch (cause) {
    return [(cause as Error).message];
  } finally {
    database.close();
  }
}

function lookAtRecords(reading: Reading, progress: Progress): Finding {
  const faults: string[] = [];
  let count = 0;
  for (const scope of reading.scopes()) {
    for (const record of reading.records(scope)) {
      progress.step(() => `read ${count} records`);
      count++;
      const fault = faultOf(record);
      if (fault !== undefined) faults.push(`${record.key} in ${scope.id} ${fault}`);
    }
  }
  if (faults.length === 0) return ok(`${count} records can be read`);
  return {
    state: 'failed',
    says: `${faults.length} of ${count} records cannot be read`,
    mend: COMPARE,
    details: faults.slice(0, MOST_DETAILS),
  };
}

/** Widgets name their parents, connectors their ends, and canvases their content. */
function lookAtReferences(reading: Reading, progress: Progress): Finding {
  const scopes = reading.scopes();
  const faults: string[] = [];
  const there = new Set(scopes.map(({ id }) => id));
  for (const scope of scopes) {
    progress.step(() => `looked at what records name, up to ${scope.id}`);
    const ids = new Set<string>();
    const named: [who: string, whom: string][] = [];
    for (const { key, kind, shown } of reading.records(scope)) {
      const record = JSON.parse(shown) as Record<string, unknown>;
      if (scope.id === 'directory') {
        if (kind === 'Canvas' && !there.has(String(record.id)))
          faults.push(`the canvas ${record.name} (${record.id}) has no content`);
        continue;
      }
      ids.add(String(record.id));
      for (const whom of namedBy(record)) named.push([key, whom]);
    }
    for (const [who, whom] of named) if (!ids.has(whom)) faults.push(`${who} in ${scope.id} names ${whom}, which is not there`);
  }
  if (faults.length === 0) return ok(`what records name is there, in ${scopes.length - 1} canvases`);
  return {
    state: 'failed',
    says: `${faults.length} records name others that are not there`,
    mend: COMPARE,
    details: faults.slice(0, MOST_DETAILS),
  };
}

function namedBy({ parent_id, src, dst }: Record<string, unknown>): string[] {
  const ends = [src, dst].map((end) => (end as { readonly id?: unknown } | undefined)?.id);
  return [parent_id, ...ends].filter((id): id is string => typeof id === 'string' && id !== '');
}

async function lookAtAudit(file: string, { progress }: Patient): Promise<Finding> {
  const log = openAuditFile(file);
  try {
    const check = new ChainCheck(log.after(0, 0).removed);
    const fault = await firstFault(log, check, (count) => progress.step(() => `${count} entries of the audit log fit`));
    if (fault === undefined)
      return ok(`the chain of the audit log fits, newest ${check.last.id}:${check.last.hash.slice(0, 12)}…`);
    return { state: 'failed', says: `the audit log is not as it was written: ${fault}`, mend: COMPARE };
  } finally {
    log.close();
  }
}
