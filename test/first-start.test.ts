import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstStart } from '../server/access/first-start.ts';
import { createPasswords } from '../server/access/passwords.ts';
import { createEasel } from '../server/app.ts';
import { readSettings } from '../server/settings.ts';
import { fakeClock } from './kit/clock.ts';
import { startEasel } from './kit/easel.ts';

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

test('is one commit, and a second start has nothing to make whatever its settings say', async () => {
  const first = await startEasel({ folder });
  const info = (await first.anonymous.get('/server-info')).body;
  expect(first.server.firstStart).toEqual({ email: 'admin@corp.example', generatedPassword: undefined });
  await first.close();
  const second = await startEasel({ folder, env: { EASEL_ADMIN_EMAIL: 'other@corp.example', EASEL_ADMIN_PASSWORD: 'other-password' } });
  expect(second.server.firstStart).toBeUndefined();
  expect((await second.anonymous.get('/server-info')).body).toEqual(info);
  expect((await second.admin.get('/users')).body).toMatchObject(users);
  expect((await second.user()).id).toBe(1001);
  await second.close();
});

test('generates a password when none is set, and only one of several makes it', async () => {
  const own = join(folder, 'generated');
  const easel = await createEasel({
    settings: readSettings({ EASEL_PORT: '0', EASEL_DATA_DIR: own, EASEL_ADMIN_EMAIL: 'admin@corp.example' }),
    clock: fakeClock(),
    log: { info: () => undefined, error: () => undefined },
    fatal: (cause) => {
      throw cause;
    },
    passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  });
  const password = easel.firstStart!.generatedPassword!;
  expect(password.length).toBeGreaterThanOrEqual(16);
  const url = `${await easel.http.listen()}/api/v1/users/login`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ email: 'admin@corp.example', password }) });
  expect(answer.status).toBe(200);
  const again = () => firstStart(easel.store, { adminEmail: 'x@corp.example', adminPassword: '' }, createPasswords());
  expect(await Promise.all([again(), again()])).toEqual([undefined, undefined]);
  await easel.close();
});
