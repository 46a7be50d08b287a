import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { easel as command } from '../kit/command.ts';
import { startEasel, useEasel } from '../kit/easel.ts';
import { describeOnPostgres, dropSchemas, newSchema, schemaUrl } from '../kit/postgres-database.ts';

const easel = useEasel({ each: 'test' });

/** Ends the server, does something with its database file, and starts it again. */
const stopped = (work: (file: string) => unknown): Promise<void> => easel.restart(() => work(join(easel.folder, 'easel.db')));
const backUp = (): Promise<void> => stopped((file) => copyFileSync(file, `${file}.copy`));
const putBack = (file: string): void => {
  for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
  copyFileSync(`${file}.copy`, file);
};
const restored = (...options: string[]) => command(['restored', ...options].join(' '), { EASEL_DATA_DIR: easel.folder });
const headOf = (stream: { response: { headers: Record<string, unknown> } }) => stream.response.headers['easel-stream'];

test('a reader with a revision from before a restore gets everything, and is not told that nothing changed', async () => {
  const canvas = await easel.canvas();
  const { id } = (await easel.admin.post(`${canvas}/notes`, { text: 'in the backup' })).body;
  await backUp();
  await easel.admin.patch(`${canvas}/notes/${id}`, { text: 'after the backup' });
  const before = await easel.admin.watch(`${canvas}/notes?changes=1`);
  const from = before.response.headers['easel-revision'];
  before.close();
  await stopped(async (file) => {
    putBack(file);
    expect(await restored()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Now start the server.') });
  });
  const { admin } = easel;
  await admin.patch(`${canvas}/notes/${id}`, { text: 'instead' });
  const stream = await admin.watch(`${canvas}/notes?changes=1&from=${from}`);
  expect(headOf(stream)).toBe('whole');
  expect(await stream.next()).toMatchObject([{ id, text: 'instead' }]);
});

test('sign-ins and waiting mails of the backup are gone, permanent tokens stay, no number is given again, and the log has an entry', async () => {
  const { plain_token } = (await easel.admin.post('/users/1000/access-tokens', { name: 'robot' })).body;
  const last = (await easel.user({ name: 'in the backup' })).id;
  await backUp();
  const before = easel.as(easel.admin.token);
  await easel.user({ name: 'after the backup' });
  await stopped(async (file) => {
    putBack(file);
    expect((await restored()).out).toMatch(/The revisions of \d+ scopes rose; [1-9]\d* sign-ins and \d+ mails/);
  });
  expect((await before.get('/users')).status).toBe(401);
  const robot = easel.as(plain_token);
  expect((await robot.get('/users')).status).toBe(200);
  const made = await robot.post('/users', { name: 'new', email: 'new@corp.example', password: 'a-first-password' });
  expect(made.body.id).toBe(last + 10_001);
  const [entry] = (await robot.get('/audit-log?action=server%20restored')).body;
  expect(entry).toMatchObject({ author_name: 'easel restored', target_type: 'server' });
});

test('sign-ins stay with --keep-sign-ins', async () => {
  const before = easel.as(easel.admin.token);
  await stopped(async () => expect((await restored('--keep-sign-ins')).code).toBe(0));
  expect((await before.get('/users')).status).toBe(200);
});

test('easel restored is refused while the server runs, and changes nothing', () =>
  easel.unchanged(async () => {
    expect(await restored()).toMatchObject({ code: 1, out: '', err: expect.stringContaining('a server is running on') });
    expect((await easel.admin.get('/users')).status).toBe(200);
  }));

await describeOnPostgres('on PostgreSQL', () => {
  afterAll(dropSchemas);

  test('a restore is settled when no server runs any more; a lost password is replaced beside one that runs', async () => {
    const env = { EASEL_DATABASE_URL: schemaUrl(newSchema().schema) };
    const node = await startEasel({ env });
    const canvas = await node.canvas();
    const stream = await node.admin.watch(`${canvas}/notes?changes=1`);
    const from = Number(stream.response.headers['easel-revision']);
    stream.close();
    expect(await command('restored', env)).toMatchObject({ code: 1, err: expect.stringMatching(/1 server runs on postgres:/) });
    const reset = `user reset-password ${node.admin.email} --stdin`;
    expect(await command(reset, env, 'another password')).toMatchObject({ code: 0 });
    expect((await node.admin.get('/users')).status).toBe(401);
    const signIn = (password: string) => node.anonymous.post('/users/login', { email: node.admin.email, password });
    expect((await signIn('another password')).status).toBe(200);
    await node.restart(async () => {
      expect(await command('restored', env)).toMatchObject({ code: 0, err: '' });
      await command(reset, env, node.admin.password);
    });
    const again = await node.admin.watch(`${canvas}/notes?changes=1&from=${from}`);
    expect([headOf(again), Number(again.response.headers['easel-revision'])]).toEqual(['whole', from + 2 ** 24]);
    await node.close();
  });
});
