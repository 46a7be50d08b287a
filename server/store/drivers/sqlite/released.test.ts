import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NOTHING } from '../parts.ts';
import type { ReadCommit, ReadScope } from './codec.ts';
import { Database } from './database.ts';
import { openDatabase } from './engine.ts';

const start = Date.UTC(2026, 0, 1);

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-released-'));
  database = new Database(join(folder, 'easel.db'), { logged: false });
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const plain = { ...NOTHING, compared: true, written: true, dead: false, head: '{}', staged: 0, log: null };

function commit(id: string, revision: number, part: Partial<ReadScope> = {}): void {
  const one: ReadCommit = { id: `${id}-${revision}`, scopes: [{ ...plain, id, revision, ...part }], audit: [] };
  expect(database.commit([one], new Date(start).toISOString())).toEqual([{ is: 'durable' }]);
}

const file = (hash: string, at: number) => ({ hash, at, again: `"${hash}${at}"` });
const of = (scope: string | null) => Object.fromEntries(database.released('["x","y","z"]', 0, scope));
const rows = (): number => {
  const raw = openDatabase(join(folder, 'easel.db'));
  try {
    return Number(raw.prepare('SELECT count(*) AS n FROM released_files').get()!.n);
  } finally {
    raw.close();
  }
};

test('a large commit releases its files when it is committed, wherever their rows are', () => {
  commit('c', 0, { released: [file('x', 1)] });
  commit('d', 0);
  const staged = database.stage(0, { ...NOTHING, released: [file('x', 2)] });
  database.stage(staged, { ...NOTHING, released: [file('y', 2)] });
  expect(of('c')).toEqual({ x: '"x1"' });
  commit('c', 1, { staged });
  expect([of('c'), of('d'), of(null)]).toEqual([{ x: '"x2"', y: '"y2"' }, {}, { x: '"x2"', y: '"y2"' }]);
  while (database.settle());
  expect([of('c'), rows()]).toEqual([{ x: '"x2"', y: '"y2"' }, 2]);
});

test('a large commit that was not made releases nothing', () => {
  commit('c', 0);
  database.unstage(database.stage(0, { ...NOTHING, released: [file('z', 2)] }));
  expect([of(null), rows()]).toEqual([{}, 1]);
  while (database.sweep(start));
  expect(rows()).toBe(0);
});

test('a dead scope has released nothing, and the sweep removes the rows', () => {
  const files = Array.from({ length: 1200 }, (_, at) => file(`h${at}`, 1));
  commit('c', 0, { released: [file('x', 1), ...files] });
  commit('d', 0, { released: [file('x', 1)] });
  commit('c', 1, { dead: true });
  expect([of('c'), of('d')]).toEqual([{}, { x: '"x1"' }]);
  while (database.sweep(start));
  expect(rows()).toBe(1);
});
