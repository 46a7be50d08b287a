import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { TRIMMED } from '../server/store/audit/chain.ts';
import { openDatabase } from '../server/store/drivers/sqlite/engine.ts';
import { writeAudit } from '../test/kit/audited.ts';
import { easel as command } from '../test/kit/command.ts';
import { type Caller, type Easel, startEasel } from '../test/kit/easel.ts';
import { uploaded } from '../test/kit/files.ts';
import { fullCanvas } from '../test/kit/full-canvas.ts';
import { describeOnPostgres, schemaUrl } from '../test/kit/postgres-database.ts';
import { type PostgresSchema, postgresSchema } from '../test/kit/postgres-schema.ts';
import { S3Fault } from '../test/kit/s3/objects.ts';
import { S3Server } from '../test/kit/s3/s3-server.ts';
import { picture } from '../test/kit/samples.ts';
import { runCommand } from './commands.ts';
import { moveDatabase } from './migrate/database.ts';
import { openSource } from './migrate/source.ts';

await describeOnPostgres('easel migrate', () => {
  let original: string;
  let before: Seen;
  let token: string;
  let file: string;
  beforeAll(async () => {
    original = mkdtempSync(join(tmpdir(), 'easel-migrate-'));
    const easel = await startEasel({ folder: original });
    ({ token, file } = await fill(easel));
    before = await everything(easel);
    await easel.close();
    const database = openDatabase(join(original, 'easel.db'));
    database.exec(`INSERT INTO scopes (no, id, revision, head, dead, commit_id) VALUES (999, 'deleted', 3, '{}', 1, 'x');
      INSERT INTO records VALUES ((999 << 35) | 1, 'on its way out', 'Note', 1, '{}', NULL)`);
    database.close();
  }, 120_000);
  afterAll(() => rmSync(original, { recursive: true, force: true }));

  let folder: string;
  let schema: PostgresSchema;
  let to: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'easel-migrate-'));
    cpSync(original, folder, { recursive: true });
    schema = await postgresSchema();
    to = schemaUrl(schema.name);
  });
  afterEach(async () => {
    await schema.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const migrate = (address = to) => command(`migrate --to ${address}`, { EASEL_DATA_DIR: folder });
  const all = async (sql: string) => (await schema.pool().query(sql)).rows;

  /** Copies until the n-th portion, at which the process ends. */
  const endAt = async (portion: number): Promise<void> => {
    const source = openSource(join(folder, 'easel.db'));
    let portions = 0;
    const step = (): void => {
      if (++portions === portion) throw new Error('killed');
    };
    await expect(moveDatabase(source, to, { step, tell: () => undefined })).rejects.toThrow('killed');
    source.close();
  };

  const onNew = (work: (easel: Easel) => Promise<void>) => withServer({ folder, env: { EASEL_DATABASE_URL: to } }, work);

  test('moves everything that a server has, and leaves the old folder as it was', async () => {
    const old = hashesOf(folder);
    const { code, out, err } = await migrate();
    expect([code, err]).toEqual([0, 'easel: everything is copied; now both sides are compared\n']);
    expect(out).toMatch(/has all \d+ records and \d+ entries of the audit log, compared one by one/);
    expect(out).toContain(`  EASEL_DATABASE_URL=${to}\nNothing in ${folder} was changed`);
    expect(hashesOf(folder)).toEqual(old);
    expect(await all('SELECT id, revision FROM scopes WHERE dead')).toEqual([{ id: 'deleted', revision: '3' }]);
    expect(await all("SELECT key FROM records WHERE key = 'on its way out'")).toEqual([]);
    expect((await all('SELECT again FROM released_files')).map(({ again }) => JSON.parse(again).file.width)).toEqual([77]);
    await onNew(async (easel) => {
      expect(await everything(easel)).toEqual(before);
      expect((await easel.as(token).get('/canvases')).status).toBe(200);
      expect((await easel.admin.get(file)).status).toBe(200);
      expect((await easel.admin.post('/canvases', {})).status).toBe(200);
    });
  });

  test('goes on where it was, whenever it was ended, and no server starts meanwhile', async () => {
    for (const portion of [2, 8]) await endAt(portion);
    await expect(onNew(async () => undefined)).rejects.toThrow('easel migrate has not filled it to the end');
    const { code, err } = await migrate();
    expect([code, err]).toEqual([0, expect.stringMatching(/^easel: [1-9]\d* of \d+ canvases are there already/)]);
    await onNew(async (easel) => expect(await everything(easel)).toEqual(before));
  });

  test('takes along what was written after it was ended for the first time', async () => {
    await endAt(6);
    let changed: Seen = {};
    await withServer({ folder }, async (easel) => {
      const [one, other] = (await easel.admin.get('/canvases')).body;
      await easel.admin.post(`/canvases/${one.id}/notes`, { text: 'later' });
      await easel.admin.delete(`/canvases/${other.id}`);
      await easel.canvas();
      changed = await everything(easel);
    });
    expect((await migrate()).code).toBe(0);
    await onNew(async (easel) => expect(await everything(easel)).toEqual({ ...changed, audit: expect.anything() }));
  });

  test('finds what is not the same on both sides, and lets no server start on it', async () => {
    const source = openSource(join(folder, 'easel.db'));
    const tell = (): void => {
      throw new Error('killed');
    };
    await expect(moveDatabase(source, to, { step: () => undefined, tell })).rejects.toThrow('killed');
    source.close();
    await all("UPDATE records SET hidden = '{}' WHERE ctid IN (SELECT ctid FROM records WHERE kind = 'Note' LIMIT 1)");
    expect(await migrate()).toMatchObject({ code: 1, err: expect.stringContaining('is not the same on both sides') });
    await expect(onNew(async () => undefined)).rejects.toThrow('easel migrate has not filled it to the end');
  });

  test('refuses a running server, a database that is not empty or is of another one, and what cannot be used', async () => {
    const refusal = async (address = to) => {
      const { code, out, err } = await migrate(address);
      expect([code, out, err.split('\n').length]).toEqual([1, '', 2]);
      return err;
    };
    await withServer({ folder }, async () => expect(await refusal()).toContain('stop it first'));
    await endAt(2);
    const [{ server }] = await all('SELECT server FROM moving');
    await all(`UPDATE moving SET server = '${randomUUID()}'`);
    expect(await refusal()).toContain('half-done migration of another server');
    await all(`UPDATE moving SET server = '${server}'`);
    expect((await migrate()).code).toBe(0);
    expect(await refusal()).toContain('it is not empty');
    expect(await refusal('postgres://nobody:secret@127.0.0.1:1/x')).toMatch(
      /postgres:\/\/127.0.0.1:1\/x cannot be used(?!.*secret)/,
    );
    for (const address of ['sqlite:', 'secret', 'postgres://u:secret@host'])
      expect(await refusal(address)).not.toContain('secret');
    expect((await command('migrate', { EASEL_DATA_DIR: folder })).err).toMatch(
      /^easel: say where to: --to postgres:.* or --assets s3:/,
    );
    expect((await command('migrate', { EASEL_DATA_DIR: folder, EASEL_DATABASE_URL: to })).err).toContain('it is not empty');
    rmSync(join(folder, 'easel.db'));
    expect(await refusal()).toContain('there is no database');
  });

  test('moves files to a bucket, goes on when some are there, and refuses what belongs to another server or is damaged', async () => {
    const s3 = await new S3Server().start();
    const env = { EASEL_DATA_DIR: folder, ...s3.env(), EASEL_ASSETS_URL: 'file:' };
    const url = s3.env('walls').EASEL_ASSETS_URL!;
    const move = (more = '') => command(`migrate --assets ${url} ${more}`, env);
    const files = readdirSync(join(folder, 'assets'), { recursive: true, withFileTypes: true }).filter((one) =>
      /^[\da-f]{64}$/.test(one.name),
    );
    const old = hashesOf(folder);
    let puts = 0;
    s3.before = ({ method, key }) => {
      if (method === 'PUT' && key.startsWith('walls/bytes/') && ++puts > 2) throw new S3Fault(403, 'AccessDenied');
    };
    expect((await move()).code).toBe(1);
    s3.before = () => undefined;
    const { code, out } = await move(`--to ${to}`);
    const [, all, now] = /has (\d+) files, (\d+) of them copied now/.exec(out)!.map(Number);
    expect([code, all]).toEqual([0, files.length]);
    expect(now).toBeLessThan(all!);
    expect(out).toContain(`  EASEL_ASSETS_URL=${url}`);
    expect(hashesOf(folder)).toEqual(old);
    const elsewhere = mkdtempSync(join(tmpdir(), 'easel-migrate-'));
    const both = { ...s3.env('walls'), EASEL_DATABASE_URL: to };
    await withServer({ folder: elsewhere, env: both }, async (easel) => {
      expect(await everything(easel)).toEqual(before);
      expect((await easel.admin.get(file)).status).toBe(200);
    });
    rmSync(elsewhere, { recursive: true });
    const owner = s3.objects.names().find((name) => name.endsWith('server-id'))!;
    s3.objects.put(owner, Buffer.from('another'));
    expect((await move()).err).toContain('holds files of the server another: name another bucket or prefix');
    const [first] = files;
    writeFileSync(join(first!.parentPath, first!.name), 'damaged');
    const fresh = s3.env('fresh').EASEL_ASSETS_URL!;
    expect((await command(`migrate --assets ${fresh}`, env)).err).toContain(`${first!.name} is damaged`);
    rmSync(join(first!.parentPath, first!.name));
    expect((await command(`migrate --assets ${fresh}`, env)).out).toContain(
      `The file ${first!.name} was not in the folder any more`,
    );
    await s3.close();
  });

  test('ends at Ctrl-C with a line that says how to go on', async () => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const terminal = {
      env: { EASEL_DATA_DIR: folder },
      out: print,
      err: print,
      read: async () => '',
      interrupted: (run: () => void) => run(),
    };
    expect([await runCommand(['migrate', '--to', to], terminal), lines]).toEqual([
      1,
      ['easel: stopped; the same command goes on from here'],
    ]);
  });

  test('needs the schema of this version, because it changes nothing in the old folder', async () => {
    const database = openDatabase(join(folder, 'easel.db'));
    database.exec('PRAGMA user_version = 1');
    database.close();
    expect((await migrate()).err).toContain('is of another version of Easel: start the server of this version on it once');
  });
});

type Seen = Record<string, unknown>;

/** A server with everything in it. Returns a token of a person, and the path of a file. */
async function fill(easel: Easel): Promise<{ token: string; file: string }> {
  const ann = await easel.user({ name: 'Änn 😀' });
  const gone = await easel.user({ name: 'gone' });
  const canvas = await fullCanvas(easel, easel.admin, { name: 'full "of" \\ everything \u2028' });
  for (let at = 0; at < 3; at++) await fullCanvas(easel, ann);
  await easel.canvas(ann);
  for (const path of [await easel.canvas(gone), await easel.canvas(easel.admin)]) await easel.admin.delete(path);
  await easel.admin.delete(`/users/${gone.id}`);
  await easel.admin.post('/groups', { name: 'all' });
  await easel.admin.patch('/server-config', { server_name: 'moved' });
  await trim(easel);
  const [image] = (await easel.admin.get(`${canvas}/images`)).body;
  const released = await uploaded(easel, easel.admin, `${canvas}/images`, await picture('png', 77, 78));
  await easel.admin.delete(`${canvas}/images/${released.id}`);
  return { token: (ann as unknown as { token: string }).token, file: `${canvas}/images/${image.id}/download` };
}

/** Removes old entries, like retention. */
async function trim(easel: Easel): Promise<void> {
  const { id, hash } = easel.audit()[2] as { id: number; hash: string };
  const author = { id: null, name: '', ip: '' };
  const details = { up_to_id: id, up_to_hash: hash };
  await easel.server.store.audit.remove(
    { id, hash },
    () => writeAudit(easel, author, [{ ...TRIMMED, details }]),
    () => false,
  );
}

/** Every list of a server, and of its canvases and their content. */
async function everything({ admin }: Easel): Promise<Seen> {
  const seen: Seen = {};
  const read = async (who: Caller, path: string): Promise<{ id: string }[]> => {
    const { status, body } = await who.get(path);
    seen[path] = [status, body];
    return body;
  };
  for (const path of ['server-config', 'groups', 'canvas-folders', 'canvas-templates']) await read(admin, `/${path}`);
  for (const { id } of await read(admin, '/users')) await read(admin, `/users/${id}/access-tokens`);
  for (const { id } of await read(admin, '/canvases')) {
    for (const path of ['', '/widgets?annotations=1', '/background', '/color-presets', '/uploads-folder', '/permissions'])
      await read(admin, `/canvases/${id}${path}`);
  }
  // Each start of the kit signs in
  const log = (await admin.get('/audit-log?per_page=1000')).body as { action: string }[];
  seen.audit = log.slice(log.findIndex(({ action }) => action !== 'Login'));
  return seen;
}

async function withServer(options: Parameters<typeof startEasel>[0], work: (easel: Easel) => Promise<void>): Promise<void> {
  const easel = await startEasel(options);
  try {
    await work(easel);
  } finally {
    await easel.close();
  }
}

/** Hashes all files that hold data. */
const hashesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.lock|-shm|-wal/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
