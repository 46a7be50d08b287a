import { beforeAll, beforeEach, expect, test } from 'vitest';
import { unboundedAttempts } from '../kit/attempts.ts';
import { type Person, useEasel } from '../kit/easel.ts';

// A flood that is bounded is another test
const easel = useEasel({ env: unboundedAttempts });
let sam: Person;
let read: number;
beforeAll(async () => {
  sam = await easel.user({ name: 'Sam', email: 'sam@corp.example' });
});
beforeEach(() => {
  read = easel.audit().length;
});

/** The lines that this test logged: author, action, target, details. */
const logged = (): string[] =>
  easel
    .audit()
    .slice(read)
    .map(({ author_id, action, target_type, target_id, target_name, details }) =>
      [author_id, action, target_type, target_id, target_name, details].join(' | '),
    );

test('signing in and out', async () => {
  const { body } = await easel.anonymous.post('/users/login', { email: 'SAM@corp.example', password: sam.password });
  await easel.as(body.token).post('/users/logout');
  expect(logged()).toEqual([`${sam.id} | Login | user | ${sam.id} | Sam | `, `${sam.id} | Logout | user | ${sam.id} | Sam | `]);
});

test('a failed login says which account if there is one, and never what was tried with it', async () => {
  easel.clock.advance(1000);
  await easel.anonymous.post('/users/login', { email: 'sam@corp.example', password: 'tried-password' });
  await easel.anonymous.post('/users/login', { email: 'nobody@corp.example', password: 'tried-password' });
  await easel.anonymous.post('/users/login', { token: 'tried-token' });
  await easel.anonymous.post('/users/login', { email: `${'x'.repeat(10_000)}@corp.example`, password: 'tried-password' });
  const lines = logged();
  expect(lines.slice(0, 3)).toEqual([
    ` | Login failed | user | ${sam.id} | Sam | {"email":"sam@corp.example"}`,
    ' | Login failed | user |  |  | {"email":"nobody@corp.example"}',
    ' | Login failed | user |  |  | {}',
  ]);
  expect(lines[3]!.length).toBeLessThan(400);
  expect(lines.join()).not.toContain('tried');
  expect(easel.audit().at(-1)).toMatchObject({ author_id: null, author_name: '', target_id: null, ip_address: '127.0.0.1' });
});

test('ten failed logins a second are written, and the next entry counts the others', async () => {
  easel.clock.advance(1000);
  const tried = { email: 'nobody@corp.example', password: 'tried-password' };
  const answers = await Promise.all(Array.from({ length: 25 }, () => easel.anonymous.post('/users/login', tried)));
  expect(answers.every(({ status }) => status === 401)).toBe(true);
  expect(logged()).toHaveLength(10);
  easel.clock.advance(1000);
  await easel.anonymous.post('/users/login', tried);
  expect(logged().at(-1)).toContain('{"email":"nobody@corp.example","more_failures":15}');
});

test('the life of a user, one entry for each change', async () => {
  const { id } = (await easel.admin.post('/users', { email: 'life@corp.example', name: 'Life', approved: false })).body;
  const path = `/users/${id}`;
  await easel.admin.post(`${path}/approve`);
  await easel.admin.post(`${path}/block`);
  await easel.admin.post(`${path}/unblock`);
  await easel.admin.patch(path, { name: 'Live', password: 'a-new-password' });
  await easel.admin.post(`${path}/password`, { new_password: 'a-newer-password' });
  await easel.admin.delete(path);
  expect(logged()).toEqual(
    [
      'User created | Life | ',
      'User approved | Life | ',
      'User blocked | Life | ',
      'User unblocked | Life | ',
      'User updated | Live | {"changed":["name"]}',
      'Password changed | Live | ',
      'Password changed | Live | ',
      'User deleted | Live | ',
    ].map((line) => {
      const [action, name, details] = line.split(' | ');
      return `1000 | ${action} | user | ${id} | ${name} | ${details}`;
    }),
  );
});

test('groups and their members; records deleted with a group or a user have no line of their own', async () => {
  const { id } = (await easel.admin.post('/groups', { name: 'Sales' })).body;
  const path = `/groups/${id}`;
  await easel.admin.patch(path, { name: 'Sellers' });
  await easel.admin.post(`${path}/members`, { id: sam.id });
  await easel.admin.delete(`${path}/members/${sam.id}`);
  await easel.admin.post(`${path}/members`, { id: sam.id });
  await easel.admin.delete(path);
  expect(logged()).toEqual([
    `1000 | Group created | group | ${id} | Sales | `,
    `1000 | Group updated | group | ${id} | Sellers | `,
    `1000 | Group member added | group | ${id} | Sellers | {"user_id":${sam.id}}`,
    `1000 | Group member removed | group | ${id} | Sellers | {"user_id":${sam.id}}`,
    `1000 | Group member added | group | ${id} | Sellers | {"user_id":${sam.id}}`,
    `1000 | Group deleted | group | ${id} | Sellers | `,
  ]);
});

test('access tokens, without their secret', async () => {
  const { body } = await sam.post(`/users/${sam.id}/access-tokens`, { name: 'robot' });
  await sam.patch(`/users/${sam.id}/access-tokens/${body.id}`, { name: 'android' });
  await easel.admin.delete(`/users/${sam.id}/access-tokens/${body.id}`);
  const line = (author: number, action: string, name: string) =>
    `${author} | Access token ${action} | access_token | ${body.id} | ${name} | {"user_id":${sam.id}}`;
  expect(logged()).toEqual([
    line(sam.id, 'created', 'robot'),
    line(sam.id, 'updated', 'android'),
    line(1000, 'deleted', 'android'),
  ]);
  expect(JSON.stringify(easel.audit())).not.toContain(body.plain_token);
});

test('reads, writes that change nothing and refused requests are not logged', async () => {
  await sam.get('/users');
  await easel.admin.post(`/users/${sam.id}/approve`);
  await easel.admin.patch(`/users/${sam.id}`, { name: 'Sam' });
  await sam.post('/groups', { name: 'x' });
  await easel.admin.post('/groups', {});
  await easel.admin.delete('/users/1000');
  await easel.admin.post('/users', { email: 'sam@corp.example', name: 'x' });
  await easel.anonymous.post('/users/login', {});
  await easel.as('nobody').get('/users');
  expect(logged()).toEqual([]);
});
