import { describe, expect, test } from 'vitest';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { tokenHash } from '../../server/access/authentication/tokens.ts';
import { Browser, type Page } from '../kit/browser.ts';
import { connectDisplay, DisplayPeer } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { needsScope } from '../kit/narrowed.ts';
import { until } from '../kit/until.ts';
import { WaitingWall } from '../kit/wall-session.ts';

const easel = useEasel({ people: ['ann', 'bob', 'cid'], env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8' } });
const { ann, bob, cid } = easel.people;

const begin = (name?: string) => WaitingWall.begin(easel, name);
const said = ({ status, body }: Page) => `${status} ${body?.msg}`;
const hello = (more: object = {}) => ({
  client: { installation_name: 'Lobby', api_access: 'rw', capabilities: ['configured'], ...more },
});
const day = 86_400_000;
const sessionOf = (token: string) => easel.server.store.directory.get(LoginSession, tokenHash(token));

/** What a display is told that is not welcome. */
async function refused(token: string, said: object): Promise<number> {
  const peer = await new DisplayPeer(easel.url, { 'Private-Token': token }).opened();
  peer.send({ type: 'hello', protocol: 1, ...said });
  return peer.closed;
}

describe('the session of a wall that stays', () => {
  test('may read and write, is never for accounts, and says of which installation it is', async () => {
    const wall = await (await begin()).paired(easel.admin, { new_user: { name: 'Lobby' } });
    const { user, installation, session } = wall.body;
    expect([user.name, user.admin, session]).toEqual(['Lobby', false, { kind: 'wall', installation_id: installation.id }]);
    expect(user.email).toMatch(/^wall-[0-9a-f]{8}@walls\.invalid$/);
    expect(wall.cookies[0]).toMatch('; Max-Age=34560000');
    const [listed] = (await easel.admin.get(`/users/${user.id}/sessions`)).body;
    expect(listed).toMatchObject({ kind: 'wall', scopes: ['read', 'write'], installation_id: installation.id });
    expect((await wall.get('/users')).status).toBe(200);
    expect((await wall.post('/canvases', { name: 'of the wall' })).status).toBe(200);
    await easel.unchanged(async () => {
      expect(await wall.post('/users', { email: 'x@corp.example' })).toMatchObject(needsScope('admin'));
      expect(await wall.post(`/users/${user.id}/access-tokens`, { name: 'x' })).toMatchObject(needsScope('admin'));
    });
    const entry = easel.audit().find(({ action }) => action === 'Wall paired');
    expect(entry?.details).toMatch('"scopes":["read","write"],"lasts":"wall"');
  });

  test('says hello without an id as its installation, and is given a new secret each time', async () => {
    const wall = await (await begin()).paired(ann);
    const { id, secret } = wall.body.installation;
    const first = await connectDisplay(easel, wall.token, hello({ id, secret }));
    expect([first.welcome.client_id, first.welcome.client_secret]).toEqual([id, undefined]);
    const again = await connectDisplay(easel, wall.token, hello());
    expect([again.welcome.client_id, await first.closed]).toEqual([id, 4409]);
    expect(again.welcome.client_secret).toMatch(/^[\w-]{43}$/);
    expect(await refused(wall.token, hello({ id, secret }))).toBe(4403);
    const resumed = await connectDisplay(easel, wall.token, { ...hello(), resume: again.welcome.session_id });
    expect([resumed.welcome.resumed, resumed.welcome.client_id]).toEqual([true, id]);
    const last = { id, secret: resumed.welcome.client_secret };
    expect((await connectDisplay(easel, wall.token, hello(last))).welcome.client_id).toBe(id);
  });

  test('of another person is another display, and a viewer stays a viewer', async () => {
    const wall = await (await begin()).paired(ann);
    const viewer = await connectDisplay(easel, wall.token, { kind: 'viewer', client: {} });
    expect(viewer.welcome.client_id).not.toBe(wall.body.installation.id);
    const other = await connectDisplay(easel, ann.token, hello());
    expect(other.welcome.client_id).not.toBe(wall.body.installation.id);
    await Promise.all([viewer.leave(), other.leave()]);
  });

  test('is handed to the same wall again, whose old secret is worth nothing from then on', async () => {
    const wall = await (await begin()).paired(ann);
    const { id, secret } = wall.body.installation;
    const again = await (await begin('New profile')).paired(ann, { installation_id: id });
    expect(again.body.installation.id).toBe(id);
    expect(await refused(wall.token, hello({ id, secret }))).toBe(4403);
    const display = await connectDisplay(easel, again.token, hello(again.body.installation));
    expect(display.welcome.client_id).toBe(id);
    await display.leave();
  });

  test('of a further machine has no secret, and is never a display', async () => {
    const { id } = (await (await begin()).paired(ann)).body.installation;
    const part = await (await begin()).paired(ann, { installation_id: id, surface: 'left' });
    expect(part.body.installation).toEqual({ id });
    expect(await refused(part.token, hello())).toBe(4403);
    const viewer = await connectDisplay(easel, part.token, { kind: 'viewer', client: {} });
    await viewer.leave();
  });
});

describe('what may be handed over', () => {
  test('to a wall that does not ask to stay is no installation and no account', async () => {
    const { body } = await new Browser(easel).post('/session/pairing', { name: 'Laptop' });
    const send = (more: object) =>
      new Browser(easel).post('/session/pairing/confirm', { code: body.code, ...more }, { 'private-token': easel.admin.token });
    await easel.unchanged(async () => {
      const asks = 'is for a wall that asks to stay signed in';
      expect(said(await send({ new_user: { name: 'x' } }))).toBe(`400 new_user ${asks}`);
      expect(said(await send({ installation_id: crypto.randomUUID() }))).toBe(`400 installation_id ${asks}`);
      expect(said(await new Browser(easel).post('/session/pairing', { lasts: 'ever' }))).toBe('400 lasts must be wall');
    });
  });

  test('is an account of its own by administrators only, and no mail goes there', async () => {
    const waiting = await begin();
    await easel.unchanged(async () => {
      expect(said(await waiting.confirm(ann, { new_user: { name: 'Lobby' } }))).toBe('403 Permission denied');
      const both = { new_user: { name: 'Lobby' }, user_id: ann.id };
      expect(said(await waiting.confirm(easel.admin, both))).toBe('400 user_id and new_user exclude each other');
      expect(said(await waiting.confirm(easel.admin, { new_user: 'Lobby' }))).toBe('400 new_user must be an object');
      expect(said(await waiting.confirm(easel.admin, { new_user: {} }))).toBe('400 new_user.name parameter is missing');
      expect(said(await waiting.confirm(easel.admin, { scopes: ['admin'] }))).toBe(
        '400 scopes[0] must be read, write or control',
      );
    });
    const wall = await waiting.paired(easel.admin, { new_user: { name: 'Lobby' } });
    const { email } = wall.body.user;
    await easel.anonymous.post('/users/password/create-reset-token', { email });
    expect(easel.server.store.directory.list('Mail').size).toBe(0);
  });

  test('is the same wall only by whoever may steer it', async () => {
    const { id } = (await (await begin()).paired(ann)).body.installation;
    const waiting = await begin();
    await easel.unchanged(async () => {
      expect(said(await waiting.confirm(bob, { installation_id: id }))).toBe(`404 Installation ${id} not found`);
      expect(said(await waiting.confirm(ann, { surface: 'left' }))).toBe('400 installation_id parameter is missing');
      expect(said(await waiting.confirm(ann, { installation_id: 'x' }))).toBe('400 installation_id must be a UUID');
    });
  });
});

describe('an installation', () => {
  /** A wall of ann with its display. */
  async function installed() {
    const wall = await (await begin()).paired(ann);
    const { id, secret } = wall.body.installation as { id: string; secret: string };
    const display = await connectDisplay(easel, wall.token, hello({ id, secret }));
    return { wall, display, id, at: `/installations/${id}` };
  }

  test('is shown to its user, its managers and administrators, whether it is connected or not', async () => {
    const { id, at, display } = await installed();
    const shown = (await ann.get(at)).body;
    expect(shown).toEqual({
      id,
      managers: [{ user_id: ann.id }],
      installation_name: 'Lobby',
      kind: 'page',
      version: '',
      user_id: ann.id,
      first_seen: expect.any(String),
      last_seen: expect.any(String),
      last_address: '127.0.0.1',
      connected: true,
      config: {},
      state: 'normal',
    });
    const ids = async (person: typeof ann) => (await person.get('/installations')).body.map((one: { id: string }) => one.id);
    expect([await ids(ann), await ids(easel.admin), await ids(bob)]).toEqual([
      expect.arrayContaining([id]),
      expect.arrayContaining([id]),
      [],
    ]);
    expect(await bob.get(at)).toMatchObject({ status: 404, body: { msg: `Installation ${id} not found` } });
    const list = await ann.watch(at);
    await list.next();
    await display.leave();
    expect(await list.next()).toMatchObject({ connected: false });
    expect((await ann.get(at)).body.connected).toBe(false);
    list.close();
  });

  test('is steered by its managers, one by one and by group', async () => {
    const { id, at, display } = await installed();
    display.obeys = true;
    const access = async (person: typeof ann) => (await person.get(`/clients/${id}`)).body.access;
    const steer = (person: typeof ann) => person.patch(`/clients/${id}/workspaces/0`, { pinned: !bob });
    expect([await access(ann), await access(bob), (await steer(bob)).status]).toEqual(['rw', 'ro', 403]);
    const group = (await easel.admin.post('/groups', { name: 'wall people' })).body.id;
    const stream = await bob.watch('/clients');
    await stream.next();
    expect((await ann.patch(at, { managers: [{ user_id: ann.id }, { group_id: group }] })).status).toBe(200);
    await easel.admin.post(`/groups/${group}/members`, { id: bob.id });
    expect(await stream.next()).toEqual([expect.objectContaining({ id, access: 'rw' })]);
    expect([(await steer(bob)).status, (await bob.get(at)).status]).toEqual([200, 200]);
    await easel.unchanged(async () => {
      expect((await bob.patch(at, { managers: [{ user_id: 999_999 }] })).body.msg).toBe(
        'managers[0]: User 999999 does not exist',
      );
      expect((await bob.patch(at, { managers: [{}] })).body.msg).toBe('managers[0] must have either user_id or group_id');
      expect((await cid.patch(at, { managers: [] })).status).toBe(404);
    });
    stream.close();
    await display.leave();
  });

  test('has a configuration, which is merged and audited by names, and a key that is null is as if it was never set', async () => {
    const { at, display } = await installed();
    const before = easel.audit().length;
    const patch = async (config: object) => (await ann.patch(at, { config })).body.config;
    expect(await patch({ contact: 'Desk', idle: { after: 60 } })).toEqual({ contact: 'Desk', idle: { after: 60, to: 'rest' } });
    expect(await patch({ idle: { to: 'welcome' }, unknown: 1 })).toEqual({
      contact: 'Desk',
      idle: { after: 60, to: 'welcome' },
    });
    expect(await patch({ contact: null })).toEqual({ idle: { after: 60, to: 'welcome' } });
    await easel.unchanged(() => patch({ idle: { after: 60 } }));
    const lines = easel.audit().slice(before);
    expect(lines.map(({ action, details }) => `${action} ${details}`)).toEqual([
      'Wall settings changed {"changed":["contact","idle"]}',
      'Wall settings changed {"changed":["idle"]}',
      'Wall settings changed {"changed":["contact"]}',
    ]);
    await display.leave();
  });

  test.each([
    [{ scale: 4 }, 'config.scale must be at most 3'],
    [{ theme: 'pink' }, 'config.theme must be light or dark'],
    [{ idle: { after: -1 } }, 'config.idle.after must be at least 0'],
    [{ name: '' }, 'config.name must not be empty'],
    [{ default_canvas: 'x' }, 'config.default_canvas must be a UUID, or empty'],
  ])('refuses %j', async (config, msg) => {
    const { at, display } = await installed();
    expect(await easel.unchanged(() => ann.patch(at, { config }))).toMatchObject({ status: 400, body: { msg } });
    await display.leave();
  });

  test('is changed by the wall itself unless it is locked, and by no narrower token', async () => {
    const { wall, at, display } = await installed();
    expect((await wall.patch(at, { config: { contact: 'by touch' } })).status).toBe(200);
    const other = await installed();
    await ann.patch(at, { config: { locked: true } });
    const writer = (await ann.post(`/users/${ann.id}/access-tokens`, { name: 'w', scopes: ['write'] })).body.plain_token;
    await easel.unchanged(async () => {
      expect(await wall.patch(at, { config: { locked: false } })).toMatchObject({
        status: 403,
        body: { msg: 'Permission denied' },
      });
      expect(await wall.patch(other.at, { config: {} })).toMatchObject(needsScope('control'));
      expect(await easel.as(writer).patch(at, { config: {} })).toMatchObject(needsScope('control'));
      expect(await wall.delete(at)).toMatchObject(needsScope('control'));
    });
    await Promise.all([display.leave(), other.display.leave()]);
  });

  test('hides a default canvas from whoever may not view it', async () => {
    const { at, display } = await installed();
    const canvas = (await easel.canvas(ann)).split('/')[2]!;
    const hidden = (await easel.canvas(bob)).split('/')[2]!;
    await easel.unchanged(async () => {
      expect((await ann.patch(at, { config: { default_canvas: hidden } })).status).toBe(403);
      expect((await ann.patch(at, { config: { default_canvas: crypto.randomUUID() } })).status).toBe(404);
    });
    await ann.patch(at, { config: { default_canvas: canvas }, managers: [{ user_id: ann.id }, { user_id: cid.id }] });
    expect((await ann.get(at)).body.config.default_canvas).toBe(canvas);
    expect((await cid.get(at)).body.config.default_canvas).toBe('');
    await display.leave();
  });

  test('of a program that is no page has no configuration', async () => {
    const display = await connectDisplay(easel, ann.token, hello({ capabilities: [] }));
    const at = `/installations/${display.welcome.client_id}`;
    expect((await ann.get(at)).body.kind).toBe('other');
    const { status, body } = await easel.unchanged(() => ann.patch(at, { config: { contact: 'x' } }));
    expect([status, body.msg]).toEqual([409, 'The installation is no page']);
    await display.leave();
  });

  test('that is forgotten is gone from lists, its display is closed with 4403, and neither secret nor session is good any more', async () => {
    const { wall, id, at, display } = await installed();
    const { secret } = wall.body.installation;
    const list = await ann.watch('/installations');
    await list.next();
    expect((await bob.delete(at)).status).toBe(404);
    expect((await ann.delete(at)).status).toBe(200);
    expect(await list.next()).toEqual([expect.objectContaining({ id, state: 'deleted' })]);
    easel.clock.advance(1000);
    expect(await display.closed).toBe(4403);
    expect(await ann.get(at)).toMatchObject({ status: 404 });
    expect((await wall.get('/users')).status).toBe(401);
    expect(await refused(ann.token, hello({ id, secret }))).toBe(4403);
    expect(easel.audit().some(({ action, target_id }) => action === 'Installation forgotten' && target_id === id)).toBe(true);
    list.close();
  });
});

/** Last, because other sessions end meanwhile. */
describe('time', () => {
  test('sends the cookie of a wall anew, once a day', async () => {
    const { browser } = await (await begin()).paired(ann);
    const cookies = async () => (await browser.get('/session')).cookies.length;
    expect([await cookies(), await cookies()]).toEqual([1, 0]);
    easel.clock.advance(day);
    const { cookies: again } = await browser.get('/session');
    expect(again).toEqual([expect.stringMatching(/^CanvusSession=.+; Max-Age=34560000$/)]);
  });

  test('ends the session of a wall 90 days after its last use, and a connected display uses it', async () => {
    const person = await easel.signIn(ann.email, ann.password);
    const used = await (await begin()).paired(person);
    const idle = await (await begin()).paired(person);
    const display = await connectDisplay(easel, used.token, hello(used.body.installation));
    const since = easel.clock.now();
    expect(Date.parse(sessionOf(idle.token)!.expires_at) - since).toBe(90 * day);
    const written = () => Date.parse(sessionOf(used.token)!.last_used_at);
    for (let days = 0; days < 100; days += 20) {
      easel.clock.setDate(easel.clock.now() + 20 * day);
      for (let half = 0; half < 2; half++) {
        easel.clock.advance(30_000);
        // The display answers heartbeats in between
        await display.settled();
      }
      await until(() => written() > easel.clock.now() - day);
    }
    expect(display.code).toBeUndefined();
    expect((await used.get('/users')).status).toBe(200);
    expect(await idle.get('/users')).toMatchObject({ status: 401 });
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
    await easel.admin.delete(`/users/${ann.id}/sessions/${tokenHash(used.token)}`);
    easel.clock.advance(1000);
    expect(await display.closed).toBe(4401);
  });
});
