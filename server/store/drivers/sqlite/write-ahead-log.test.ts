import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './engine.ts';
import { damageOf } from './write-ahead-log.ts';

const FRAME = 4096 + 24;
let folder: string;
let log: Buffer;

/** A log of ten commits, the last of several frames, over the remains of an older and longer one. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-log-'));
  const database = openDatabase(join(folder, 'easel.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (text TEXT)');
  const put = database.prepare('INSERT INTO t VALUES (?)');
  for (let at = 0; at < 30; at++) put.run('old'.repeat(3000));
  database.exec('PRAGMA wal_checkpoint(RESTART)');
  for (let at = 0; at < 10; at++) put.run(`${at}`.repeat(at === 9 ? 20_000 : 100));
  copyFileSync(join(folder, 'easel.db-wal'), join(folder, 'kept'));
  copyFileSync(join(folder, 'easel.db'), join(folder, 'copy.db'));
  database.close();
  log = readFileSync(join(folder, 'kept'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function damage(change: (bytes: Buffer) => Buffer | undefined): string | undefined {
  const bytes = Buffer.from(log);
  writeFileSync(join(folder, 'log'), change(bytes) ?? bytes);
  return damageOf(join(folder, 'log'))?.replace(folder, '');
}

const flip = (at: number) => (bytes: Buffer) => {
  bytes[at]! ^= 1;
  return undefined;
};

test('a whole log, an empty one, and none are not damaged', () => {
  expect(damage(() => undefined)).toBeUndefined();
  expect(damage(() => Buffer.alloc(0))).toBeUndefined();
  expect(damageOf(join(folder, 'nothing'))).toBeUndefined();
});

test('a transaction that a crash cut off is no damage: it was never acknowledged', () => {
  const frames = Math.floor((32 + 9 * FRAME) / FRAME);
  for (const bytes of [32 + frames * FRAME + 100, 32 + 11 * FRAME, 32 + 12 * FRAME + 4000, 40, 10]) {
    expect([bytes, damage((all) => all.subarray(0, bytes))]).toEqual([bytes, undefined]);
  }
});

test('what cannot be read behind a damaged frame is told with its number', () => {
  expect(damage(flip(32 + 3 * FRAME + 500))).toMatch(
    /^\/log is damaged: of its commits \d can be read, and [5-9] later ones cannot; restore a backup/,
  );
  expect(damage(flip(32 + 9 * FRAME + 500))).toContain('a later one (or one that a loss of power cut off');
});

test('a log whose head is damaged says so', () => {
  expect([damage(flip(1)), damage(flip(20))]).toEqual(
    Array(2).fill('the head of /log is damaged: nothing that it held can be read'),
  );
});

test('the number of commits that can be read is that of the database itself', () => {
  const said = /of its commits (\d+)/.exec(damage(flip(32 + 5 * FRAME + 500))!)![1];
  copyFileSync(join(folder, 'log'), join(folder, 'copy.db-wal'));
  const copy = openDatabase(join(folder, 'copy.db'));
  const { rows } = copy.prepare("SELECT count(*) AS rows FROM t WHERE text NOT LIKE 'old%'").get() as { rows: number };
  copy.close();
  expect(String(rows)).toBe(said);
});
