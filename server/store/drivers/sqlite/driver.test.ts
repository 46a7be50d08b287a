import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../../test/kit/clock.ts';
import { databaseThreads } from '../../../../test/kit/database-threads.ts';
import { until } from '../../../../test/kit/until.ts';
import { outcomeOf, roomy } from '../../../../test/store/bench.ts';
import { kinds, Note, note, Place } from '../../../../test/store/kinds.ts';
import { createScheduler } from '../../../scheduler.ts';
import { openStore } from '../../open.ts';
import type { Store, Transaction } from '../../store.ts';
import { openSqlite, type SqliteOptions } from './driver.ts';
import { openDatabase } from './engine.ts';
import { operations } from './operations.ts';
import { DatabaseThread } from './threads.ts';

let folder: string;
let fatal: string[];
/** Scopes that could not be read, and why. */
let unreadable: string[];
beforeEach(() => {
  unreadable = [];
  folder = mkdtempSync(join(tmpdir(), 'easel-driver-'));
  fatal = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open(options: Partial<SqliteOptions> = {}): Promise<Store> {
  const clock = fakeClock();
  const scheduler = createScheduler();
  const end = (cause: unknown): void => void fatal.push((cause as Error).message);
  const driver = await openSqlite({
    file: join(folder, 'easel.db'),
    threads: databaseThreads(),
    fatal: end,
    now: clock.now,
    scheduler,
    ...options,
  });
  const tell = (scope: string, cause: unknown): void => void unreadable.push(`${scope}: ${(cause as Error).message}`);
  return openStore({ driver, kinds, clock, scheduler, memory: roomy, fatal: end, unreadable: tell });
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
    expect(outcomes).toEqual([
      'done: undefined',
      'refused: The disk of the server is full; nothing was changed',
      'done: undefined',
    ]);
    expect([keys(store), fatal]).toEqual([['a', 'b'], []]);
    await store.close();
    const again = await open();
    expect([await write(again, 'large', large), keys(again)]).toEqual(['done: undefined', ['a', 'b', 'large']]);
    await again.close();
  });
});

describe('a probe', () => {
  test('writes to the disk', async () => {
    const store = await open();
    const size = (): number => statSync(join(folder, 'easel.db-wal')).size;
    const before = size();
    await store.probe();
    expect(size()).toBeGreaterThan(before);
    await store.close();
  });

  test('fails once a newer version of the program has migrated the tables', async () => {
    const store = await open();
    const newer = openDatabase(join(folder, 'easel.db'));
    // The store may be writing at this moment
    newer.exec('PRAGMA busy_timeout = 30000; PRAGMA user_version = 1000');
    newer.close();
    expect(await outcomeOf(store.probe())).toMatch(/another version of Easel has migrated the database/);
    expect(fatal).toEqual([]);
    await store.close();
  });
});

const PAGE = 4096;

/** A store on a file in which those pages are broken that match; the canvas `c` takes most of it. */
async function openBroken(isBroken: (page: Buffer, at: number) => boolean): Promise<Store> {
  const first = await open();
  await write(first, 'a');
  await first.submit({ scopes: ['directory', 'c'], fresh: ['c'], author, permit: () => {}, run: fill });
  await first.close();
  const store = await open();
  const file = join(folder, 'easel.db');
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at += PAGE) {
    const page = bytes.subarray(at, at + PAGE);
    if (isBroken(page, at / PAGE)) page.fill(0xee);
  }
  writeFileSync(file, bytes);
  return store;
}

function fill(tx: Transaction): void {
  tx.directory.insert(Place, { id: 'c', name: 'c', folder: '' });
  const scope = tx.scope('c');
  for (let at = 0; at < 50; at++) scope.insert(Note, note(`n${at}`, { text: 'x'.repeat(10_000) }));
}

describe('a broken page', () => {
  test('refuses who reads that canvas, is told with its id, and ends nothing', async () => {
    // Pages that hold nothing but a text of the canvas
    const store = await openBroken((page) => page.includes('x'.repeat(PAGE - 10)));
    for (let asked = 0; asked < 2; asked++) {
      const refusal = 'refused: Canvas c cannot be read; the log of the server says why';
      expect(await outcomeOf(store.load('c'))).toBe(refusal);
    }
    expect(unreadable).toEqual(['c: database disk image is malformed', 'c: database disk image is malformed']);
    expect([await write(store, 'b'), keys(store), fatal]).toEqual(['done: undefined', ['a', 'b'], []]);
    await store.close();
  });
});

describe('the process must end', () => {
  test('when the file is broken where it writes', async () => {
    const store = await openBroken((_, at) => at > 0);
    // Neither answered nor waited for: the process would be gone
    void write(store, 'b');
    await until(() => fatal.length > 0);
    expect(fatal[0]).toContain('malformed');
  });

  test('when a database thread dies, and what was under way is not answered', async () => {
    const threads = { writer: new DatabaseThread(mortalWorker()), reader: databaseThreads().reader };
    const store = await open({ threads });
    let answered = false;
    void write(store, 'a').finally(() => (answered = true));
    await until(() => fatal.length > 0);
    expect([fatal[0], answered, keys(store)]).toEqual(['the database thread ended', false, []]);
    await expect(threads.writer.call(1, 'scopes')).rejects.toThrow('the database thread ended');
  });
});

/** A database worker that dies of its first commit. */
function mortalWorker(): URL {
  const worker = new URL('../../../../dist/server/store/drivers/sqlite/worker.js', import.meta.url).href;
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
