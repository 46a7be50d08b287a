import { beforeAll, expect, test } from 'vitest';
import type { Route } from '../../server/http/routing/route.ts';
import { needs } from '../access/needs.ts';
import { type Caller, useEasel } from '../kit/easel.ts';
import { issuer } from '../kit/licences.ts';
import { NOWHERE } from '../kit/places.ts';

/** A server whose licence has expired, and every route of it (interface/auth 9). */
const { publicKey, issue } = issuer();
const easel = useEasel({ people: ['ann', 'bob'], env: { EASEL_LICENSE_PUBLIC_KEY: publicKey } });
const { ann, bob } = easel.people;
beforeAll(async () => {
  easel.clock.advance(12 * 3600 * 1000);
  for (const person of [easel.admin, ann, bob]) Object.assign(person, await easel.signIn(person.email, person.password));
  await easel.admin.post('/license', { license: issue({ valid_until: '2026-01-01' }) });
  await easel.admin.post(`/users/${bob.id}/block`);
  easel.clock.setDate(Date.UTC(2026, 0, 2));
  // What was open has ended, and what the server notes of it is written
  easel.clock.advance(1_000);
  await easel.admin.post('/groups', { name: 'Designers' });
});

const isInScope = ({ path }: Pick<Route, 'path'>): boolean =>
  /^\/(canvases|canvas-folders|clients|installations|files|mipmaps|assets)(\/|$)/.test(path);
const routes = (): Route[] => easel.server.routes.filter(({ family = 'interface' }) => family === 'interface');

/** Nothing that a path names is there, and the bodies are torn. */
async function answerTo({ method, path }: Route, caller: Caller): Promise<string> {
  const named = path.replace(/:(user|group)_id/g, '999999').replace(/:\w+/g, NOWHERE);
  const { status, body } = await caller.request(method, named, method === 'GET' || method === 'DELETE' ? undefined : '{');
  return `${status} ${body?.msg}`;
}

async function answers(caller: Caller, chosen: readonly Route[]): Promise<string[]> {
  return easel.unchanged(async () => {
    const made: string[] = [];
    for (const route of chosen) made.push(`${route.method} ${route.path}: ${await answerTo(route, caller)}`);
    return made;
  });
}

test('every route of canvases, folders, clients and files answers 402, before 404 and 400', async () => {
  const inScope = routes().filter(isInScope);
  expect(inScope.length).toBeGreaterThan(150);
  for (const caller of [easel.admin, ann]) {
    const other = (await answers(caller, inScope)).filter((line) => !line.endsWith(': 402 License has expired'));
    expect(other).toEqual([]);
  }
});

test('no other route answers 402', async () => {
  const others = routes().filter((route) => !isInScope(route));
  expect(others.length).toBeGreaterThan(20);
  for (const caller of [easel.admin, ann, easel.anonymous]) {
    expect((await answers(caller, others)).filter((line) => line.includes(': 402 '))).toEqual([]);
  }
});

test('401 and the 403 of a blocked owner come before 402', async () => {
  const inScope = routes().filter(isInScope);
  const displays = 'GET /clients/connect: 402 License has expired';
  const unsigned = (await answers(easel.anonymous, inScope)).filter((line) => !line.endsWith(': 401 Unauthorized'));
  // A token may come with the first message
  expect(unsigned).toEqual([displays]);
  const wrong = (await answers(easel.as('no such token'), inScope)).filter((line) => !line.endsWith(': 401 Invalid token'));
  expect(wrong).toEqual([]);
  const blocked = (await answers(bob, inScope)).filter((line) => !line.endsWith(': 403 User is blocked'));
  expect(blocked).toEqual([]);
});

test('the rule, the document and the path of a route agree', () => {
  for (const route of routes()) {
    expect([route.path, route.access.licensed]).toEqual([route.path, isInScope(route)]);
    expect(Object.keys(needs)).toContain(`${route.method} ${route.path}`);
  }
});

test('an administrator can go on administrating, and people can sign in', async () => {
  expect((await easel.signIn(ann.email, ann.password)).id).toBe(ann.id);
  expect((await easel.admin.get('/users')).status).toBe(200);
  expect((await easel.admin.patch(`/users/${ann.id}`, { name: 'Ann' })).status).toBe(200);
});
