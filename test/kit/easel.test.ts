import { expect, it } from 'vitest';
import { startEasel } from './easel.ts';

it('starts a server, signs in, and ends it', async () => {
  const easel = await startEasel();
  const sam = await easel.user({ name: 'Sam Rivers' });
  expect((await sam.get('/users')).body.map((user: { name: string }) => user.name)).toEqual(['Guest', 'admin', 'Sam Rivers']);
  const users = await easel.admin.watch('/users');
  expect((await users.next()).length).toBe(3);
  expect((await easel.unchanged(() => sam.post('/users', {}))).status).toBe(403);
  await easel.close();
  expect(await users.ended).toBe('clean');
});
