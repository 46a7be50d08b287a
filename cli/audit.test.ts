import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryHash, NO_HASH } from '../server/store/audit/chain.ts';
import type { ChainedRecord } from '../server/store/audit/verify.ts';
import { type DatabaseSync, openDatabase } from '../server/store/drivers/sqlite/engine.ts';
import { migrate } from '../server/store/drivers/sqlite/migrations.ts';
import { easel } from '../test/kit/command.ts';

let EASEL_DATA_DIR: string;
let database: DatabaseSync;
beforeEach(() => {
  EASEL_DATA_DIR = mkdtempSync(join(tmpdir(), 'easel-audit-'));
  database = openDatabase(join(EASEL_DATA_DIR, 'easel.db'));
  database.exec('PRAGMA journal_mode = WAL');
  migrate(database);
  append(20);
});
afterEach(() => {
  database.close();
  rmSync(EASEL_DATA_DIR, { recursive: true, force: true });
});

const rows = (): ChainedRecord[] => database.prepare('SELECT * FROM audit ORDER BY id').all() as unknown as ChainedRecord[];
const insert = (row: ChainedRecord): void => {
  database.prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(...(Object.values(row) as string[]));
};

const entryOf = (id: number) => ({
  id,
  created_at: '2026-01-01T00:00:00.000Z',
  author_id: id % 2 ? 1000 : null,
  author_name: 'Änn "x"\u2028',
  action: `Action ${id}`,
  target_type: 'user',
  target_id: null,
  target_name: '',
  ip_address: '',
  details: '{"a":"\\u0000"}',
});

function append(count: number): void {
  for (let at = 0; at < count; at++) {
    const last = rows().at(-1) ?? { id: 0, hash: NO_HASH };
    const entry = entryOf(last.id + 1);
    insert({ ...entry, hash: entryHash(last.hash, entry) });
  }
}

/** Whoever has the file can take the guards away. */
function unguarded(work: () => void): void {
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  work();
  for (const { sql } of triggers) database.exec(sql);
}

/** Computes all hashes anew from an entry on, as somebody who knows how would. */
function rechain(from: number, behind = rows().find(({ id }) => id === from - 1)!.hash): void {
  let hash = behind;
  for (const row of rows().filter(({ id }) => id >= from)) {
    hash = entryHash(hash, row);
    database.prepare('UPDATE audit SET hash = ? WHERE id = ?').run(hash, row.id);
  }
}

const verify = (since = '') => easel(`audit verify ${since && `--since ${since}`}`, { EASEL_DATA_DIR });
const head = async (): Promise<string> => (await easel('audit head', { EASEL_DATA_DIR })).out.trim();
const fault = (text: string) => ({ code: 3, out: '', err: `easel: the audit log is not as it was written: ${text}\n` });
const changed = (id: number) =>
  fault(`entry ${id} is not the one that was written: it was changed, or put in, or it stood behind other entries`);

test('a log that nobody touched fits, also while it is written to', async () => {
  const newest = rows().at(-1)!;
  expect(await head()).toBe(`20:${newest.hash}`);
  expect(await verify()).toEqual({
    code: 0,
    out: `All 20 entries of the audit log are as they were written. Newest: 20:${newest.hash}\n`,
    err: '',
  });
  const noted = await head();
  append(300);
  expect(await verify(noted)).toMatchObject({ code: 0, out: expect.stringContaining('All 320 entries') });
  expect(await verify(noted.toUpperCase())).toMatchObject({ code: 0 });
});

describe('the database refuses', () => {
  test.each([
    "UPDATE audit SET action = 'x' WHERE id = 3",
    'DELETE FROM audit WHERE id = 20',
    'DELETE FROM audit',
    'INSERT INTO audit SELECT 7, created_at, author_id, author_name, action, target_type, target_id, target_name, ip_address, details, hash FROM audit WHERE id = 8',
    'INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE id = 8',
    'INSERT INTO audit SELECT 22, created_at, author_id, author_name, action, target_type, target_id, target_name, ip_address, details, hash FROM audit WHERE id = 8',
    "UPDATE audit_removed SET id = 5, hash = 'x'",
    'UPDATE audit_removed SET id = 0',
    'DELETE FROM audit_removed',
  ])('%s', (sql) => {
    const before = rows();
    expect(() => database.exec(sql)).toThrow(/^audit entries are (immutable|only added at the end)$/);
    expect(rows()).toEqual(before);
  });
});

describe('verify tells', () => {
  test('the entry that was changed', async () => {
    unguarded(() => database.exec("UPDATE audit SET details = '' WHERE id = 7"));
    expect(await verify()).toEqual(changed(7));
  });

  test('the entry whose own hash was made to fit, by the one behind it', async () => {
    unguarded(() => {
      database.exec("UPDATE audit SET author_name = 'Bob' WHERE id = 7");
      const before = rows()[5]!;
      const row = rows()[6]!;
      database.prepare('UPDATE audit SET hash = ? WHERE id = 7').run(entryHash(before.hash, row));
    });
    expect(await verify()).toEqual(changed(8));
  });

  test('entries that are missing', async () => {
    unguarded(() => database.exec('DELETE FROM audit WHERE id = 7'));
    expect(await verify()).toEqual(fault('entry 7 is missing, or entry 8 was put in'));
    unguarded(() => database.exec('DELETE FROM audit WHERE id IN (8, 9)'));
    expect(await verify()).toEqual(fault('entries 7 to 9 are missing, or entry 10 was put in'));
  });

  test('entries that were exchanged', async () => {
    unguarded(() =>
      database.exec(
        'UPDATE audit SET id = 0 WHERE id = 7; UPDATE audit SET id = 7 WHERE id = 8; UPDATE audit SET id = 8 WHERE id = 0',
      ),
    );
    expect(await verify()).toEqual(changed(7));
  });

  test('an entry that was put in', async () => {
    unguarded(() => {
      for (let id = 20; id > 7; id--) database.exec(`UPDATE audit SET id = ${id + 1} WHERE id = ${id}`);
      const entry = entryOf(8);
      insert({ ...entry, hash: entryHash(rows()[6]!.hash, entry) });
    });
    expect(await verify()).toEqual(changed(9));
  });

  test('that the oldest were removed by hand, also with the mark of what was removed', async () => {
    unguarded(() => database.exec('DELETE FROM audit WHERE id <= 5'));
    expect(await verify()).toEqual(fault('entries 1 to 5 are missing, or entry 6 was put in'));
    unguarded(() => {
      database.prepare('UPDATE audit_removed SET id = 5, hash = ?').run(rows()[0]!.hash);
      rechain(6, rows()[0]!.hash);
    });
    expect(await verify()).toEqual(fault('the entries up to 5 are missing, and no entry says that retention removed them'));
  });

  test('that no entry says why the oldest are missing', async () => {
    const { hash } = rows()[4]!;
    database.prepare('UPDATE audit_removed SET id = 5, hash = ?').run(hash);
    database.exec('DELETE FROM audit WHERE id <= 5');
    expect(await verify()).toEqual(fault('the entries up to 5 are missing, and no entry says that retention removed them'));
  });
});

describe('a noted entry', () => {
  test('tells that the newest were cut off, which the log alone cannot', async () => {
    const noted = await head();
    unguarded(() => database.exec('DELETE FROM audit WHERE id > 15'));
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await verify(noted)).toEqual(
      fault('the log ends with entry 15, and entry 20 was noted: the newest entries were cut off'),
    );
  });

  test('tells that the log was written anew with good hashes, which the log alone cannot', async () => {
    const noted = await head();
    unguarded(() => {
      database.exec("UPDATE audit SET action = 'nothing' WHERE id = 7");
      rechain(7);
    });
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await verify(noted)).toEqual(
      fault('entry 20 is not the one that was noted: it or an entry before it was changed, and what follows was written anew'),
    );
  });
});

describe('easel audit', () => {
  test('refuses other words and marks in one line', async () => {
    const lines: Record<string, readonly [code: number, line: string]> = {
      'audit repair': [2, "unknown command 'repair'"],
      'audit head --since 1:2': [2, "unknown option '--since'"],
      'audit verify --since 5': [1, '--since needs what easel audit head printed, <id>:<hash>'],
      audit: [2, 'write easel audit head, easel audit verify or easel audit export'],
    };
    for (const [words, [code, line]] of Object.entries(lines))
      expect(await easel(words, { EASEL_DATA_DIR })).toEqual({ code, out: '', err: `easel: ${line}\n` });
  });

  test('needs a database, and one with a chain', async () => {
    const nowhere = await easel('audit verify', { EASEL_DATA_DIR: '/nowhere' });
    expect(nowhere).toEqual({ code: 1, out: '', err: 'easel: there is no database /nowhere/easel.db; see EASEL_DATA_DIR\n' });
    const folder = mkdtempSync(join(EASEL_DATA_DIR, 'old-'));
    const old = openDatabase(join(folder, 'easel.db'));
    migrate(old, 4);
    old.close();
    expect((await easel('audit head', { EASEL_DATA_DIR: folder })).err).toContain('has no hash chain: it is of an older version');
    writeFileSync(join(folder, 'easel.db'), 'no database at all, but long enough to look at'.repeat(100));
    expect(await easel('audit verify', { EASEL_DATA_DIR: folder })).toMatchObject({
      code: 1,
      err: 'easel: file is not a database\n',
    });
  });
});

test('an older database is chained when it is opened', async () => {
  const folder = mkdtempSync(join(EASEL_DATA_DIR, 'old-'));
  const old = openDatabase(join(folder, 'easel.db'));
  migrate(old, 4);
  for (let at = 0; at < 1000; at++) {
    const { id, ...entry } = entryOf(at + 1);
    old.prepare('INSERT INTO audit VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(...(Object.values(entry) as string[]));
  }
  const before = old.prepare('SELECT * FROM audit').all() as object[];
  migrate(old);
  const after = old.prepare('SELECT * FROM audit').all() as { hash: string }[];
  expect(after.map(({ hash, ...entry }) => entry)).toEqual(before.map((entry) => ({ ...entry })));
  old.close();
  const { code, out } = await easel('audit verify', { EASEL_DATA_DIR: folder });
  expect([code, out]).toEqual([0, expect.stringContaining('All 1000 entries')]);
});
