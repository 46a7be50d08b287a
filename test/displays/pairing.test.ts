import { describe, expect, test } from 'vitest';
import { Pairing } from '../../model/resources/accounts/pairing.ts';
import { cookieToken } from '../../server/access/authentication/session-cookie.ts';
import { Browser, type Page } from '../kit/browser.ts';
import { connectDisplay } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { needsScope } from '../kit/narrowed.ts';
import { makeCanvas } from '../kit/places.ts';

const easel = useEasel({ people: ['ann', 'bob'], env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8' } });
const { ann, bob } = easel.people;

interface Wall {
  readonly browser: Browser;
  readonly code: string;
  readonly secret: string;
}

async function wall(name = 'Lobby wall'): Promise<Wall> {
  const browser = new Browser(easel);
  const { status, body } = await browser.post('/session/pairing', { name });
  expect([status, body.expires_in, body.interval]).toEqual([200, 600, 3]);
  expect(body.code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
  return { browser, code: body.code, secret: body.secret };
}
const ask = ({ browser, secret }: Wall): Promise<Page> => browser.post(`/session/pairing/${secret}`);
const as = ({ token }: { readonly token: string }) => ({ 'private-token': token });
const confirm = (body: object, person: { readonly token: string } = ann) =>
  new Browser(easel).post('/session/pairing/confirm', body, as(person));
const look = (code: string, person: { readonly token: string } = ann) =>
  new Browser(easel).get(`/session/pairing?code=${code}`, as(person));
const said = ({ status, body }: Page) => `${status} ${body?.msg}`;
const actions = (from: number) =>
  easel
    .audit()
    .slice(from)
    .map(({ action, details }) => [action, details]);

describe('a wall without a keyboard', () => {
  test('has a session once a person has confirmed its code, and only once', async () => {
    const one = await wall();
    const before = easel.audit().length;
    expect([(await ask(one)).status, (await ask(one)).text]).toEqual([202, '']);
    expect((await look(one.code)).body).toEqual({
      name: 'Lobby wall',
      address: '127.0.0.1',
      lasts: '',
      expires_in: 600,
    });
    const confirmed = await confirm({ code: one.code.toLowerCase().replace('-', ' ') });
    expect([confirmed.status, confirmed.body.name]).toEqual([200, 'Lobby wall']);
    const taken = await ask(one);
    expect([taken.status, taken.body.user.id, taken.text.includes(one.secret)]).toEqual([200, ann.id, false]);
    expect(taken.cookies[0]).toMatch(/^CanvusSession=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/);
    expect((await one.browser.get('/session')).body.user.id).toBe(ann.id);
    expect(said(await ask(one))).toBe('404 Pairing not found');
    expect(said(await look(one.code))).toBe('404 Pairing code not found');
    expect(actions(before)).toEqual([
      ['Wall paired', '{"name":"Lobby wall","address":"127.0.0.1","scopes":["read"]}'],
      ['Login', ''],
      ['Wall pairing failed', ''],
    ]);
  });

  test('is signed in as somebody else by an administrator only', async () => {
    const one = await wall();
    await easel.unchanged(async () => {
      expect(said(await confirm({ code: one.code, user_id: bob.id }))).toBe('403 Permission denied');
      expect(said(await confirm({ code: one.code, user_id: 100 }, easel.admin))).toBe('403 Permission denied');
      expect(said(await confirm({ code: one.code, user_id: 99_999 }, easel.admin))).toBe('404 User 99999 not found');
      expect((await ask(one)).status).toBe(202);
    });
    expect((await confirm({ code: one.code, user_id: bob.id }, easel.admin)).status).toBe(200);
    expect((await ask(one)).body.user.id).toBe(bob.id);
  });

  test('is not signed in with a token that is narrowed', async () => {
    const one = await wall();
    for (const narrowed of [{ scopes: ['read', 'write'] }, { scopes: ['admin'] }, { expires_at: '2030-01-01T00:00:00Z' }]) {
      const { body } = await ann.post(`/users/${ann.id}/access-tokens`, { name: 'narrow', ...narrowed });
      const said403 = await easel.unchanged(() => confirm({ code: one.code }, { token: body.plain_token }));
      expect(said403.status).toBe(403);
    }
    expect((await ask(one)).status).toBe(202);
  });

  test('gets no session that was confirmed before a new password, or for a user who is gone', async () => {
    const dan = await easel.user();
    const eve = await easel.user();
    const one = await wall();
    const other = await wall();
    await confirm({ code: one.code }, dan);
    await confirm({ code: other.code }, eve);
    await easel.admin.post(`/users/${dan.id}/password`, { new_password: 'nobody-else-knows' });
    await easel.admin.delete(`/users/${eve.id}`);
    expect(easel.server.store.directory.all(Pairing).filter(({ user_id }) => [dan.id, eve.id].includes(user_id))).toEqual([]);
    for (const gone of [one, other]) expect(said(await ask(gone))).toBe('404 Pairing not found');
  });

  test('gets no session for a person who may not sign in, and nobody can confirm it twice', async () => {
    const one = await wall();
    expect((await confirm({ code: one.code }, bob)).status).toBe(200);
    expect(said(await confirm({ code: one.code }))).toBe('404 Pairing code not found');
    await easel.admin.post(`/users/${bob.id}/block`);
    expect(said(await ask(one))).toBe('403 User is blocked');
    await easel.admin.post(`/users/${bob.id}/unblock`);
    expect((await ask(one)).status).toBe(200);
  });

  test('has ten minutes', async () => {
    const early = await wall();
    const late = await wall();
    easel.clock.advance(599_000);
    expect((await look(early.code)).body.expires_in).toBe(1);
    expect((await confirm({ code: early.code })).status).toBe(200);
    easel.clock.advance(1_000);
    expect(said(await ask(early)), 'also when it was confirmed').toBe('404 Pairing not found');
    expect(said(await look(late.code))).toBe('404 Pairing code not found');
    expect(said(await confirm({ code: late.code }))).toBe('404 Pairing code not found');
    await wall();
    const left = easel.server.store.directory.list('Pairing').size;
    expect(left, 'the next one removes what has expired').toBe(1);
  });

  test.each<[string, object | undefined, string]>([
    ['a missing code', {}, '400 code parameter is missing'],
    ['a code of another type', { code: 5 }, '400 code must be a string'],
    ['a user of another type', { code: 'AAAA-AAAA', user_id: 'x' }, '400 user_id must be an integer'],
  ])('%s is refused', async (_, body, refusal) => {
    expect(said(await easel.unchanged(() => confirm(body!)))).toBe(refusal);
  });

  test('may say what it is called, if that can be shown', async () => {
    const begin = (body: object) => easel.unchanged(async () => said(await new Browser(easel).post('/session/pairing', body)));
    expect(await begin({ name: 5 })).toBe('400 name must be a string');
    expect(await begin({ name: 'x'.repeat(256) })).toBe('400 name is too long: at most 255 characters');
    expect(await begin({ name: 'wall\u202e' })).toBe('400 name must not have control characters');
    const nameless = await new Browser(easel).post('/session/pairing');
    expect((await look(nameless.body.code)).body.name).toBe('');
  });

  test('is nothing that another page can begin, confirm or take, and strangers see nothing of it', async () => {
    const one = await wall();
    const foreign = { origin: 'https://evil.example' };
    const browser = new Browser(easel);
    await easel.unchanged(async () => {
      expect(said(await browser.post('/session/pairing', {}, foreign))).toBe('403 Permission denied');
      expect(said(await browser.post(`/session/pairing/${one.secret}`, {}, foreign))).toBe('403 Permission denied');
      const sent = { ...foreign, ...as(ann) };
      expect(said(await browser.post('/session/pairing/confirm', { code: one.code }, sent))).toBe('403 Permission denied');
      expect(said(await browser.post('/session/pairing/confirm', { code: one.code }))).toBe('401 Unauthorized');
      expect(said(await browser.get(`/session/pairing?code=${one.code}`))).toBe('401 Unauthorized');
    });
  });
});

describe('the session of a wall', () => {
  /** The token that a wall is given, and a caller with it. */
  async function paired(sent: object, person = ann) {
    const one = await wall();
    expect((await confirm({ code: one.code, ...sent }, person)).status).toBe(200);
    expect((await ask(one)).status).toBe(200);
    const token = cookieToken(`CanvusSession=${one.browser.jar.get('CanvusSession')}`)!;
    return Object.assign(easel.as(token), { token });
  }
  const sessions = async ({ id }: { readonly id: number }) => (await easel.admin.get(`/users/${id}/sessions`)).body;

  test('is for reading and showing, and for nothing else, whoever confirms it', async () => {
    const canvas = await makeCanvas(easel.admin);
    const lobby = await paired({}, easel.admin);
    const other = await wall();
    expect((await lobby.get(`/canvases/${canvas.id}/widgets`)).status).toBe(200);
    const writes = ['/canvases', `/canvases/${canvas.id}/notes`, `/canvases/${canvas.id}/permissions`];
    await easel.unchanged(async () => {
      for (const path of writes) expect(await lobby.post(path, { name: 'x' })).toMatchObject(needsScope('write'));
      expect(await lobby.post('/users', { email: 'x@corp.example' })).toMatchObject(needsScope('admin'));
      expect(await lobby.post('/users/1000/access-tokens', { name: 'x' })).toMatchObject(needsScope('admin'));
      expect(await lobby.post('/users/1000/password', { new_password: 'x' })).toMatchObject(needsScope('admin'));
      expect(await lobby.patch('/server-config', { server_name: 'x' })).toMatchObject(needsScope('admin'));
      expect(await lobby.get('/users/1000/sessions')).toMatchObject(needsScope('admin'));
      expect((await lobby.get('/server-config')).body.smtp).toBeUndefined();
      expect((await confirm({ code: other.code }, lobby)).body.msg).toMatch('scope admin');
    });
    expect((await sessions(easel.admin)).at(-1).scopes).toEqual(['read']);
  });

  test('says where it is to whoever looks at the same canvas, and changes no canvas over its connection', async () => {
    const canvas = await makeCanvas(ann);
    const seen = await connectDisplay(easel, ann.token);
    await seen.request({ type: 'watch', canvas_ids: [canvas.id] });
    const display = await connectDisplay(easel, (await paired({})).token);
    expect(await display.request({ type: 'presence', canvas_id: canvas.id })).toMatchObject({ type: 'ack' });
    easel.clock.advance(50);
    expect(await seen.next('presence')).toMatchObject({ canvas_id: canvas.id, from: { user: { id: ann.id } } });
    const anchor = { type: 'anchor-create', canvas_id: canvas.id, title: 'x' };
    const refused = await easel.unchanged(() => display.request(anchor));
    expect(refused).toMatchObject({ type: 'nack', code: 'forbidden', msg: needsScope('write').body.msg });
    await Promise.all([display.leave(), seen.leave()]);
  });

  test('is for writing, or steering displays, where the person says so, and never for accounts', async () => {
    const before = easel.audit().length;
    const writing = await paired({ scopes: ['write', 'read', 'write'] });
    expect((await writing.post('/canvases', { name: 'from the wall' })).status).toBe(200);
    expect(await writing.get(`/users/${ann.id}/access-tokens`)).toMatchObject(needsScope('admin'));
    expect(actions(before)[0]![1]).toMatch('"scopes":["read","write"]');
    const one = await wall();
    await easel.unchanged(async () => {
      const admin = { code: one.code, scopes: ['read', 'admin'] };
      expect(said(await confirm(admin, easel.admin))).toBe('400 scopes[1] must be read, write or control');
      expect(said(await confirm({ code: one.code, scopes: 'read' }))).toBe('400 scopes must be an array');
    });
    expect((await confirm({ code: one.code, scopes: [] })).status).toBe(200);
    expect([(await ask(one)).status, (await sessions(ann)).at(-1).scopes]).toEqual([200, ['read']]);
  });

  test('makes no session that may do more', async () => {
    const lobby = await paired({}, easel.admin);
    const { status, body } = await easel.anonymous.post('/users/login', { token: lobby.token, remember: true });
    expect(status).toBe(200);
    expect(await easel.as(body.token).post('/canvases', { name: 'x' })).toMatchObject(needsScope('write'));
    expect((await sessions(easel.admin)).at(-1).scopes).toEqual(['read']);
  });
});

describe('guessing', () => {
  test('a code ends after five wrong ones, for ten minutes, and each is audited without the code', async () => {
    const guesser = await easel.user({ name: 'guesser' });
    const one = await wall();
    const before = easel.audit().length;
    for (let time = 0; time < 5; time++) {
      expect(said(await look('AAAA-AAAA', guesser))).toBe('404 Pairing code not found');
    }
    const refused = await confirm({ code: one.code }, guesser);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
    expect((await look(one.code)).status, 'another person is not concerned').toBe(200);
    easel.clock.advance(600_000);
    expect((await look((await wall()).code, guesser)).status).toBe(200);
    expect(actions(before)).toEqual(Array(5).fill(['Wall pairing failed', '']));
    expect(JSON.stringify(easel.audit().slice(before))).not.toMatch(/AAAA/i);
  });

  test('of a code that was right in between begins anew', async () => {
    const guesser = await easel.user({ name: 'lucky' });
    for (let round = 0; round < 2; round++) {
      for (let time = 0; time < 4; time++) await look('AAAA-AAAA', guesser);
      expect((await confirm({ code: (await wall()).code }, guesser)).status).toBe(200);
    }
  });

  test('of secrets is bounded by address, and so are pairings', async () => {
    easel.clock.advance(600_000);
    const statuses = new Set<number>();
    for (let time = 0; time < 200; time++) statuses.add((await new Browser(easel).post('/session/pairing/guess')).status);
    expect([...statuses].sort()).toEqual([404, 429]);
    const begun: number[] = [];
    for (let time = 0; time < 21; time++) begun.push((await new Browser(easel).post('/session/pairing')).status);
    expect(begun).toEqual([...Array(20).fill(200), 429]);
    easel.clock.advance(600_000);
  });
});
