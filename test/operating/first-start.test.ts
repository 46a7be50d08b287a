import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { User } from '../../model/resources/accounts/user.ts';
import { kinds } from '../../model/resources/index.ts';
import { createPasswords } from '../../server/access/authentication/passwords.ts';
import { createEasel } from '../../server/app.ts';
import { createScheduler } from '../../server/scheduler.ts';
import { readSettings } from '../../server/settings.ts';
import { firstStart } from '../../server/start/first-start.ts';
import { secretFile } from '../../server/start/secret-file.ts';
import { openSqlite } from '../../server/store/drivers/sqlite/driver.ts';
import { openStore } from '../../server/store/open.ts';
import { fakeClock } from '../kit/clock.ts';
import { startEasel } from '../kit/easel.ts';
import { roomy } from '../store/bench.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-first-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const users = [
  { id: 100, name: 'Guest', email: '', admin: false, approved: true, blocked: false },
  { id: 1000, name: 'admin', email: 'admin@corp.example', admin: true, approved: true, blocked: false },
];

test('makes the Guest, the administrator, the group of all users, and homes below one root', async () => {
  const easel = await startEasel();
  expect((await easel.admin.get('/users')).body).toMatchObject(users);
  expect((await easel.admin.get('/groups')).body).toMatchObject([{ id: 1, name: 'All Users' }]);
  const folders = (await easel.admin.get('/canvas-folders')).body;
  const root = folders[0];
  expect(root).toMatchObject({ name: '', folder_id: '' });
  expect(folders.slice(1)).toMatchObject([
    { id: '100', name: 'Guest', folder_id: root.id },
    { id: 'trash.100', name: 'Trash', folder_id: '100' },
    { id: '1000', name: 'admin', folder_id: root.id },
    { id: 'trash.1000', name: 'Trash', folder_id: '1000' },
  ]);
  await easel.close();
});

/** Starts a server with these settings, and signs in; the kit signs in with the settings of the start. */
async function start(name: string, env: Record<string, string>) {
  const easel = await createEasel({
    settings: readSettings({ EASEL_PORT: '0', EASEL_DATA_DIR: join(folder, name), EASEL_SAMPLE_CANVAS: '0', ...env }),
    clock: fakeClock(),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    fatal: (cause) => {
      throw cause;
    },
    passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  });
  const site = await easel.http.listen();
  const url = `${site}/api/v1`;
  return {
    easel,
    session: async (): Promise<unknown> => (await fetch(`${site}/session`)).json(),
    info: async (): Promise<unknown> => (await fetch(`${url}/server-info`)).json(),
    login: async (email: string, password: string): Promise<number> =>
      (await fetch(`${url}/users/login`, { method: 'POST', body: JSON.stringify({ email, password }) })).status,
  };
}

test('is one commit, and a second start has nothing to make whatever its settings say', async () => {
  const mine = { EASEL_ADMIN_EMAIL: 'admin@corp.example', EASEL_ADMIN_PASSWORD: 'admin-password' };
  const first = await start('twice', mine);
  const info = await first.info();
  expect(first.easel.firstStart).toEqual({ email: 'admin@corp.example', generatedPassword: undefined });
  expect(first.easel.store.directory.revision).toBe(1);
  await first.easel.close();
  const second = await start('twice', { EASEL_ADMIN_EMAIL: 'other@corp.example', EASEL_ADMIN_PASSWORD: 'other-password' });
  expect(second.easel.firstStart).toBeUndefined();
  expect(await second.info()).toEqual(info);
  expect(await second.login('admin@corp.example', 'admin-password')).toBe(200);
  expect(await second.login('other@corp.example', 'other-password')).toBe(401);
  await second.easel.close();
});

test('generates a password when none is set', async () => {
  const { easel, login } = await start('generated', { EASEL_ADMIN_EMAIL: 'admin@corp.example' });
  const password = easel.firstStart!.generatedPassword!;
  expect(password.length).toBeGreaterThanOrEqual(16);
  expect(await login('admin@corp.example', password)).toBe(200);
  expect(readFileSync(easel.passwordFile.path, 'utf8')).toBe(`${password}\n`);
  await easel.close();
});

test('the page may say where the first password is, until the administrator has signed in', async () => {
  const { easel, session, login } = await start('never-signed-in', { EASEL_ADMIN_PASSWORD: 'admin-password' });
  expect(await session()).toMatchObject({ user: null, first_start: true });
  expect(await login('admin@localhost', 'wrong')).toBe(401);
  expect(await session()).toMatchObject({ first_start: true });
  expect(await login('admin@localhost', 'admin-password')).toBe(200);
  expect(await session()).toMatchObject({ first_start: false });
  await easel.close();
});

test('has a generated password on disk before the administrator, or makes none', async () => {
  const data = join(folder, 'unwritable');
  mkdirSync(join(data, 'admin-password'), { recursive: true });
  await expect(start('unwritable', {})).rejects.toThrow(/admin-password cannot be written/);
});

test('removes a password that an earlier start left when it makes the administrator with another', async () => {
  const data = join(folder, 'left');
  mkdirSync(data);
  writeFileSync(join(data, 'admin-password'), 'of a start that was killed\n');
  const { easel } = await start('left', { EASEL_ADMIN_PASSWORD: 'admin-password' });
  expect(existsSync(join(data, 'admin-password'))).toBe(false);
  await easel.close();
});

test('is made once when two nodes begin it at the same time', async () => {
  const fatal = (cause: unknown): never => {
    throw cause;
  };
  const clock = fakeClock();
  const scheduler = createScheduler();
  const driver = await openSqlite({ file: join(folder, 'raced.db'), fatal, now: clock.now, scheduler });
  const store = await openStore({ driver, kinds, clock, scheduler, memory: roomy, fatal });
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const kept = secretFile(join(folder, 'raced-password'));
  const made = await Promise.all(
    ['one@corp.example', 'two@corp.example'].map((adminEmail) =>
      firstStart(store, { adminEmail, adminPassword: 'admin-password' }, passwords, kept),
    ),
  );
  const [winner] = made.filter((one) => one !== undefined);
  expect(made.filter((one) => one === undefined)).toHaveLength(1);
  expect(store.directory.all(User).map(({ email }) => email)).toEqual(['', winner!.email]);
  await store.close();
});
