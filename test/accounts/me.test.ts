import { expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { narrowed, needsScope } from '../kit/narrowed.ts';

const easel = useEasel({ people: ['ann'] });
const { ann } = easel.people;

const reads = ['', '/access-tokens', '/sessions'];
const notInteger = { status: 400, body: { msg: 'User ID me is not an integer' } };

test.each(reads)('GET /users/me%s is what it is with the id of the caller', async (path) => {
  for (const caller of [ann, easel.admin]) {
    const { status, text, headers } = await caller.get(`/users/me${path}`);
    const same = await caller.get(`/users/${caller.id}${path}`);
    expect([status, text, headers.etag]).toEqual([200, same.text, same.headers.etag]);
    expect((await caller.request('HEAD', `/users/me${path}`)).headers['content-length']).toBe(same.headers['content-length']);
  }
});

test('GET /users/me with a token of somebody, a cookie or a narrowed token is its user', async () => {
  const reader = await narrowed(easel, ann, { scopes: ['read'] });
  expect((await reader.get('/users/me')).body.id).toBe(ann.id);
  expect(await reader.get('/users/me/sessions')).toMatchObject(needsScope('admin'));
  const cookie = Buffer.from(JSON.stringify({ passport: { user: { token: ann.token } } })).toString('base64');
  expect((await easel.anonymous.get('/users/me', { cookie: `CanvusSession=${cookie}` })).body.id).toBe(ann.id);
});

test('GET /users/me/access-tokens/{id} is a token of the caller', async () => {
  const { tokenId } = await narrowed(easel, ann, {});
  expect((await ann.get(`/users/me/access-tokens/${tokenId}`)).body.id).toBe(tokenId);
  expect((await easel.admin.get(`/users/me/access-tokens/${tokenId}`)).status).toBe(404);
});

test('a stream of /users/me tells of changes of the caller', async () => {
  const stream = await ann.watch('/users/me');
  expect(await stream.next()).toMatchObject({ id: ann.id });
  await ann.patch(`/users/${ann.id}`, { name: 'Ann Other' });
  expect(await stream.next()).toMatchObject({ name: 'Ann Other' });
  stream.close();
  const tokens = await ann.watch('/users/me/access-tokens?changes=1');
  await tokens.next();
  const { tokenId } = await narrowed(easel, ann, {});
  expect(await tokens.next()).toMatchObject([{ id: tokenId }]);
  tokens.close();
});

test.each(reads)('GET /users/me%s without a valid credential is 401', async (path) => {
  expect(await easel.anonymous.get(`/users/me${path}`)).toMatchObject({ status: 401, body: { msg: 'Unauthorized' } });
  expect(await easel.as('nobody').get(`/users/me${path}`)).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
});

test('a write names whom it changes', async () => {
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/password'],
    ['POST', '/access-tokens'],
    ['DELETE', '/sessions'],
  ] as const) {
    expect(await easel.unchanged(() => easel.admin.request(method, `/users/me${path}`, {}))).toMatchObject(notInteger);
  }
});

test('no other word stands for the caller', async () => {
  for (const word of ['current', 'self', 'Me', 'me%20']) {
    expect((await easel.admin.get(`/users/${word}`)).status).toBe(400);
  }
});
