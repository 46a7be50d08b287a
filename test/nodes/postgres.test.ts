import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createEasel, type Easel as Server } from '../../server/app.ts';
import { systemClock } from '../../server/clock.ts';
import { readSettings } from '../../server/settings.ts';
import { databaseThreads } from '../kit/database-threads.ts';
import { startEasel } from '../kit/easel.ts';
import { describeOnPostgres, dropSchemas, newSchema, schemaUrl } from '../kit/postgres-database.ts';
import { until } from '../kit/until.ts';

await describeOnPostgres('a server on PostgreSQL', () => {
  const folders: string[] = [];
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  afterAll(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true });
    await dropSchemas();
  });

  /** A server with a data folder of its own. */
  async function start(EASEL_DATABASE_URL: string): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'easel-postgres-'));
    folders.push(folder);
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const server = await createEasel({
      settings: readSettings({ EASEL_DATA_DIR: folder, EASEL_PORT: '0', EASEL_ADMIN_EMAIL: 'a@b.example', EASEL_DATABASE_URL }),
      clock: systemClock,
      log,
      fatal: (cause) => expect.fail(String(cause)),
      threads: databaseThreads(),
      passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    });
    servers.push(server);
    return server;
  }

  test('several that start for the first time at the same moment make what is built in once', async () => {
    const { schema } = newSchema();
    const all = await Promise.all([1, 2, 3].map(() => start(schemaUrl(schema))));
    expect(all.filter(({ firstStart }) => firstStart !== undefined)).toHaveLength(1);
    const users = await Promise.all(all.map(async ({ store }) => (await store.load('directory')).list('users').pages().join()));
    expect(new Set(users).size).toBe(1);
  });

  test('what one writes the others show at once', async () => {
    const { schema } = newSchema();
    const env = { EASEL_DATABASE_URL: schemaUrl(schema) };
    const a = await startEasel({ env });
    const b = await startEasel({ env });
    const canvas = await a.canvas();
    const { id } = (await a.admin.post(`${canvas}/notes`, { text: 'one' })).body;
    expect((await b.admin.get(`${canvas}/notes/${id}`)).body.text).toBe('one');
    await b.admin.patch(`${canvas}/notes/${id}`, { text: 'two' });
    expect((await a.admin.get(`${canvas}/notes`)).body).toMatchObject([{ id, text: 'two' }]);
    // Each has its files in a folder of its own, and says so
    for (const { errors } of [a, b]) {
      expect(errors.splice(0).filter((line) => !JSON.stringify(line).includes('EASEL_ASSETS_URL'))).toEqual([]);
    }
    await Promise.all([a.close(), b.close()]);
  });

  test('requests go on when connections are lost in the midst of their work', async () => {
    const { schema, pool } = newSchema();
    const easel = await startEasel({ env: { EASEL_DATABASE_URL: schemaUrl(schema) }, clock: systemClock as never });
    const canvas = await easel.canvas();
    const statuses = new Set<number>();
    let killed = 0;
    let isOver = false;
    const killing = until(async () => {
      const { rowCount } = await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity, pg_namespace
         WHERE application_name = 'easel' AND pid <> pg_backend_pid() AND nspname = current_schema()
         AND query ILIKE '%commit_batch%' AND pid IN (SELECT pid FROM pg_locks WHERE relation = 'scopes'::regclass)`,
      );
      killed += rowCount ?? 0;
      return isOver;
    });
    const made: string[] = [];
    const write = async (at: number): Promise<void> => {
      for (let turn = 0; turn < 30; turn++) {
        const { status } = await easel.admin.post(`${canvas}/notes`, { text: `${at}.${turn}` });
        statuses.add(status);
        if (status === 200) made.push(`${at}.${turn}`);
      }
    };
    await Promise.all([0, 1, 2, 3].map(write));
    isOver = true;
    await killing;
    const texts = (await easel.admin.get(`${canvas}/notes`)).body.map(({ text }: { text: string }) => text);
    expect(killed).toBeGreaterThan(0);
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    // Each that was acknowledged is there, once
    expect(texts.toSorted()).toEqual(made.toSorted());
    easel.errors.length = 0;
    await easel.close();
  });

  test('one line says why it cannot start, without the password', async () => {
    const url = new URL(schemaUrl(newSchema().schema));
    url.password = 'geheim';
    url.pathname = '/no_such_database';
    const [host, schema] = [url.host, url.searchParams.get('schema')];
    await expect(start(url.href)).rejects.toThrow(
      new Error(
        `the database postgres://${host}/no_such_database?schema=${schema} cannot be opened: database "no_such_database" does not exist`,
      ),
    );
  });
});
