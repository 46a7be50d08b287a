import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../../test/kit/clock.ts';
import { describeOnPostgres, dropSchemas, newSchema, schemaUrl } from '../../../../test/kit/postgres-database.ts';
import { type TcpProxy, tcpProxy } from '../../../../test/kit/tcp-proxy.ts';
import { until } from '../../../../test/kit/until.ts';
import { createScheduler } from '../../../scheduler.ts';
import type { Commit, Driver, Row, ScopeCommit } from '../driver.ts';
import { type NodesDriver, openPostgres } from './driver.ts';
import { reasonOf } from './reasons.ts';

const row = (key: string, ordinal: number, shown = '{}'): Row => ({ key, kind: 'k', version: 1, ordinal, shown, hidden: null });

const scope = (id: string, revision: number, puts: readonly Row[] = [], more: Partial<ScopeCommit> = {}): ScopeCommit => ({
  id,
  revision,
  puts,
  compared: true,
  written: true,
  dead: false,
  deletes: [],
  assets: [],
  released: [],
  log: [puts],
  head: { modified_at: '2026-01-01T00:00:00.000Z', asset_size: 0 } as ScopeCommit['head'],
  ...more,
});

let commits = 0;
const commit = (...scopes: ScopeCommit[]): Commit => ({ id: `commit-${++commits}`, scopes, audit: [] });

/** The same, with this many audit entries. */
function audited(count: number, ...scopes: ScopeCommit[]): Commit {
  const line = { action: 'Tested', target_type: 'Test', target_id: null, target_name: '' };
  const entry = { ...line, created_at: '2026-01-01T00:00:00.000Z', author: { id: 7, name: 'Ann', ip: '10.0.0.1' } };
  return { ...commit(...scopes), audit: Array.from({ length: count }, () => entry) };
}

/** More rows than one statement takes. */
const many = Array.from({ length: 600 }, (_, at) => row(`k${at}`, at + 1));

/** Longer than locks of a silent node last, on a machine however busy, and shorter than a statement may take. */
const BOUND = 15_000;

await describeOnPostgres('the driver of PostgreSQL', () => {
  let schema: string;
  let pool: Pool;
  let fatal: unknown[];
  let said: string[];
  let opened: Driver[];
  beforeEach(() => {
    ({ schema, pool } = newSchema());
    fatal = [];
    said = [];
    opened = [];
  });
  afterEach(async () => {
    for (const driver of opened.splice(0)) await driver.close();
    expect(fatal).toEqual([]);
  });
  afterAll(dropSchemas);

  const open = async (url = schemaUrl(schema)): Promise<NodesDriver> => {
    const driver = await openPostgres({
      url,
      now: fakeClock().now,
      scheduler: createScheduler(),
      pause: (ms) => pause(ms),
      fatal: (cause) => fatal.push(cause),
      said: (text) => said.push(text),
    });
    opened.push(driver);
    return driver;
  };
  const is = async (driver: Driver, one: Commit): Promise<string> => (await driver.commit([one]))[0]!.is;
  const keys = async (driver: Driver, id: string): Promise<string[]> => {
    const found: string[] = [];
    await driver.load(id, (rows) => void found.push(...rows.map(({ key }) => key)));
    return found;
  };
  /** Ends every connection of the server on which a statement matches. */
  const kill = (statement: string): Promise<unknown> =>
    pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND application_name = 'easel' AND query LIKE $1`,
      [statement],
    );
  const waiting = async (): Promise<number> =>
    Number(
      (
        await pool.query(`SELECT count(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'
                              AND query LIKE '%commit_batch%'`)
      ).rows[0].count,
    );

  const lockedSessions = async (): Promise<number> =>
    (
      await pool.query(`SELECT FROM pg_stat_activity
                        WHERE application_name = 'easel' AND state = 'idle in transaction' AND query LIKE '%lock_scopes%'`)
    ).rowCount ?? 0;

  test('several nodes that start at the same moment make the tables once', async () => {
    await Promise.all([open(), open(), open()]);
    expect((await pool.query('SELECT number FROM migrations ORDER BY number')).rows.map(({ number }) => number)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  test('a database of a newer version is refused with one line, and left as it is', async () => {
    const driver = await open();
    await pool.query('INSERT INTO migrations (number) VALUES (1000)');
    await expect(open()).rejects.toThrow('the database was made by a newer version of Easel; start that version');
    await expect(driver.probe()).rejects.toThrow('another version of Easel has migrated the database');
  });

  test('why it cannot be opened is told in one line without the password', async () => {
    const at = (change: (url: URL) => void): Promise<string> => {
      const url = new URL(schemaUrl(schema));
      url.password = 'geheim';
      change(url);
      return open(url.href).then(String, reasonOf);
    };
    expect(await at((url) => (url.port = '1'))).toBe('nothing listens there (is PostgreSQL running?)');
    expect(await at((url) => (url.pathname = '/no_such_database'))).toBe('database "no_such_database" does not exist');
    expect(await at((url) => (url.username = 'nobody'))).toMatch('role "nobody" does not exist');
    expect(await at((url) => url.searchParams.set('schema', 'A"'))).toMatch('the name of its schema must be made of');
  });

  test('texts are kept byte for byte', async () => {
    const driver = await open();
    const shown = JSON.stringify({ text: 'a"\\\u0000\u2028😀\ud800{}\n', deep: '\\"' });
    const hidden = JSON.stringify({ secret: '"\\,{}NULL\u0001' });
    await driver.commit([commit(scope('a', 0, [row('x', 1, shown), { ...row('y', 2, 'ä'.repeat(5)), hidden }]))]);
    const found: Row[] = [];
    await driver.load('a', (rows) => void found.push(...rows));
    expect(found).toEqual([row('x', 1, shown), { ...row('y', 2, 'ä'.repeat(5)), hidden }]);
    expect((await driver.missed('a', 0)).commands).toEqual([{ revision: 1, command: found }]);
  });

  test('a text that the database cannot keep fails its own commit only', async () => {
    const driver = await open();
    const outcomes = await driver.commit([commit(scope('a', 0, [row('\0', 1)])), commit(scope('b', 0, [row('x', 1)]))]);
    expect(outcomes.map((one) => one.is)).toEqual(['failed', 'durable']);
    expect(await keys(driver, 'a')).toEqual([]);
  });

  test('of two nodes that make one scope, one is lost', async () => {
    const a = await open();
    const b = await open();
    const outcomes = await Promise.all([a, b].map((driver) => is(driver, commit(scope('directory', 0, [row('x', 1)])))));
    expect(outcomes.sort()).toEqual(['durable', 'lost']);
  });

  test('writers of overlapping scopes never wait in a circle, and each revision is made once', async () => {
    const drivers = await Promise.all(Array.from({ length: 4 }, () => open()));
    const ids = ['a', 'b', 'c', 'd'];
    await drivers[0]!.commit(ids.map((id) => commit(scope(id, 0))));
    let durable = 0;
    const write = async (driver: Driver, at: number): Promise<void> => {
      for (let turn = 0; turn < 25; turn++) {
        const some = [0, 1, 2].map((step) => ids[(at + turn * 3 + step * (1 + (turn % 3))) % 4]!);
        const mine = [...new Set(at % 2 === 0 ? some : some.reverse())];
        const revisions = await driver.revisions(mine);
        const outcome = await is(driver, commit(...mine.map((id, index) => scope(id, revisions[index]!, [row('x', 1)]))));
        expect(['durable', 'lost']).toContain(outcome);
        if (outcome === 'durable') durable += mine.length;
      }
    };
    await Promise.all([...drivers, ...drivers].map(write));
    const revisions = await drivers[0]!.revisions(ids);
    expect(revisions.reduce((sum, one) => sum + one, 0)).toBe(durable + ids.length);
  });

  test('a connection that is lost while its commit waits leaves the outcome unknown; it was not made, and never will be', async () => {
    const driver = await open();
    await driver.commit([commit(scope('a', 0))]);
    const blocker = await pool.connect();
    await blocker.query(`BEGIN; SELECT 1 FROM scopes WHERE id = 'a' FOR UPDATE`);
    const lost = commit(scope('a', 1, [row('x', 1)]));
    const outcome = is(driver, lost);
    await until(async () => (await waiting()) > 0);
    await kill('%commit_batch%');
    expect(await outcome).toBe('unknown');
    const found = driver.committed(lost.id, ['a']);
    await blocker.query('ROLLBACK');
    blocker.release();
    expect(await found).toBe(false);
    // The statement may have been on its way still
    expect(await is(driver, lost)).toBe('lost');
    expect([await keys(driver, 'a'), await driver.revisions(['a'])]).toEqual([[], [1]]);
  });

  test('a commit that was made is found by its id, also when others came behind it', async () => {
    const driver = await open();
    const one = commit(scope('a', 0, [row('x', 1)]));
    await driver.commit([one]);
    expect(await driver.committed(one.id, ['a'])).toBe(true);
    await driver.commit([commit(scope('a', 1))]);
    expect(await driver.committed(one.id, ['a'])).toBe(true);
    expect(await driver.committed('never made', ['a', 'not there'])).toBe(false);
  });

  test('the process ends when the database cannot say any more whether its commit was made', async () => {
    const driver = await open();
    await driver.commit([commit(scope('a', 0))]);
    const blocker = await pool.connect();
    await blocker.query(`BEGIN; SELECT 1 FROM scopes WHERE id = 'a' FOR UPDATE`);
    const lost = commit(scope('a', 1));
    const outcome = is(driver, lost);
    await until(async () => (await waiting()) > 0);
    await kill('%commit_batch%');
    await outcome;
    // Others went on, and their log is gone
    await blocker.query(`UPDATE scopes SET revision = 9; DELETE FROM log; COMMIT`);
    blocker.release();
    await expect(driver.committed(lost.id, ['a'])).rejects.toThrow('cut off for so long');
    expect(fatal.splice(0)).toHaveLength(1);
  });

  test('connections that were lost while nobody used them are replaced without a word', async () => {
    const driver = await open();
    await driver.commit([commit(scope('a', 0, [row('x', 1)]))]);
    await driver.revisions(['a']);
    await kill('%');
    expect([await driver.revisions(['a']), await keys(driver, 'a')]).toEqual([[1], ['x']]);
    expect(said).toEqual([]);
  });

  test('a scope that is locked keeps others waiting, those too that it makes; readers go on', async () => {
    const a = await open();
    const b = await open();
    let other: Promise<string> | undefined;
    const outcome = await a.commitLocked(['new', 'old'], async () => {
      other = is(b, commit(scope('new', 0)));
      await until(async () => (await waiting()) > 0);
      expect(await b.revisions(['new'])).toEqual([0]);
      return commit(scope('new', 0, [row('x', 1)]));
    });
    expect([outcome.is, await other]).toEqual(['durable', 'lost']);
  });

  test('a connection that is lost while scopes are locked costs nothing when there is nothing to commit', async () => {
    const driver = await open();
    const outcome = await driver.commitLocked(['a'], async () => {
      await pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()",
      );
      return undefined;
    });
    expect(outcome).toEqual({ is: 'durable' });
    expect(await is(driver, commit(scope('a', 0)))).toBe('durable');
  });

  test('nodes know of each other through their drivers', async () => {
    const a = await open();
    const b = await open();
    await a.registry.beat('a', 60_000);
    expect(await b.registry.beat('b', 60_000)).toEqual(['a', 'b']);
  });

  test('one node sweeps at a time', async () => {
    const a = await open();
    const b = await open();
    await a.commit([commit(scope('a', 0, [row('x', 1)]))]);
    await a.commit([commit(scope('a', 1, [], { dead: true }))]);
    await Promise.all([a.sweep(), b.sweep()]);
    expect((await pool.query('SELECT count(*) AS count FROM records')).rows).toEqual([{ count: 0 }]);
    // Nodes can ask for ten minutes how it died
    expect((await a.missed('a', 1)).row).toMatchObject({ dead: true, revision: 2 });
  });

  describe('a node that is cut off', () => {
    let proxy: TcpProxy;
    let cut: Driver;
    let other: Driver;
    beforeEach(async () => {
      const url = new URL(schemaUrl(schema));
      proxy = await tcpProxy(url.hostname, Number(url.port || 5432));
      other = await open();
      url.host = `127.0.0.1:${proxy.port}`;
      cut = await open(url.href);
    });
    afterEach(() => proxy.close());

    for (const [what, one] of [
      ['small', () => audited(3, scope('a', 0))],
      ['of many rows', () => audited(3, scope('a', 0, many))],
      ['of many entries', () => audited(150, scope('a', 0))],
    ] as const) {
      test(`while its commit (${what}) adds to the audit log keeps nobody waiting, and the commit is made`, async () => {
        const passed = proxy.blockBehind(/commit_batch|append_audit/);
        const mine = one();
        const outcome = is(cut, mine);
        await passed;
        const began = performance.now();
        expect(await is(other, audited(1, scope('b', 0)))).toBe('durable');
        await other.probe();
        expect(performance.now() - began).toBeLessThan(BOUND);
        await until(async () => (await other.revisions(['a']))[0] === 1);
        await proxy.cut();
        expect(await outcome).toBe('unknown');
      });
    }

    test('gives up what is under way once its database does not answer: reads are refused, and the outcome of a commit is unknown', async () => {
      expect(await is(cut, commit(scope('a', 0, [row('x', 1)])))).toBe('durable');
      expect(await keys(cut, 'a')).toEqual(['x']);
      const mine = commit(scope('a', 1, [row('y', 2)]));
      proxy.block();
      const began = performance.now();
      const under = [keys(cut, 'a').catch((cause) => cause), is(cut, mine)];
      await expect(cut.revisions(['a'])).rejects.toMatchObject({ status: 503 });
      expect(await Promise.all(under)).toMatchObject([{ status: 503 }, 'unknown']);
      expect(performance.now() - began).toBeLessThan(BOUND);
      await proxy.mend();
      expect(await cut.committed(mine.id, ['a'])).toBe(false);
      await until(async () => (await is(cut, commit(scope('a', 1, [row('z', 2)])))) === 'durable');
      expect(await keys(cut, 'a')).toEqual(['x', 'z']);
      await until(() => said.length === 2);
    });

    test('while it has scopes locked keeps others waiting for seconds only', async () => {
      let left: () => void = () => undefined;
      const locked = cut.commitLocked(['a'], async () => {
        proxy.block();
        await new Promise<void>((resolve) => {
          left = resolve;
        });
        return undefined;
      });
      locked.catch(() => undefined);
      await until(async () => (await lockedSessions()) > 0);
      const began = performance.now();
      const write = async (): Promise<string> => {
        const outcome = await is(other, commit(scope('a', 0)));
        return outcome === 'lost' ? write() : outcome;
      };
      expect(await write()).toBe('durable');
      expect(performance.now() - began).toBeLessThan(BOUND);
      await proxy.cut();
      left();
      await locked.catch(() => undefined);
    });
  });

  test('a node that works long on scopes that it has locked keeps them', async () => {
    const driver = await open();
    const slow = async (): Promise<Commit> => {
      // Longer than a silent one keeps them
      await pool.query('SELECT pg_sleep(4)');
      return audited(1, scope('a', 0, [row('x', 1)]));
    };
    expect((await driver.commitLocked(['a'], slow)).is).toBe('durable');
  });
});
