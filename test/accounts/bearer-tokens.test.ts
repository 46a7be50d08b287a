import { describe, expect, test } from 'vitest';
import type { Headers } from '../kit/client.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';

const easel = useEasel({ people: ['ann'] });
const { ann } = easel.people;

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const freshToken = async (): Promise<string> => (await easel.signIn(ann.email, ann.password)).token;

describe('Authorization: Bearer', () => {
  test('works like Private-Token, with temporary and permanent tokens, for reads, writes and files', async () => {
    const { body } = await ann.post(`/users/${ann.id}/access-tokens`, { name: 'robot' });
    const canvas = await easel.canvas(ann);
    const { hash } = await uploaded(easel, ann, `${canvas}/images`, svg());
    for (const token of [ann.token, body.plain_token]) {
      expect((await easel.anonymous.post(`${canvas}/notes`, { text: 'x' }, bearer(token))).status).toBe(200);
      const headers = { ...bearer(token), 'canvas-id': canvas.split('/')[2]! };
      for (const path of [`/assets/${hash}`, `/mipmaps/${hash}`]) {
        expect([path, (await easel.anonymous.get(path, headers)).status]).toEqual([path, 200]);
      }
    }
  });

  test('is looked at only where there is no Private-Token', async () => {
    expect((await ann.get('/users', bearer('wrong'))).status).toBe(200);
    expect((await easel.as('wrong').get('/users', bearer(ann.token))).status).toBe(401);
    expect((await easel.anonymous.get('/users', { ...bearer(ann.token), 'private-token': '' })).status).toBe(200);
  });

  test('that is wrong is refused with 401, other schemes are no credential, and a header says how to send one', async () => {
    await easel.unchanged(async () => {
      const said = async (authorization: string): Promise<unknown[]> => {
        const { status, text, headers } = await easel.anonymous.post('/canvases', {}, { authorization });
        return [status, text, headers['www-authenticate']];
      };
      expect(await said('Bearer wrong')).toEqual([
        401,
        '{"msg":"Invalid token"}',
        'Bearer realm="Easel", error="invalid_token", error_description="the token is unknown, expired or revoked"',
      ]);
      expect(await said(`Basic ${ann.token}`)).toEqual([
        401,
        '{"msg":"Unauthorized"}',
        'Bearer realm="Easel", error_description="send a token as Private-Token, or as Authorization: Bearer"',
      ]);
    });
  });

  test('opens streams, which end with the token', async () => {
    const token = await freshToken();
    const stream = await easel.anonymous.watch('/canvases', bearer(token));
    await stream.next();
    expect((await easel.anonymous.post('/users/logout', {}, bearer(token))).status).toBe(200);
    easel.clock.advance(250);
    expect(await stream.ended).toBe('clean');
    expect((await easel.anonymous.get('/canvases', bearer(token))).status).toBe(401);
  });

  test('beside a Private-Token is not the token that a logout ends', async () => {
    const own = await freshToken();
    const other = await freshToken();
    expect((await easel.as(own).post('/users/logout', {}, bearer(other))).status).toBe(200);
    expect((await easel.as(own).get('/users')).status).toBe(401);
    expect((await easel.as(other).get('/users')).status).toBe(200);
  });

  test('does not matter to a login', async () => {
    const credentials = { email: ann.email, password: ann.password };
    expect((await easel.anonymous.post('/users/login', credentials, bearer('wrong'))).status).toBe(200);
  });
});
