import { NO_HASH } from '../../server/store/audit/chain.ts';
import type { ChainedRecord } from '../../server/store/audit/verify.ts';
import { AUDIT, AUDIT_COLUMNS } from '../../server/store/drivers/sqlite/audit-sql.ts';
import { type DatabaseSync, openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import { NEWEST } from '../../server/store/drivers/sqlite/migrations.ts';
import type { AuditMark } from '../../server/store/store.ts';
import { readingOf, type Source, type SourceScope } from '../migrate/source.ts';
import type { Manifest, RecordLine } from './format.ts';
import { kindVersions } from './readable.ts';

/** A state of the database, while it is held. */
export interface Reading {
  /** The living scopes. */
  scopes(): readonly SourceScope[];
  /** Undefined: it is not there, or dead. */
  scope(id: string): SourceScope | undefined;
  /** In the order of ordinals. */
  records(scope: SourceScope): Iterable<RecordLine>;
  released: Source['released'];
  audit: {
    readonly removed: AuditMark;
    readonly newest: AuditMark;
    /** Entries behind this id, up to another one. */
    after(id: number, upTo: number): readonly ChainedRecord[];
  };
}

/** The embedded database of a server, whether it runs or not. Nothing in it is changed, and no writer waits. */
export interface BackupSource {
  readonly serverId: string;
  readonly shape: Manifest['shape'];
  /** Holds one state while the work reads it. Rejects when no state without a half-made commit comes within a minute. */
  hold<T>(work: (reading: Reading) => Promise<T>): Promise<T>;
  close(): void;
}

/** Between two looks for a state in which no large commit is on its way, and how many of them. */
const LOOK_MS = 200;
const LOOKS = 300;

/** What this version of Easel reads and writes. */
export const ownShape = (): Manifest['shape'] => ({
  tables: NEWEST,
  kinds: Object.fromEntries(kindVersions),
});

/** Throws one line for a person. */
export function openBackupSource(file: string): BackupSource {
  const database = openDatabase(file, { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 10000');
    const { user_version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (user_version !== NEWEST)
      throw new Error(`the database ${file} is of another version of Easel: start the server of this version on it once`);
    const reading = createReading(database);
    return {
      serverId: serverIdIn(reading, file),
      shape: ownShape(),
      hold: (work) => holding(database, () => work(reading)),
      close: () => database.close(),
    };
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** The rows of a large commit follow it in short transactions, and until then no reader may take them for the whole. */
async function holding<T>(database: DatabaseSync, work: () => Promise<T>): Promise<T> {
  const moving = database.prepare('SELECT 1 FROM moves');
  for (let looks = 0; looks < LOOKS; looks++) {
    database.exec('BEGIN');
    try {
      if (moving.get() === undefined) return await work();
    } finally {
      database.exec('COMMIT');
    }
    await new Promise((resume) => setTimeout(resume, LOOK_MS));
  }
  throw new Error('the server has made large commits for a minute without a pause: try again later');
}

function createReading(database: DatabaseSync): Reading {
  const { scopes, rows, files, released } = readingOf(database);
  const one = database.prepare('SELECT no, id, revision, head, dead, commit_id FROM scopes WHERE id = ? AND dead = 0');
  const removed = database.prepare(AUDIT.removed);
  const newest = database.prepare(AUDIT.newest);
  const next = database.prepare(`SELECT ${AUDIT_COLUMNS}, hash FROM audit WHERE id > ? AND id <= ? ORDER BY id`);
  return {
    scopes: () => scopes().filter(({ dead }) => !dead),
    scope(id) {
      const row = one.get(id);
      return row && ({ ...row, dead: false } as unknown as SourceScope);
    },
    *records(scope) {
      const named = new Map(Array.from(files(scope), ({ ordinal, hashes }) => [ordinal, hashes]));
      for (const row of rows(scope)) yield { ...row, ordinal: Number(row.ordinal), files: named.get(Number(row.ordinal)) ?? [] };
    },
    released,
    audit: {
      get removed() {
        return (removed.get() ?? { id: 0, hash: NO_HASH }) as AuditMark;
      },
      get newest() {
        return (newest.get() ?? this.removed) as AuditMark;
      },
      after: (id, upTo) => next.all(id, upTo) as unknown as ChainedRecord[],
    },
  };
}

function serverIdIn(reading: Reading, file: string): string {
  const directory = reading.scope('directory');
  if (directory)
    for (const { kind, shown } of reading.records(directory)) if (kind === 'Server') return JSON.parse(shown).server_id as string;
  throw new Error(`the database ${file} is empty: there is nothing to back up`);
}
