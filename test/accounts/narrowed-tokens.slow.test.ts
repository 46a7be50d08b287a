import { beforeAll, describe, expect, it } from 'vitest';
import { clientMessages } from '../../model/displays/index.ts';
import { ofInterface } from '../../server/http/routing/paths.ts';
import { type Known, type Line, needs } from '../access/needs.ts';
import { said, saidByStream } from '../access/said.ts';
import { Scene, type Target } from '../access/scene.ts';
import { neededScope, type Scope, scopes, scopesFor } from '../access/scopes.ts';
import { targetsOf } from '../access/targets.ts';
import { connectDisplay, showing } from '../kit/display.ts';
import { type Caller, type Person, useEasel } from '../kit/easel.ts';
import { Form, form } from '../kit/files.ts';
import { type Narrowed, narrowed } from '../kit/narrowed.ts';
import { makeCanvas, NOWHERE } from '../kit/places.ts';

const easel = useEasel();
let scene: Scene;
/** Callers by the name of a person and a scope: with a token narrowed to that scope; `all`: with one that is not narrowed. */
let tokens: ReadonlyMap<string, ReadonlyMap<Scope | 'all', Narrowed>>;
/** The widest rights that a token can be narrowed from: those of an administrator, and of whoever owns everything. */
const people = ['administrator', 'owner'];

beforeAll(async () => {
  scene = await Scene.make(easel);
  tokens = new Map(await Promise.all(people.map(async (name) => [name, await tokensOf(person(name))] as const)));
});

const person = (name: string): Person => scene.people.get(name)!;

async function tokensOf(owner: Person): Promise<ReadonlyMap<Scope | 'all', Narrowed>> {
  const made = new Map<Scope | 'all', Narrowed>([['all', await narrowed(easel, owner, {})]]);
  for (const scope of scopes) made.set(scope, await narrowed(easel, owner, { scopes: [scope] }));
  return made;
}

const lines = Object.entries(needs);
/** Each sends some dozens of requests, with targets of its own. */
const slow = { timeout: 120_000 };

const unscoped = (enough: readonly Scope[]): string =>
  `403 The token does not allow this: it needs the scope ${neededScope(enough)}`;

describe('the table of rules', slow, () => {
  it('asks of each route the scope that the reference says', () => {
    const says = ofInterface(easel.server.routes).map(({ method, path, access }) => [`${method} ${path}`, access.scope]);
    const expected = says.map(([route]) => {
      const enough = scopesFor(route!, needs[route!]!.need);
      return [route, enough === scopes ? 'nothing' : neededScope(enough)];
    });
    expect(says).toEqual(expected);
    // Pages, what signs a browser in and out, and the confirmation of a wall, which is an act of an account (interface/auth 2.7)
    const others = easel.server.routes.filter((route) => !ofInterface([route]).length && route.access.scope !== 'nothing');
    expect(others.map(({ method, path, access }) => [`${method} ${path}`, access.scope])).toEqual([
      ['GET /session/pairing', 'admin'],
      ['POST /session/pairing/confirm', 'admin'],
    ]);
  });
});

describe.each(lines)('%s', slow, (route, line) => {
  const enough = scopesFor(route, line.need);

  it.each(scopes)('is for a token with the scope %s as the reference says, for an administrator and an owner', async (scope) => {
    const targets = await probed(route, line);
    for (const name of people) {
      const narrow = tokens.get(name)!.get(scope)!;
      const wide = tokens.get(name)!.get('all')!;
      for (const target of targets) {
        const isOpen = line.need === 'view canvas or link' && target.name.startsWith('link') && target.name !== 'link none';
        for (const ask of probesOf(route, line, target)) {
          const expected = enough.includes(scope) || isOpen ? await ask(wide) : unscoped(enough);
          expect([name, target.name, await ask(narrow)]).toEqual([name, target.name, expected]);
        }
      }
    }
  });

  it('changes nothing and publishes nothing for a read-only token', async () => {
    // Nobody looks at the token there
    if (line.need === 'anyone') return;
    const targets = await probed(route, line);
    const lineCount = easel.audit().length;
    for (const target of targets) {
      for (const name of people) {
        const body = line.body?.(known(target));
        const reader = tokens.get(name)!.get('read')!;
        await easel.unchanged(() => send(route, line, target, reader, body));
      }
    }
    expect(easel.audit().length).toBe(lineCount);
  });
});

describe.each(lines.filter(([route]) => /canvas_id|mipmaps|assets/.test(route)))('%s', slow, (route, line) => {
  const enough = scopesFor(route, line.need);
  /** Tokens of canvases never have the scope admin. */
  const isForAdministrators = enough.every((scope) => scope === 'admin');

  it('is for a token of this canvas as for its user, and for one of another canvas as for a stranger', async () => {
    const other = await makeCanvas(person('owner'));
    for (const name of people) {
      const outside = await narrowed(easel, person(name), { canvas_ids: [other.id] });
      for (const target of await grounds(route, line)) {
        const inside = await narrowed(easel, person(name), { canvas_ids: [target.params.canvas_id] });
        const isLinked = line.need === 'view canvas or link' && target.name !== 'link none';
        for (const ask of probesOf(route, line, target)) {
          const usual = isForAdministrators ? unscoped(enough) : await ask(tokens.get(name)!.get('all')!);
          const strange = isForAdministrators ? unscoped(enough) : '403 Permission denied';
          const seen = [name, target.name, await ask(inside), await ask(outside)];
          expect(seen).toEqual([name, target.name, usual, isLinked ? usual : strange]);
        }
        if (!isLinked) await easel.unchanged(() => send(route, line, target, outside, line.body?.(known(target))));
      }
    }
  });
});

describe.each(lines.filter(([route]) => route.includes('folder_id')))('%s', slow, (route, line) => {
  it('is refused to a token of a canvas, but for the root, which it may view', async () => {
    const canvas = await makeCanvas(person('owner'));
    for (const name of people) {
      const robot = await narrowed(easel, person(name), { canvas_ids: [canvas.id] });
      for (const target of (await targetsOf(scene, route, line)).filter(({ ground }) => !ground?.missing)) {
        const isRoot = target.params.folder_id === scene.root.id && line.need === 'view folder';
        const said = await send(route, line, target, robot, line.body?.(known(target)));
        // To copy needs only view, and the root is never copied
        const isCopied = target.params.folder_id === scene.root.id && line.need === 'copy folder';
        const refusal = isCopied ? `403 Folder ${scene.root.id} is a system folder` : '403 Permission denied';
        expect([name, target.name, said]).toEqual([name, target.name, isRoot ? '200' : refusal]);
      }
    }
  });
});

/** What changes canvases (interface/streaming 4.2). */
const written = ['host-report', 'host-release', 'media-report', 'anchor-create', 'anchor-update', 'anchor-delete'];

describe('over the connection of a display', slow, () => {
  it.each(clientMessages.filter(({ type }) => type !== 'hello' && type !== 'bye').map((kind) => [kind.type, kind] as const))(
    '%s is for a read-only token unless it writes',
    async (type, kind) => {
      const canvas = await makeCanvas(person('owner'));
      const reader = tokens.get('administrator')!.get('read')!;
      const display = await connectDisplay(easel, reader.token, showing([canvas.id], ['rdp', 'ip-video', 'media-report']));
      const ask = async (): Promise<void> => {
        for (const example of kind.examples) {
          const answer = await display.request({ type, ...example, ...('canvas_id' in kind.fields && { canvas_id: canvas.id }) });
          const isRefused = answer.type === 'nack' && answer.msg === unscoped(['write']).slice(4);
          expect([type, isRefused, isRefused && [answer.code, answer.status]]).toEqual([
            type,
            written.includes(type),
            written.includes(type) && ['forbidden', 403],
          ]);
        }
      };
      // A beat is answered with a beat
      if (type === 'beat') display.send({ type });
      else if (written.includes(type)) await easel.unchanged(ask);
      else await ask();
      await display.leave();
    },
  );

  it('each stream is as over HTTP, for tokens of each scope that may connect', async () => {
    for (const scope of ['read', 'write'] as const) {
      const display = await connectDisplay(easel, tokens.get('administrator')!.get(scope)!.token);
      for (const [route, line] of lines.filter(([, { subscribable }]) => subscribable)) {
        const [target] = await probed(route, line);
        const answer = await display.request({ type: 'subscribe', path: pathOf(route, target!) });
        const enough = scopesFor(route, line.need);
        const said = answer.type === 'ack' ? '200' : `${answer.status} ${answer.msg}`;
        const served = line.need === 'the user alone' ? '403 Permission denied' : '200';
        expect([scope, route, said]).toEqual([scope, route, enough.includes(scope) ? served : unscoped(enough)]);
        if (answer.type === 'ack') await display.request({ type: 'unsubscribe', channel: answer.channel });
      }
      await display.leave();
    }
  });
});

/** A target that is there, for each way of sharing it, and one that is not. */
async function probed(route: string, line: Line): Promise<Target[]> {
  const targets = await targetsOf(scene, route, line);
  const there = targets.filter(
    (target) =>
      !target.ground?.missing && !target.ids && target.client?.shows !== 'none' && target.installation?.isThere !== false,
  );
  const shown = there.filter(
    ({ name, missingItem }) => !missingItem || /preview/.test(missingItem) || name.startsWith('unknown'),
  );
  const linked = shown.filter(({ name }) => name.startsWith('link'));
  const nowhere = targets.find(
    (target) => target.ground?.missing || target.ids || target.client?.shows === 'none' || target.installation?.isThere === false,
  );
  return [...(linked.length > 0 ? linked : shown.slice(0, 1)), ...(nowhere ? [nowhere] : [])];
}

/** Canvases, with and without a link. */
const grounds = async (route: string, line: Line): Promise<Target[]> =>
  (await probed(route, line)).filter(({ name }) => name.startsWith('link'));

type Ask = (caller: Caller) => Promise<string>;

/** Requests that change nothing, whoever sends them: reads, bodies that are none, and deletions of what is not there. */
function probesOf(route: string, line: Line, target: Target): Ask[] {
  const [method] = route.split(' ');
  if (method === 'GET') {
    const plain: Ask = (caller) => send(route, line, target, caller);
    return line.subscribable ? [plain, (caller) => stream(pathOf(route, target), caller)] : [plain];
  }
  if (method !== 'DELETE')
    return line.body && !line.ignoresBody ? [(caller) => send(route, line, target, caller, '{"name":')] : [];
  const last = /:(\w+)(\/\w+)?$/.exec(route)![1]!;
  const id = /user|group/.test(last) ? '99999' : NOWHERE;
  return line.item || !target.ground
    ? [(caller) => send(route, line, { ...target, params: { ...target.params, [last]: id } }, caller)]
    : [];
}

const pathOf = (route: string, { params }: Target): string =>
  route.split(' ')[1]!.replace(/:(\w+)/g, (_, key: string) => params[key]!);

async function send(route: string, line: Line, target: Target, caller: Caller, body?: unknown): Promise<string> {
  const [sent, headers] = body instanceof Form ? form(body.parts) : [body, {}];
  const named: Record<string, string> = line.byHeader ? { 'canvas-id': target.params.canvas_id! } : {};
  return said(await caller.request(route.split(' ')[0]!, pathOf(route, target), sent, { ...headers, ...named }));
}

const stream = (path: string, caller: Caller): Promise<string> => saidByStream(caller.watch(path));

function known({ has }: Target): Known {
  const { recipient, openFolder, openCanvas } = scene;
  return {
    note: has?.note ?? '',
    root: has?.root ?? '',
    recipient: recipient.id,
    openFolder: openFolder.id,
    openCanvas: openCanvas.id,
    login: {},
    spareToken: '',
    currentPassword: 'long-enough-password',
    unique: scene.unique(),
  };
}
