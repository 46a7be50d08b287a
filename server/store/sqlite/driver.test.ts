import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { databaseThreads } from '../../../test/kit/database-threads.ts';
import { outcomeOf } from '../../../test/store/bench.ts';
import { kinds, Note, note } from '../../../test/store/kinds.ts';
import { createScheduler } from '../../scheduler.ts';
import { openStore } from '../store.ts';
import type { Store, Transaction } from '../types.ts';
import { openSqlite, type SqliteOptions } from './driver.ts';
import { operations } from './operations.ts';
import { DatabaseThread } from './threads.ts';

let folder: string;
let fatal: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-driver-'));
  fatal = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open(options: Partial<SqliteOptions> = {}): Promise<Store> {
  const [clock, scheduler] = [fakeClock(), createScheduler()];
  const end = (cause: unknown): void => void fatal.push((cause as Error).message);
  const driver = await openSqlite({
    file: join(folder, 'easel.db'),
    threads: databaseThreads(),
    fatal: end,
    now: clock.now,
    scheduler,
    ...options,
  });
  return openStore({ driver, kinds, clock, scheduler, cacheBytes: 1e9, fatal: end });
}

const author = { id: null, name: '', ip: '' };
const write = (store: Store, id: string, text = ''): Promise<string> =>
  outcomeOf(
    store.submit({
      scopes: ['directory'],
      author,
      permit: () => {},
      run: (tx) => tx.directory.insert(Note, note(id, { text })),
    }),
  );
const keys = (store: Store): string[] => store.directory.all(Note).map(({ id }) => id);

describe('a full disk', () => {
  test('is answered with its cause, and the store goes on when there is room', async () => {
    const store = await open({ pages: 40 });
    const large = 'x'.repeat(300_000);
    const outcomes = await Promise.all([write(store, 'a'), write(store, 'large', large), write(store, 'b')]);
    expect(outcomes).toEqual(['done: undefined', 'refused: database or disk is full', 'done: undefined']);
    expect([keys(store), fatal]).toEqual([['a', 'b'], []]);
    await store.close();
    const again = await open();
    expect([await write(again, 'large', large), keys(again)]).toEqual(['done: undefined', ['a', 'b', 'large']]);
    await again.close();
  });
});

describe('the process must end', () => {
  test('when the file is broken under it', async () => {
    const first = await open();
    const fill = (tx: Transaction): void => {
      for (let at = 0; at < 50; at++) tx.scope('c').insert(Note, note(`n${at}`, { text: 'x'.repeat(10_000) }));
    };
    await first.submit({ scopes: ['c'], fresh: ['c'], author, permit: () => {}, run: fill });
    await first.close();
    const store = await open();
    const file = join(folder, 'easel.db');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xee, 8 * 4096));
    expect(await outcomeOf(store.load('c'))).toBe('refused: database disk image is malformed');
    expect(fatal).toEqual(['database disk image is malformed']);
    await store.close();
  });

  test('when a database thread dies, and what was under way is not answered', async () => {
    const threads = { writer: new DatabaseThread(mortalWorker()), reader: databaseThreads().reader };
    const store = await open({ threads });
    let answered = false;
    void write(store, 'a').finally(() => (answered = true));
    await expect.poll(() => fatal.length).toBeGreaterThan(0);
    expect([fatal[0], answered, keys(store)]).toEqual(['the database thread ended', false, []]);
    await expect(threads.writer.call(1, 'scopes')).rejects.toThrow('the database thread ended');
  });
});

/** A database worker that dies of its first commit. */
function mortalWorker(): URL {
  const worker = new URL('../../../dist/server/store/sqlite/worker.js', import.meta.url).href;
  const file = join(folder, 'worker.mjs');
  const script = `
    import { parentPort } from 'node:worker_threads';
    const on = parentPort.on.bind(parentPort);
    const isCommit = ({ operation }) => operation === ${operations.indexOf('commit')};
    parentPort.on = (name, listener) => on(name, (request) => (isCommit(request) ? process.exit(3) : listener(request)));
    await import(${JSON.stringify(worker)});`;
  writeFileSync(file, script);
  return pathToFileURL(file);
}
