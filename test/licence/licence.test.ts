import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Driver } from '../../server/store/drivers/driver.ts';
import { audited } from '../kit/audited.ts';
import { connectDisplay } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { FaultyDriver } from '../kit/faulty-driver.ts';
import { issuer, usualTerms } from '../kit/licences.ts';

const hour = 3600 * 1000;
const { publicKey, issue, signed } = issuer();
const env: Record<string, string> = { EASEL_LICENSE_PUBLIC_KEY: publicKey };
let driver!: FaultyDriver;
const wrapDriver = (inner: Driver): FaultyDriver => {
  driver = new FaultyDriver(inner);
  return driver;
};
const easel = useEasel({ each: 'test', env, wrapDriver });
/** Valid on the day on which each test begins, and on no other. */
const dayLicence = issue({ valid_until: '2026-01-01' });
const midnight = Date.UTC(2026, 0, 2);
const builtIn = {
  edition: '',
  has_expired: false,
  is_valid: true,
  max_clients: -1,
  seat_model: 'fixed_seats',
  type: 'lifetime',
  state: 'normal',
};
const install = (license: unknown) => easel.admin.post('/license', { license });
const installed = async (license: string) => expect((await install(license)).status).toBe(200);

afterEach(() => {
  env.EASEL_LICENSE_PUBLIC_KEY = publicKey;
});
beforeEach(async () => {
  // The administrator's token outlives midnight
  easel.clock.advance(12 * hour);
  easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
});

describe('the licence', () => {
  test('is the built-in one, which allows everything, until one is installed', async () => {
    expect((await easel.admin.get('/license')).body).toEqual(builtIn);
  });

  test('that is installed is in force, told to those who follow it, and in the audit log', async () => {
    const stream = await easel.admin.watch('/license');
    expect(await stream.next()).toEqual(builtIn);
    const { server_id: _, ...rest } = { ...usualTerms, server_id: '' };
    const shown = { ...rest, has_expired: false, is_valid: true, state: 'normal' };
    const lines = await audited(easel, async () => expect((await install(issue())).body).toEqual(shown));
    const entry = { action: 'License installed', target_type: 'license', target_id: null, target_name: '', details: rest };
    expect(lines).toEqual([expect.objectContaining({ ...entry, author_id: easel.admin.id })]);
    expect((await easel.admin.get('/license')).body).toEqual(shown);
    expect(await stream.next()).toEqual(shown);
    stream.close();
  });

  test('without a last day is for ever, and its other keys are ignored', async () => {
    const { valid_until: _, ...terms } = usualTerms;
    const { body } = await install(
      signed(JSON.stringify({ ...terms, type: 'lifetime', max_clients: -1, note: { of: ['ours'] } })),
    );
    expect(body).toEqual({ ...builtIn, edition: 'Studio' });
    easel.clock.setDate(Date.UTC(2126, 0, 1));
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
    expect((await easel.admin.get('/license')).body).toEqual(body);
  });

  test('that is installed again changes nothing', async () => {
    await installed(issue());
    const again = await easel.unchanged(() => install(issue()));
    expect(again).toMatchObject({ status: 200, body: { edition: 'Studio' } });
  });

  test('may be for one server, and no other takes it', async () => {
    const { server_id } = (await easel.anonymous.get('/server-info')).body;
    const foreign = await easel.unchanged(() => install(issue({ server_id: randomUUID() })));
    expect([foreign.status, foreign.body.msg]).toEqual([400, 'Invalid license']);
    const { body } = await install(issue({ server_id: server_id.toUpperCase() }));
    expect(body).not.toHaveProperty('server_id');
    expect(body).toMatchObject({ is_valid: true, max_clients: 12 });
  });

  test('is there after a restart, and counts no more when the key is another', async () => {
    await installed(issue());
    await easel.restart();
    expect((await easel.admin.get('/license')).body).toMatchObject({ edition: 'Studio', is_valid: true });
    const other = issuer();
    await easel.restart(() => {
      env.EASEL_LICENSE_PUBLIC_KEY = other.publicKey;
    });
    expect((await easel.admin.get('/license')).body).toMatchObject({ edition: 'Studio', is_valid: false, has_expired: false });
    expect(await easel.admin.get('/canvases')).toMatchObject({ status: 402, body: { msg: 'License is not valid' } });
    await installed(other.issue({ edition: 'Other' }));
    expect((await easel.admin.get('/canvases')).status).toBe(200);
  });

  test('that is installed does not count without a key, but the built-in one', async () => {
    await installed(dayLicence);
    easel.clock.setDate(midnight);
    await easel.restart(() => {
      env.EASEL_LICENSE_PUBLIC_KEY = '';
    });
    expect((await easel.admin.get('/license')).body).toEqual(builtIn);
    expect((await easel.admin.get('/canvases')).status).toBe(200);
    expect(await easel.unchanged(() => install(issue()))).toMatchObject({ status: 400, body: { msg: 'Invalid license' } });
  });
});

describe('a licence is refused, and changes nothing', () => {
  const licence = issue();
  const [terms = '', signature = ''] = licence.split('.');
  const [otherTerms = ''] = issue({ max_clients: 500 }).split('.');
  const spelled = (of: object): string => signed(JSON.stringify({ ...usualTerms, ...of }));
  const refused: Record<string, string> = {
    'that is empty': '',
    'of spaces': ' ',
    'with spaces around it': ` ${licence} `,
    'without a signature': terms,
    'with an empty signature': `${terms}.`,
    'with a third part': `${licence}.${signature}`,
    'with changed terms': `${otherTerms}.${signature}`,
    'with the signature of another': `${terms}.${issue({ max_clients: 500 }).split('.')[1]}`,
    'by another issuer': issuer().issue(),
    'that is cut off': licence.slice(0, -1),
    'with a longer signature': `${terms}.${Buffer.alloc(65).toString('base64url')}`,
    'in base64 with padding': `${terms}.${signature}==`,
    'with another spelling of its last character': `${terms}.${signature.slice(0, -1)}${signature.endsWith('w') ? 'x' : String.fromCharCode(signature.charCodeAt(85) + 1)}`,
    'in other characters': `${terms}.${signature.slice(1)}é`,
    'of a megabyte': 'a'.repeat(1_000_000),
    'of a megabyte that is signed': signed(JSON.stringify({ ...usualTerms, note: 'a'.repeat(700_000) })),
    'that is no JSON': signed('{"edition":'),
    'that is a list': signed('[]'),
    'that is null': signed('null'),
    'that is no text': signed(Buffer.from([0x7b, 0xff, 0x7d])),
    'without max_clients': spelled({ max_clients: undefined }),
    'with fewer clients than none': spelled({ max_clients: -2 }),
    'with half a client': spelled({ max_clients: 1.5 }),
    'with more clients than fit': spelled({ max_clients: 2 ** 31 }),
    'with clients in a text': spelled({ max_clients: '12' }),
    'without an edition': spelled({ edition: null }),
    'with a long edition': spelled({ edition: 'e'.repeat(256) }),
    'with an unknown seat model': spelled({ seat_model: 'floating' }),
    'without a type': spelled({ type: '' }),
    'for ever, with a last day': spelled({ type: 'lifetime' }),
    'without a last day, but not for ever': spelled({ valid_until: undefined }),
    'until 30 February': spelled({ valid_until: '2027-02-30' }),
    'until a moment': spelled({ valid_until: '2027-02-20T00:00:00Z' }),
    'until a number': spelled({ valid_until: 2027 }),
    'for no server': spelled({ server_id: 'e7a1' }),
    'that has expired': spelled({ valid_until: '2025-12-31' }),
  };

  test.each(Object.entries(refused))('%s', async (_, license) => {
    const { status, body } = await easel.unchanged(() => install(license));
    expect([status, body.msg]).toEqual([400, 'Invalid license']);
    expect((await easel.admin.get('/license')).body).toEqual(builtIn);
  });

  test.each([
    ['{}', {}, 'license parameter is missing'],
    ['another key', { key: issue() }, 'license parameter is missing'],
    ['null', { license: null }, 'license parameter is missing'],
    ['a number', { license: 5 }, 'license must be a string'],
    ['an object', { license: usualTerms }, 'license must be a string'],
  ])('in a body with %s', async (_, body, msg) => {
    expect(await easel.unchanged(() => easel.admin.post('/license', body))).toMatchObject({ status: 400, body: { msg } });
  });

  test('and the one that is in force stays', async () => {
    await installed(issue());
    await easel.unchanged(() => install(issuer().issue({ max_clients: -1 })));
    expect((await easel.admin.get('/license')).body).toMatchObject({ max_clients: 12, is_valid: true });
  });

  test('from anybody but an administrator', async () => {
    const ann = await easel.user();
    for (const [caller, status] of [
      [ann, 403],
      [easel.anonymous, 401],
    ] as const) {
      for (const path of ['/license', '/license/request']) expect((await caller.get(path)).status).toBe(status);
      for (const path of ['/license', '/license/activate']) {
        expect((await easel.unchanged(() => caller.post(path, { license: issue(), key: 'k' }))).status).toBe(status);
      }
    }
  });
});

describe('a request for a licence', () => {
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());

  test('names the server, the key that was sent, and the time', async () => {
    const { server_id } = (await easel.anonymous.get('/server-info')).body;
    const { body } = await easel.unchanged(() => easel.admin.get('/license/request?key=order%204711%20%C3%A9'));
    expect(Object.keys(body)).toEqual(['request']);
    expect(read(body.request)).toEqual({ server_id, key: 'order 4711 é', created_at: '2026-01-01T12:00:00.000Z' });
    expect(read((await easel.admin.get('/license/request')).body.request)).toMatchObject({ server_id, key: '' });
  });

  test('has a key of at most 1024 characters', async () => {
    const { status, body } = await easel.admin.get(`/license/request?key=${'k'.repeat(1025)}`);
    expect([status, body.msg]).toEqual([400, 'key is too long: at most 1024 characters']);
  });

  test('is not answered over the network', async () => {
    const activate = (body: object) => easel.unchanged(() => easel.admin.post('/license/activate', body));
    const cases = [await activate({}), await activate({ key: 5 }), await activate({ key: '4711-0815' })];
    expect(cases.map(({ status, body }) => `${status} ${body.msg}`)).toEqual([
      '400 key parameter is missing',
      '400 key must be a string',
      '501 Online license activation is not available',
    ]);
    expect((await easel.admin.get('/license/install')).body.msg).toBe('Unknown action install');
  });
});

describe('when the last day of the licence is over', () => {
  const expired = { is_valid: false, has_expired: true, valid_until: '2026-01-01' };

  test('requests are refused from that moment on, and the licence says so', async () => {
    await installed(dayLicence);
    easel.clock.setDate(midnight - 1);
    expect((await easel.admin.get('/canvases')).status).toBe(200);
    expect((await easel.admin.get('/license')).body).toMatchObject({ is_valid: true, has_expired: false });
    // No timer has run
    easel.clock.setDate(midnight);
    expect(await easel.admin.get('/canvases')).toMatchObject({ status: 402, body: { msg: 'License has expired' } });
    expect((await easel.admin.get('/license')).body).toMatchObject(expired);
  });

  test('those who follow the licence are told, and streams and displays end within a second', async () => {
    const canvas = await easel.canvas();
    await installed(dayLicence);
    const followed = await easel.admin.watch('/license');
    await followed.next();
    const [users, notes] = [await easel.admin.watch('/users'), await easel.admin.watch(`${canvas}/notes`)];
    await users.next();
    await notes.next();
    const wall = await connectDisplay(easel, easel.admin.token);
    const page = await connectDisplay(easel, easel.admin.token, { kind: 'viewer', client: {}, workspaces: [] });
    expect(await page.request({ type: 'subscribe', path: `${canvas}/notes` })).toMatchObject({ type: 'ack' });
    easel.clock.setDate(midnight - 1);
    easel.clock.advance(1_000);
    expect(await followed.next()).toMatchObject(expired);
    expect(await notes.ended).toBe('clean');
    expect(notes.unread.filter(Boolean)).toEqual([]);
    for (const peer of [wall, page]) {
      expect(await peer.next('notice')).toMatchObject({ reason: 'license', msg: 'License has expired' });
      expect(await peer.closed).toBe(4402);
    }
    // Not in the scope of the licence
    await easel.admin.post('/users', { name: 'New', email: 'new@corp.example', password: 'long-enough-password' });
    expect(await users.next()).toBeDefined();
    for (const stream of [users, followed]) stream.close();
  });

  test('streams and displays end even while nothing is written, and the followers are told later', async () => {
    await installed(dayLicence);
    const [followed, canvases] = [await easel.admin.watch('/license'), await easel.admin.watch('/canvases')];
    await followed.next();
    const wall = await connectDisplay(easel, easel.admin.token);
    const held = driver.hold('licence');
    easel.clock.setDate(midnight);
    easel.clock.advance(1_000);
    expect(await canvases.ended).toBe('clean');
    expect(await wall.closed).toBe(4402);
    expect(followed.unread).toEqual([]);
    held.release();
    expect(await followed.next()).toMatchObject(expired);
    followed.close();
  });

  test('a date that is set back makes it valid again, and one that is set forward ends it', async () => {
    await installed(dayLicence);
    const followed = await easel.admin.watch('/license');
    await followed.next();
    for (const [date, is_valid] of [
      [midnight, false],
      [midnight - hour, true],
      [midnight + hour, false],
    ] as const) {
      easel.clock.setDate(date);
      easel.clock.advance(500);
      expect(await followed.next()).toMatchObject({ is_valid, has_expired: !is_valid });
      expect((await easel.admin.get('/canvases')).status).toBe(is_valid ? 200 : 402);
    }
    followed.close();
  });

  test('a restart finds it so, and a licence that is installed then puts everything right at once', async () => {
    await installed(dayLicence);
    easel.clock.setDate(midnight);
    await easel.restart();
    expect((await easel.admin.get('/license')).body).toMatchObject(expired);
    expect((await easel.admin.post('/canvases', {})).status).toBe(402);
    expect((await easel.unchanged(() => install(dayLicence))).status).toBe(400);
    expect((await install(issue())).body).toMatchObject({ is_valid: true, has_expired: false });
    expect((await easel.admin.post('/canvases', {})).status).toBe(200);
    const wall = await connectDisplay(easel, easel.admin.token);
    expect((await easel.admin.get('/clients')).body).toHaveLength(1);
    await wall.leave();
  });
});
