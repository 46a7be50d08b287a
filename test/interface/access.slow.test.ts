import { beforeAll, describe, expect, it } from 'vitest';
import { ofInterface } from '../../server/http/routing/paths.ts';
import type { Known } from '../access/line.ts';
import { needs } from '../access/needs.ts';
import { said, saidByStream } from '../access/said.ts';
import { type Asker, Scene, type Target } from '../access/scene.ts';
import { targetsOf } from '../access/targets.ts';
import { verdict } from '../access/verdict.ts';
import { unboundedAttempts } from '../kit/attempts.ts';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';
import { Form, form } from '../kit/files.ts';
import { NOWHERE } from '../kit/places.ts';

const easel = useEasel({ env: unboundedAttempts });
let scene: Scene;
beforeAll(async () => {
  scene = await Scene.make(easel);
  await configure(easel, { 'authentication.password.sign_up_enabled': true });
});

/** A request with the status and text that the interface prescribes. */
interface Case {
  readonly asker: Asker;
  readonly target: Target;
  readonly expected: string;
  readonly send: () => Promise<string>;
}

const lines = Object.entries(needs);
/** Each sends hundreds of requests, with targets of its own: a few seconds, more when the machine is busy. */
const slow = { timeout: 120_000 };

describe('the server', slow, () => {
  it('has the routes of the table, and no other', () => {
    const routes = ofInterface(scene.easel.server.routes).map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(needs).sort()).toEqual(routes.sort());
  });

  it('lets nobody in on any other route', async () => {
    const open: string[] = [];
    for (const [name, line] of lines) {
      for (const target of name.startsWith('GET') ? await targetsOf(scene, name, line) : []) {
        const answer = await scene.easel.anonymous.get(filled(name.split(' ')[1]!, target));
        if (answer.status === 200 && !open.includes(name)) open.push(name);
      }
    }
    expect(open.sort()).toEqual(openRoutes.sort());
  });

  it('serves nobody by a link while the Guest is blocked', async () => {
    const { easel } = scene;
    await easel.admin.post('/users/100/block');
    for (const [name, line] of lines.filter(([, { need }]) => need === 'view canvas or link')) {
      const [linked] = (await targetsOf(scene, name, line)).filter((target) => target.name === 'link edit');
      const path = filled(name.split(' ')[1]!, linked!);
      expect([name, said(await easel.anonymous.get(path)), await stream(path, scene.askers[0]!)]).toEqual([
        name,
        '401 Unauthorized',
        '401 Unauthorized',
      ]);
    }
    await easel.admin.post('/users/100/unblock');
  });

  it('refuses wrong paths and methods before it looks at the caller', async () => {
    for (const headers of scene.askers.map((asker) => asker.headers)) {
      const ask = async (method: string, path: string) => said(await scene.easel.anonymous.request(method, path, '{', headers));
      expect(await ask('GET', '/nothings')).toBe('404 Unknown object type nothings');
      expect(await ask('POST', `/canvases/${NOWHERE}/nothings`)).toBe('404 Unknown object type nothings');
      expect(await ask('POST', '/users/1000/nothing')).toBe('404 Unknown action nothing');
      expect(await ask('DELETE', '/users')).toBe('405 Method not allowed');
      expect(await ask('PUT', `/canvases/${NOWHERE}`)).toBe('405 Method not allowed');
      expect(await ask('PATCH', `/canvases/${NOWHERE}/widgets`)).toBe('405 Method not allowed');
    }
  });
});

/** Routes that answer 200 without a credential; below canvases, only by link. */
const openRoutes = [
  'GET /files/:canvas_id/:hash',
  'GET /files/:canvas_id/:hash/:level',
  'GET /files/:canvas_id/:hash/fit',
  'GET /files/:canvas_id/:hash/info',
  'GET /canvases/:canvas_id',
  'GET /canvases/:canvas_id/background',
  'GET /canvases/:canvas_id/pulse',
  'GET /canvases/:canvas_id/browsers',
  'GET /canvases/:canvas_id/browsers/:widget_id',
  'GET /canvases/:canvas_id/browsers/:widget_id/framing',
  ...['images', 'videos', 'pdfs'].flatMap((files) => {
    const list = `GET /canvases/:canvas_id/${files}`;
    return [list, `${list}/:widget_id`, `${list}/:widget_id/download`];
  }),
  'GET /canvases/:canvas_id/notes',
  'GET /canvases/:canvas_id/notes/:widget_id',
  'GET /canvases/:canvas_id/widgets',
  'GET /canvases/:canvas_id/widgets/:widget_id',
  'GET /server-config',
  'GET /server-info',
];

describe('a conflict', slow, () => {
  it('refuses a folder in itself, and a folder without an owner', async () => {
    const { admin } = scene.easel;
    const { id } = (await admin.post('/canvas-folders', {})).body;
    const folder = `/canvas-folders/${id}`;
    for (const action of ['move', 'copy']) {
      for (const method of ['POST', 'PATCH']) {
        const refused = await scene.easel.unchanged(() => admin.request(method, `${folder}/${action}`, { folder_id: id }));
        expect(said(refused)).toBe(`409 Cannot ${action} folder ${id} into itself`);
      }
    }
    const { recipient } = scene;
    const home = (await recipient.post('/canvas-folders', {})).body.id;
    const away = { users: [{ id: recipient.id, permission: 'none' }] };
    const refused = await scene.easel.unchanged(() => recipient.post(`/canvas-folders/${home}/permissions`, away));
    expect(said(refused)).toBe('409 At least one owner is required');
  });
});

describe('a folder that a body names', slow, () => {
  const needsEdit = (asker: Asker): string | undefined =>
    asker.admin || ['edit', 'owner'].includes(asker.own) ? undefined : '403 Permission denied';
  const known = () => scene.askers.filter(({ credential, foreign }) => credential === 'valid' && !foreign);

  it('must be one on which the maker of a canvas or folder has edit', async () => {
    for (const asker of known()) {
      for (const path of ['/canvases', '/canvas-folders']) {
        const answer = () => send('POST', path, asker, { folder_id: scene.folder.id });
        expect([asker.name, await answer()]).toEqual([asker.name, needsEdit(asker) ?? '200']);
        expect(await send('POST', path, asker, { folder_id: NOWHERE })).toBe(`404 Folder ${NOWHERE} not found`);
        expect(await send('POST', path, asker, { folder_id: NOWHERE, name: 5 })).toBe('400 name must be a string');
      }
    }
  });

  it('must be one on which the mover has edit', async () => {
    for (const asker of known().filter(({ person }) => person)) {
      for (const path of ['/canvases', '/canvas-folders']) {
        const { body } = await scene.easel.anonymous.post(path, {}, asker.headers);
        const move = (folder_id: string) => send('POST', `${path}/${body.id}/move`, asker, { folder_id });
        expect(await move(NOWHERE)).toBe(`404 Folder ${NOWHERE} not found`);
        expect([asker.name, await move(scene.folder.id)]).toEqual([asker.name, needsEdit(asker) ?? '200']);
        expect(await move(`trash.${scene.maker.id}`)).toBe("403 Cannot move items to another user's trash");
      }
    }
  });
});

describe.each(lines)('%s', slow, (name, line) => {
  const [method, pattern] = name.split(' ') as [string, string];

  it('refuses every caller that it must, whatever is sent, and changes nothing', async () => {
    const targets = await targetsOf(scene, name, line);
    const cases = targets.flatMap((target) => askersOf(target).flatMap((asker) => casesOf(asker, target)));
    const refusals = cases.filter(({ expected }) => !expected.startsWith('200'));
    const before = scene.easel.auditLines();
    await scene.easel.unchanged(async () => refuseAny(await failures(refusals)));
    expect(scene.easel.auditLines()).toBe(before);
  });

  it('serves every caller that it must', async () => {
    const wrong: string[] = [];
    for (const target of await targetsOf(scene, name, line)) {
      for (const asker of askersOf(target)) {
        if (refusalOf(asker, target) !== undefined || (asker.variant && target.name.startsWith('link edit'))) continue;
        const cases = method === 'GET' ? readCases(asker, target) : [await successOf(asker, target)];
        wrong.push(...(await failures(cases)));
      }
    }
    refuseAny(wrong);
  });

  it('refuses requests that are wrong in themselves, even from whoever may do everything there', async () => {
    const [target] = await targetsOf(scene, name, line);
    const administrator = scene.askers.find((one) => one.name === 'administrator')!;
    const asker = line.need === 'the user alone' ? target!.asker! : administrator;
    const named = line.byHeader && { 'canvas-id': target!.params.canvas_id! };
    const path = filled(pattern, target!);
    const ask = (query: string, headers: object = {}, body?: unknown) =>
      send(method, path + query, { ...asker, headers: { ...asker.headers, ...named, ...headers } }, body);
    await scene.easel.unchanged(async () => {
      expect(await ask('?x=%zz')).toBe('400 Invalid URL');
      const isRead = (method === 'POST' || method === 'PATCH') && !line.ignoresBody;
      if (isRead) expect(await tooLarge(path, asker.headers)).toMatch(/^413 .* is too large$/);
      if (!isRanged(name)) return;
      expect((await ask('', { range: 'bytes=0-0' })).slice(0, 3)).toBe('206');
      expect((await ask('', { range: 'bytes=99999999-' })).slice(0, 3)).toBe('416');
    });
  });

  /** The announced length alone is refused. The connection is a new one, because the body never comes. */
  async function tooLarge(path: string, headers: Asker['headers']): Promise<string> {
    const caller = scene.easel.as('');
    const type = line.noJson ? 'multipart/form-data; boundary=part' : 'application/json';
    const announced = { 'content-type': type, 'content-length': String(line.noJson ? 3 * 1024 ** 3 : 17 * 1024 ** 2) };
    try {
      return said(await caller.request(method, path, '{', { ...headers, ...announced }));
    } finally {
      caller.close();
    }
  }

  /** Files that exist; a preview exists only after somebody has asked for it. */
  const isRanged = (route: string): boolean => /\/(download|assets\/:hash|mipmaps\/:hash\/:level)$/.test(route.slice(3));

  const askersOf = ({ asker }: Target): Asker[] => (asker ? [...scene.askers, asker] : scene.askers);

  function refusalOf(asker: Asker, { ids, ground, client, installation, missingItem, params }: Target): string | undefined {
    const { admin, person, own } = asker;
    const unseen = line.byHeader === true && !('private-token' in asker.headers);
    const credential = unseen ? 'none' : asker.credential;
    const self = person !== undefined && params.user_id === String(person.id);
    const placed = ground && { ...ground, own: rightOn(asker, ground, own) };
    const foreign = asker.foreign && (method !== 'GET' || line.leaves === true) && !unseen;
    const screen = client && { ...client, own: person !== undefined && person.id === client.owner?.id };
    const installed = installation && { ...installation, own: person !== undefined && person.id === installation.owner?.id };
    const at = { ground: placed, client: screen, installation: installed };
    const standing = { credential, admin, self, foreign, guestBlocked: false, ids, ...at };
    return verdict(line.need, standing) ?? missingItem;
  }

  const casesOf = (asker: Asker, target: Target): Case[] =>
    method === 'GET' ? readCases(asker, target) : writeCases(asker, target);

  function readCases(sender: Asker, target: Target): Case[] {
    const path = filled(pattern, target);
    const expected = refusalOf(sender, target) ?? line.answer ?? '200';
    const named = line.byHeader && { 'canvas-id': target.params.canvas_id! };
    const asker = named ? { ...sender, headers: { ...sender.headers, ...named } } : sender;
    const made = (send: () => Promise<string>, says = expected): Case => ({ asker, target, expected: says, send });
    const cases = [made(() => send('GET', path, asker))];
    if (sender.variant) return cases;
    cases.push(made(() => head(path, asker), expected.slice(0, 3)));
    if (!line.subscribable) return [...cases, made(() => send('GET', `${path}?subscribe=maybe`, asker))];
    const odd = expected === '200' ? '400 subscribe must be a boolean' : expected;
    return [...cases, made(() => stream(path, asker)), made(() => send('GET', `${path}?subscribe=maybe`, asker), odd)];
  }

  /** Bodies that are fine, wrong, and not JSON at all: a caller without the right learns nothing about any of them. */
  function writeCases(asker: Asker, target: Target): Case[] {
    const path = filled(pattern, target);
    const refusal = refusalOf(asker, target);
    const made = (expected: string, body?: unknown): Case => ({
      asker,
      target,
      expected: refusal ?? expected,
      send: () => send(method, path, asker, body),
    });
    if (method === 'DELETE') return [made('200')];
    const fine = refusal ? [made('', line.body?.(known(asker, target)))] : [];
    if (asker.variant && refusal) return fine;
    const wrong = line.wrong ? [made(`400 ${wrongText(asker, target)}`, line.wrong[0])] : [];
    const noJson = (fault: string): string =>
      line.ignoresBody ? line.answer! : `400 ${line.noJson ?? `Invalid JSON: ${fault}`}`;
    const torn = made(noJson('line 1, column 9: expected a value, found the end'), '{"name":');
    return [...fine, ...wrong, torn, made(noJson('it must be an object, not an array'), '[]')];
  }

  function wrongText(asker: Asker, target: Target): string {
    const [, text, own] = line.wrong!;
    return (target.params.user_id === String(asker.person?.id) && own) || text;
  }

  /** On a target of its own, so that the next case finds what it expects. */
  async function successOf(asker: Asker, target: Target): Promise<Case> {
    const fresh = isLasting(name) || !target.again ? target : await target.again();
    const by = asker === target.asker ? fresh.asker! : asker;
    const body = line.body?.(known(by, fresh, true));
    return {
      asker: by,
      target: fresh,
      expected: filled(line.answer ?? '200', fresh),
      send: () => send(method, filled(pattern, fresh), by, body),
    };
  }
});

function known({ person }: Asker, { has }: Target, used = false): Known {
  const { maker, recipient, openFolder, openCanvas } = scene;
  return {
    note: has?.note ?? '',
    root: has?.root ?? '',
    recipient: recipient.id,
    openFolder: openFolder.id,
    openCanvas: openCanvas.id,
    login: { email: maker.email, password: maker.password },
    get spareToken() {
      return used && person ? scene.spareToken(person) : '';
    },
    currentPassword: person?.password ?? '',
    unique: scene.unique(),
  };
}

const rightOn = ({ person }: Asker, { system }: NonNullable<Target['ground']>, own: Asker['own']): Asker['own'] => {
  if (!system) return own;
  if (system.is === 'root') return person ? 'view' : 'none';
  return system.id.replace('trash.', '') === String(person?.id) ? 'owner' : 'none';
};

/** Writes that leave their target unchanged for the next case. */
const isLasting = (name: string): boolean =>
  (name.startsWith('PATCH') && !name.endsWith('/move')) ||
  (name.startsWith('POST') && !/move|block|permissions|password|users\/:/.test(name));

const filled = (pattern: string, { params }: Target): string => pattern.replace(/:(\w+)/g, (_, key: string) => params[key]!);

async function send(method: string, path: string, asker: Asker, body?: unknown): Promise<string> {
  const [sent, headers] = body instanceof Form ? form(body.parts) : [body, {}];
  return said(await scene.easel.anonymous.request(method, path, sent, { ...asker.headers, ...headers }));
}

async function head(path: string, asker: Asker): Promise<string> {
  const { status, text } = await scene.easel.anonymous.request('HEAD', path, undefined, asker.headers);
  return `${status}${text}`;
}

const stream = (path: string, asker: Asker): Promise<string> => saidByStream(scene.easel.anonymous.watch(path, asker.headers));

/** Throws a plain error, because an assertion about a list hides its content. */
function refuseAny(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Error(`${wrong.length} answers are wrong:\n${wrong.slice(0, 20).join('\n')}`);
}

const atOnce = 24;

/** Describes all cases whose answer differs from what the interface prescribes. */
async function failures(cases: readonly Case[]): Promise<string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < cases.length; at += atOnce) {
    const answers = await Promise.all(cases.slice(at, at + atOnce).map(async (one) => ({ one, said: await one.send() })));
    for (const { one, said } of answers) {
      if (said !== one.expected) wrong.push(`${one.asker.name}, ${one.target.name}: ${said}, and not ${one.expected}`);
    }
  }
  return wrong;
}
