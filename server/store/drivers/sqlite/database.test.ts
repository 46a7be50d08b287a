import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bytesRead } from '../../../../test/kit/bytes-read.ts';
import type { Row } from '../driver.ts';
import { type ReadCommit, type ReadScope, readRows, writeRows } from './codec.ts';
import { Database, isBroken } from './database.ts';
import { PacketReader } from './packet.ts';

const MINUTE = 60_000;
const start = Date.UTC(2026, 0, 1);
const at = (ms: number): string => new Date(start + ms).toISOString();
const head = '{"modified_at":"","asset_size":0,"preview_hash":""}';

let folder: string;
let database: Database;
const open = (pages = 0): Database => new Database(join(folder, 'easel.db'), { logged: true, pages });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-database-'));
  database = open();
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const row = (key: string, ordinal: number, shown = '{}') => ({ key, kind: 'Note', version: 1, ordinal, shown, hidden: null });

function commit(scope: string, revision: number, part: Partial<ReadScope> = {}): ReadCommit {
  const written = {
    id: scope,
    revision,
    compared: true,
    written: true,
    dead: false,
    assets: [],
    released: [],
    head,
    staged: 0,
    log: '[]',
    puts: [],
    deletes: [],
  };
  return { id: `${scope}-${revision}`, scopes: [{ ...written, ...part }], audit: [] };
}

const outcomes = (commits: readonly ReadCommit[], time = 0): string[] => database.commit(commits, at(time)).map(({ is }) => is);

describe('the change log', () => {
  test('reaches back 10,000 revisions', () => {
    outcomes(Array.from({ length: 10_250 }, (_, revision) => commit('c', revision, { log: `[["${revision}"]]` })));
    const missed = database.missed('c', 200);
    expect(missed.commands!.map(({ revision }) => revision).slice(0, 2)).toEqual([201, 202]);
    expect([missed.row!.revision, missed.commands!.at(-1)]).toEqual([10_250, { revision: 10_250, command: ['10249'] }]);
    expect(database.missed('c', 199)).toEqual({ row: missed.row, commands: undefined });
  });

  test('reaches back 10 minutes', () => {
    for (let minute = 0; minute < 20; minute++) outcomes([commit('c', minute)], minute * MINUTE);
    database.sweep(start + 20 * MINUTE);
    expect(database.missed('c', 9).commands).toBeUndefined();
    expect(database.missed('c', 10).commands).toEqual([]);
  });

  test('has nothing of a commit that is too large for it', () => {
    outcomes([commit('c', 0), commit('c', 1, { log: null }), commit('c', 2)]);
    expect([database.missed('c', 1).commands, database.missed('c', 2).commands]).toEqual([undefined, []]);
  });
});

describe('rows of a scope', () => {
  const read = (scope: string): Row[][] =>
    [...database.load(scope)].map((texts) => readRows(new PacketReader(writeRows(texts).finish())));

  test.each([0, 1, 255, 256, 257, 1000])('come back as they were written: %d of them', (count) => {
    const rows = Array.from({ length: count }, (_, at) => ({
      ...row(`k"${at}\n`, at * 7 + 1, at % 3 === 0 ? '' : `{"text":"é😀${at}"}`),
      hidden: at % 2 === 0 ? null : `{"secret":"${at}"}`,
    }));
    outcomes([commit('c', 0, { puts: rows }), commit('d', 0, { puts: [row('other', 1)] })]);
    const portions = read('c');
    expect(portions.flat()).toEqual(rows);
    expect(Math.max(0, ...portions.map(({ length }) => length))).toBeLessThanOrEqual(256);
  });

  test('come in portions that one turn can take, and one that is larger comes alone', () => {
    const sizes = [...Array(300).fill(100), 2_000_000, ...Array(20).fill(40_000), 2_000_000, 2_000_000, ...Array(300).fill(100)];
    outcomes([commit('c', 0, { puts: sizes.map((size, at) => row(`k${at}`, at + 1, 'x'.repeat(size))) })]);
    const portions = read('c');
    expect(portions.flat().map(({ shown }) => shown.length)).toEqual(sizes);
    for (const portion of portions) {
      const bytes = portion.reduce((sum, { shown }) => sum + shown.length, 0);
      expect(portion.length === 1 || bytes <= 256 * 1024, `${portion.length} rows of ${bytes} bytes`).toBe(true);
    }
    expect(portions.length).toBeLessThan(40);
  });
});

describe('commits of one call', () => {
  test('are lost each for itself, and a lost one writes nothing', () => {
    outcomes([commit('a', 0), commit('b', 0)]);
    const several = { ...commit('b', 1), scopes: [commit('b', 1), commit('a', 7)].flatMap(({ scopes }) => scopes) };
    expect(outcomes([commit('a', 1), several, commit('c', 0)])).toEqual(['durable', 'lost', 'durable']);
    expect(database.revisions(['a', 'b', 'c', 'd'])).toEqual([2, 1, 1, 0]);
  });

  test('fail each for itself', () => {
    const bad = commit('b', 0, { puts: [{ ...row('k', 1), kind: null as unknown as string }] });
    expect(outcomes([commit('a', 0, { puts: [row('k', 1)] }), bad, commit('c', 0)])).toEqual(['durable', 'failed', 'durable']);
    expect([...database.load('a')]).toHaveLength(1);
    expect(database.revisions(['a', 'b', 'c'])).toEqual([1, 0, 1]);
  });

  test('compare scopes that they only read', () => {
    outcomes([commit('a', 0), commit('b', 0)]);
    const reading = (revision: number): ReadCommit => {
      const scopes = [...commit('a', database.revisions(['a'])[0]!).scopes, ...commit('b', revision, { written: false }).scopes];
      return { ...commit('a', 0), scopes };
    };
    expect(outcomes([reading(2), reading(1)])).toEqual(['lost', 'durable']);
    expect(database.revisions(['a', 'b'])).toEqual([2, 1]);
  });

  test('fail together when the disk is full, with the reason, and the next ones go on', () => {
    outcomes([commit('a', 0)]);
    database.close();
    database = open(40);
    const many = (scope: string) =>
      commit(scope, 0, { puts: Array.from({ length: 50 }, (_, at) => row(`k${at}`, at + 1, 'x'.repeat(4000))) });
    const full = database.commit([commit('a', 1), many('b'), commit('c', 0)], at(0));
    expect(full.map((one) => [one.is, one.is === 'failed' && (one.cause as Error).message])).toEqual(
      Array.from({ length: 3 }, () => ['failed', 'database or disk is full']),
    );
    expect(outcomes([commit('a', 1), commit('c', 0)])).toEqual(['durable', 'durable']);
    expect(database.revisions(['a', 'b', 'c'])).toEqual([2, 0, 1]);
  });
});

describe('a dead scope', () => {
  test('takes no write, and is not asked for its revision when it only dies', () => {
    outcomes([commit('c', 0), commit('c', 1)]);
    const dies = (compared: boolean): ReadCommit => commit('c', 1, { dead: true, compared });
    expect(outcomes([dies(true), dies(false), commit('c', 3), dies(false)])).toEqual(['lost', 'durable', 'lost', 'lost']);
    expect(outcomes([commit('never', 5)])).toEqual(['lost']);
  });

  test('that was never made leaves nothing', () => {
    expect(outcomes([commit('c', 0, { dead: true, puts: [row('k', 1)] })])).toEqual(['durable']);
    expect([database.scopes(), [...database.load('c')]]).toEqual([[], []]);
  });

  const sweepAll = (time = start): number => {
    for (let sweeps = 1; ; sweeps++) if (!database.sweep(time)) return sweeps;
  };
  const dead = (): number => database.scopes().filter((scope) => scope.dead).length;

  test('loses its rows and references in short transactions, the living keep theirs', () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(`k${at}`, at + 1, 'x'.repeat(1_000_000)));
    const assets = [{ ordinal: 1, hashes: ['a', 'b'] }];
    outcomes([commit('c', 0, { puts: rows, assets }), commit('d', 0, { puts: [row('k', 1)], assets })]);
    expect(sweepAll(), 'nothing is dead').toBe(1);
    outcomes([commit('c', 1, { dead: true })]);
    expect(sweepAll()).toBeGreaterThan(2);
    expect([[...database.load('c')].length, [...database.load('d')].length]).toEqual([0, 1]);
    expect([database.referred('["a","b"]'), sweepAll()]).toEqual([['a', 'b'], 1]);
  });

  test('is forgotten when its rows are gone and no node can ask the log for it', () => {
    outcomes([commit('c', 0, { puts: [row('k', 1)] }), commit('d', 0), commit('c', 1, { dead: true })]);
    sweepAll();
    expect(dead(), 'its log is still there').toBe(1);
    sweepAll(start + 11 * MINUTE);
    expect(database.scopes().map(({ id }) => id)).toEqual(['d']);
    expect(outcomes([commit('c', 2)]), 'a command that came too late').toEqual(['lost']);
    expect(database.revisions(['c', 'd'])).toEqual([0, 1]);
  });

  test('is forgotten at once where no log is kept', () => {
    database.close();
    database = new Database(join(folder, 'easel.db'), { logged: false });
    outcomes([commit('c', 0, { puts: [row('k', 1)] }), commit('c', 1, { dead: true })]);
    sweepAll();
    expect(database.scopes()).toEqual([]);
  });
});

describe('a large row', () => {
  const LARGE = 16_000_000;
  const many = (scope: string, large: boolean): ReadCommit => {
    const rows = Array.from({ length: 1000 }, (_, at) => row(`k${at}`, at + 1, 'x'.repeat(500)));
    if (large) rows[500] = row('large', 501, 'x'.repeat(LARGE));
    return commit(scope, 0, { puts: rows, log: null });
  };
  /** How many bytes are read for a thousand deletions around the row in the middle. */
  const around = (scope: string): number => {
    const deletes = Array.from({ length: 1000 }, (_, at) => at + 1).filter((ordinal) => ordinal !== 501);
    const before = bytesRead();
    outcomes([commit(scope, 1, { deletes, log: null })]);
    return bytesRead() - before;
  };

  test('costs those nothing that stand beside it', () => {
    outcomes([many('plain', false), many('large', true)]);
    const plain = around('plain');
    expect(around('large') - plain).toBeLessThan(LARGE / 4);
  });
});

describe('a large commit', () => {
  const nothing = { puts: [], deletes: [], assets: [], released: [] };
  const read = (scope: string): string[] => {
    const load = database.load(scope);
    const rows: Row[] = [];
    for (let step = load.next(); ; step = load.next()) {
      if (step.done)
        return step.value === 'moving' ? ['moving'] : rows.map(({ key, ordinal, shown }) => `${ordinal} ${key} ${shown}`);
      rows.push(...readRows(new PacketReader(writeRows(step.value).finish())));
    }
  };
  const settleAll = (): number => {
    for (let steps = 1; ; steps++) if (!database.settle()) return steps;
  };
  /** Scopes that are stored, those for staged rows included, and rows of all of them. */
  const stored = async (): Promise<{ scopes: number; rows: number; moves: number }> => {
    const { openDatabase } = await import('./engine.ts');
    const raw = openDatabase(join(folder, 'easel.db'));
    const count = (table: string): number => Number(raw.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n);
    const counts = { scopes: count('scopes'), rows: count('records'), moves: count('moves') };
    raw.close();
    return counts;
  };

  test('that makes a scope is not seen before, and needs no move', async () => {
    const staged = database.stage(0, { ...nothing, puts: [row('b', 2), row('c', 3)] });
    database.stage(staged, { ...nothing, puts: [row('a', 1)], assets: [{ ordinal: 1, hashes: ['x'] }] });
    expect([database.scopes(), read('c'), database.revisions(['c']), database.referred('["x"]')]).toEqual([[], [], [0], []]);
    expect(outcomes([commit('c', 0, { staged })])).toEqual(['durable']);
    expect(read('c')).toEqual(['1 a {}', '2 b {}', '3 c {}']);
    expect([database.referred('["x"]'), database.committed('c-0'), settleAll()]).toEqual([['x'], true, 1]);
    expect([outcomes([commit('c', 1)]), await stored()]).toEqual([['durable'], { scopes: 1, rows: 3, moves: 0 }]);
  });

  test('to a scope that is there is whole at once: until its rows are in place nobody reads it', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => row(`k${at + 1}`, at + 1, '"old"'));
    const assets = [1, 2, 3].map((ordinal) => ({ ordinal, hashes: ['old'] }));
    outcomes([commit('c', 0, { puts: rows, assets }), commit('d', 0, { puts: [row('other', 1)], assets })]);
    let staged = 0;
    staged = database.stage(staged, { ...nothing, deletes: [1, 2, 7] });
    for (let at = 10; at < 2010; at += 500) {
      const puts = Array.from({ length: 500 }, (_, index) => row(`k${at + index}`, at + index, '"new"'));
      staged = database.stage(staged, { ...nothing, puts });
    }
    // Another record at the place of a deleted one, and other files
    staged = database.stage(staged, { ...nothing, puts: [row('heir', 2, '"new"')] });
    staged = database.stage(staged, {
      ...nothing,
      assets: [
        { ordinal: 1, hashes: [] },
        { ordinal: 2, hashes: ['new'] },
      ],
    });
    expect([read('c').length, database.referred('["new"]')]).toEqual([2000, []]);
    expect(outcomes([commit('c', 1, { staged })])).toEqual(['durable']);
    expect([read('c'), read('d'), database.referred('["new"]')]).toEqual([['moving'], ['1 other {}'], ['new']]);
    settleAll();
    const after = read('c');
    expect(after.slice(0, 8)).toEqual(['2 heir "new"', ...[3, 4, 5, 6, 8, 9].map((at) => `${at} k${at} "old"`), '10 k10 "new"']);
    expect([after.length, after.at(-1)]).toEqual([2007, '2009 k2009 "new"']);
    expect(database.referred('["new","old"]').sort(), 'ordinal 3 of it, and the other scope').toEqual(['new', 'old']);
    outcomes([commit('d', 1, { dead: true }), commit('c', 2, { deletes: [3], assets: [{ ordinal: 3, hashes: [] }] })]);
    expect(database.referred('["new","old"]')).toEqual(['new']);
    while (database.sweep(start + 11 * MINUTE));
    expect(await stored()).toEqual({ scopes: 1, rows: 2006, moves: 0 });
  });

  test('is brought to its end by the next commit to its scope, and by the next process', async () => {
    outcomes([commit('c', 0, { puts: [row('a', 1, '1'), row('b', 2, '1')] })]);
    outcomes([commit('c', 1, { staged: database.stage(0, { ...nothing, puts: [row('a', 1, '2'), row('b', 2, '2')] }) })]);
    outcomes([commit('c', 2, { puts: [row('a', 1, '3')] })]);
    expect(read('c')).toEqual(['1 a 3', '2 b 2']);
    outcomes([commit('c', 3, { staged: database.stage(0, { ...nothing, deletes: [1] }) })]);
    database.close();
    database = open();
    expect(read('c')).toEqual(['moving']);
    settleAll();
    expect([read('c'), await stored()]).toEqual([['2 b 2'], { scopes: 1, rows: 1, moves: 0 }]);
  });

  test('is brought to its end by whoever locks a scope, who could not wait for it', () => {
    outcomes([commit('c', 0, { puts: [row('a', 1, '1')] })]);
    outcomes([commit('c', 1, { staged: database.stage(0, { ...nothing, puts: [row('a', 1, '2')] }) })]);
    expect(read('c')).toEqual(['moving']);
    const other = open();
    other.lock();
    expect(read('c')).toEqual(['1 a 2']);
    expect(other.commitLocked([commit('c', 2, { puts: [row('a', 1, '3')] })], at(0)).is).toBe('durable');
    other.close();
    expect(read('c')).toEqual(['1 a 3']);
  });

  test('that is not made leaves nothing: lost, given up, cut off by the end of its process, or of a scope that died', async () => {
    outcomes([commit('c', 0, { puts: [row('a', 1)] }), commit('d', 0)]);
    const lost = database.stage(0, { ...nothing, puts: [row('a', 1, '"lost"')] });
    expect(outcomes([commit('c', 7, { staged: lost })])).toEqual(['lost']);
    database.unstage(lost);
    database.stage(0, { ...nothing, puts: [row('a', 1, '"cut off"')] });
    outcomes([commit('d', 1, { staged: database.stage(0, { ...nothing, puts: [row('a', 1, '"dying"')] }) })]);
    outcomes([commit('d', 2, { dead: true })]);
    database.close();
    database = open();
    database.begin();
    settleAll();
    while (database.sweep(start + 11 * MINUTE));
    expect([read('c'), await stored()]).toEqual([['1 a {}'], { scopes: 1, rows: 1, moves: 0 }]);
  });

  test('moves in short transactions', () => {
    outcomes([commit('c', 0)]);
    let staged = 0;
    for (let at = 0; at < 60; at++)
      staged = database.stage(staged, { ...nothing, puts: [row(`k${at}`, at + 1, 'x'.repeat(1_000_000))] });
    outcomes([commit('c', 1, { staged })]);
    expect(settleAll()).toBeGreaterThan(3);
    expect(read('c')).toHaveLength(60);
  });
});

describe('a locked commit', () => {
  test('ends its transaction however it ends', () => {
    outcomes([commit('c', 0)]);
    database.lock();
    expect(database.missed('c', 0).row!.revision, 'reads are made inside it').toBe(1);
    expect(database.commitLocked([commit('c', 5)], at(0))).toEqual({ is: 'lost' });
    database.lock();
    expect(database.commitLocked([], at(0))).toEqual({ is: 'durable' });
    database.lock();
    const bad = commit('c', 1, { puts: [{ ...row('k', 1), kind: null as unknown as string }] });
    expect(database.commitLocked([bad], at(0)).is).toBe('failed');
    database.lock();
    expect(database.commitLocked([commit('c', 1)], at(0)).is).toBe('durable');
    expect(outcomes([commit('c', 2)])).toEqual(['durable']);
  });
});

test('a commit is found by its id after others, in the log or in the row of its scope', () => {
  outcomes([commit('c', 0), commit('c', 1)]);
  expect(['c-0', 'c-1', 'c-2'].map((id) => database.committed(id))).toEqual([true, true, false]);
});

test('a database of a newer version is refused', async () => {
  const { openDatabase } = await import('./engine.ts');
  const raw = openDatabase(join(folder, 'easel.db'));
  raw.exec('PRAGMA user_version = 99');
  raw.close();
  expect(() => open()).toThrow('the database was made by a newer version of Easel; start that version');
});

test('an I/O error, a malformed file and one that is no database end the process; a full disk and a lock do not', () => {
  const shortRead = 10 | (2 << 8);
  expect([10, shortRead, 11, 26].map((errcode) => isBroken({ errcode }))).toEqual([true, true, true, true]);
  expect([13, 5, 8, 1].map((errcode) => isBroken({ errcode }))).toEqual([false, false, false, false]);
  expect([isBroken(new Error('no')), isBroken(undefined)]).toEqual([false, false]);
});

test('a database of the second version arrives with all that it held', async () => {
  const [{ openDatabase }, { migrate }] = await Promise.all([import('./engine.ts'), import('./migrations.ts')]);
  const file = join(folder, 'old.db');
  const old = openDatabase(file);
  migrate(old, 2);
  old.exec(`INSERT INTO scopes VALUES (7, 'c', 3, '${head}', 0, 'c-2'), (9, 'gone', 1, '${head}', 1, 'gone-0')`);
  const put = old.prepare('INSERT INTO records VALUES (?, ?, ?, ?, 1, ?, ?)');
  for (const [scope, ordinal] of [7, 9].flatMap((no) => [3, 1, 2 ** 31].map((at) => [no, at] as const))) {
    put.run(scope, ordinal, `k${ordinal}`, 'Note', `{"at":${ordinal}}`, ordinal === 1 ? '{"secret":1}' : null);
  }
  old.exec(`INSERT INTO log VALUES (7, 2, '${at(0)}', 'c-1', '[["k1"]]'), (7, 3, '${at(0)}', 'c-2', '[["k3"]]')`);
  old.exec("INSERT INTO assets VALUES ('hash', 7, 3)");
  old.close();

  const migrated = new Database(file, { logged: true });
  const rows = [...migrated.load('c')].flatMap((texts) => readRows(new PacketReader(writeRows(texts).finish())));
  expect(rows.map(({ key, ordinal, shown, hidden }) => [key, ordinal, shown, hidden])).toEqual([
    ['k1', 1, '{"at":1}', '{"secret":1}'],
    ['k3', 3, '{"at":3}', null],
    ['k2147483648', 2 ** 31, '{"at":2147483648}', null],
  ]);
  expect(migrated.missed('c', 1).commands).toEqual([
    { revision: 2, command: ['k1'] },
    { revision: 3, command: ['k3'] },
  ]);
  expect([migrated.referred('["hash"]'), migrated.revisions(['c'])]).toEqual([['hash'], [3]]);
  while (migrated.sweep(start + 11 * MINUTE));
  expect(migrated.scopes().map(({ id }) => id)).toEqual(['c']);
  migrated.close();
});
