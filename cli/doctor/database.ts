import { join } from 'node:path';
import { kinds } from '../../model/resources/index.ts';
import { ChainCheck } from '../../server/store/audit/verify.ts';
import { openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import type { BackupSource, Reading } from '../backup/source.ts';
import { type CheckDefinition, type Finding, ok } from './check.ts';

/** Details of one finding: more would hide the others. */
const MOST_DETAILS = 20;
const ENTRIES = 1000;

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
  { name: 'records', costs: 'much', look: ({ source }) => source?.hold(async (reading) => lookAtRecords(reading)) },
  { name: 'references', costs: 'much', look: ({ source }) => source?.hold(async (reading) => lookAtReferences(reading)) },
  { name: 'audit', costs: 'little', look: ({ source }) => source && lookAtAudit(source) },
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

const versions = new Map(kinds.map(({ name, version }) => [name, version]));

/** What is wrong with a record; undefined: nothing. */
function faultOf(kind: string, version: number, shown: string): string | undefined {
  if (kind === 'Counter') return undefined;
  const known = versions.get(kind);
  if (known === undefined) return `is of the unknown kind ${kind}`;
  if (version > known) return `was written by a newer version of Easel (${kind} ${version})`;
  try {
    JSON.parse(shown);
    return undefined;
  } catch {
    return 'is no JSON';
  }
}

function lookAtRecords(reading: Reading): Finding {
  const faults: string[] = [];
  let count = 0;
  for (const scope of reading.scopes()) {
    for (const { key, kind, version, shown } of reading.records(scope)) {
      count++;
      const fault = faultOf(kind, version, shown);
      if (fault !== undefined) faults.push(`${key} in ${scope.id} ${fault}`);
    }
  }
  if (faults.length === 0) return ok(`${count} records can be read`);
  return {
    state: 'failed',
    says: `${faults.length} of ${count} records cannot be read`,
    mend: 'A backup may have them: easel verify <folder of backups>',
    details: faults.slice(0, MOST_DETAILS),
  };
}

/** Widgets name their parents, connectors their ends, and canvases their content. */
function lookAtReferences(reading: Reading): Finding {
  const scopes = reading.scopes();
  const faults: string[] = [];
  const there = new Set(scopes.map(({ id }) => id));
  for (const scope of scopes) {
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
    mend: 'A backup may have them: easel verify <folder of backups>',
    details: faults.slice(0, MOST_DETAILS),
  };
}

function namedBy({ parent_id, src, dst }: Record<string, unknown>): string[] {
  const ends = [src, dst].map((end) => (end as { readonly id?: unknown } | undefined)?.id);
  return [parent_id, ...ends].filter((id): id is string => typeof id === 'string' && id !== '');
}

async function lookAtAudit(source: BackupSource): Promise<Finding> {
  return source.hold(async ({ audit }) => {
    const { removed, newest } = audit;
    const check = new ChainCheck(removed);
    while (check.last.id < newest.id) {
      for (const entry of audit.after(check.last.id, check.last.id + ENTRIES)) {
        const fault = check.add(entry);
        if (fault !== undefined)
          return {
            state: 'failed',
            says: `the audit log is not as it was written: ${fault}`,
            mend: 'Compare it with a backup: easel verify <folder of backups>',
          };
      }
    }
    return ok(`the chain of the audit log fits, newest ${check.last.id}:${check.last.hash.slice(0, 12)}…`);
  });
}
