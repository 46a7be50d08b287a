import { afterEach, describe, expect, it } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import { canvas, type Dummy, startDummy } from '../../test/http/dummy-server.ts';
import { ask, request } from '../../test/http/raw-connection.ts';

let dummy: Dummy;
afterEach(() => dummy.close());

/** Resolves after an answer that has nothing to do with the others, so that by then they were all looked at. */
const turn = async (): Promise<void> => {
  const answer = await ask(dummy.port, request('GET /api/docs'));
  expect(answer.status).toBe(200);
};

describe('with several processes', () => {
  it.each([
    ['a route without a scope', request('GET /api/v1/users/1004'), 200],
    ['a route with a scope', request(`GET /api/v1/canvases/${canvas}`), 200],
    ['a list', request(`GET /api/v1/canvases/${canvas}/notes`), 200],
    ['a write', request('POST /api/v1/canvases', {}, '{}'), 200],
    ['a token that is not known', request('GET /api/v1/users/1004', { 'Private-Token': 'other' }), 401],
    ['a route that needs no credential', request('GET /api/v1/server-info'), 200],
  ])('nobody is known to %s before the barrier', async (_, bytes, status) => {
    dummy = await startDummy({ barrier: true });
    const answer = ask(dummy.port, bytes);
    await turn();
    const before = dummy.credentials.filter(({ token }) => token !== undefined).length;
    expect(before).toBe(0);
    dummy.pass();
    expect((await answer).status).toBe(status);
  });

  it('a barrier that cannot be passed is a refusal, and no caller is identified', async () => {
    dummy = await startDummy({ barrier: true });
    const answer = ask(dummy.port, request('GET /api/v1/users/1004'));
    await turn();
    dummy.pass(refuse.unavailable());
    const { status, headers } = await answer;
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect(dummy.credentials.filter(({ token }) => token !== undefined)).toEqual([]);
  });
});

it('with one process there is no barrier to wait for', async () => {
  dummy = await startDummy();
  await ask(dummy.port, request('GET /api/v1/users/1004'));
  expect(dummy.credentials).toEqual([{ token: 'sam' }]);
});
