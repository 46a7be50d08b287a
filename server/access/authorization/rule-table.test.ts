import { beforeEach, describe, expect, it } from 'vitest';
import { initialValues } from '../../../model/field.ts';
import { type Refusal, refuse } from '../../../model/refusal.ts';
import { ALL_USERS, Group } from '../../../model/resources/accounts/group.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas, canvasIn } from '../../../model/resources/canvas.ts';
import { CLIENTS, Client } from '../../../model/resources/displays/client.ts';
import { Folder, homeFolders, rootFolder } from '../../../model/resources/folder.ts';
import { Grant, grantOf } from '../../../model/resources/grant.ts';
import { MemoryDirectory, made } from '../../../test/kit/memory-directory.ts';
import type { Params } from '../access-rule.ts';
import { type Actor, GUEST } from '../actor.ts';
import { NOT_NARROWED } from '../narrowing.ts';
import { createAccess } from './access.ts';
import { createRules, type Rules } from './rule-table.ts';

const ADMIN = 1000;
const ANN = 1001;
const BOB = 1002;

const actor = (id: number): Actor => ({
  id,
  name: '',
  email: '',
  admin: id === ADMIN,
  credential: 'permanent',
  token: 't',
  accessToken: 't',
  role: id === ADMIN ? ('administrator' as const) : ('user' as const),
  narrowing: NOT_NARROWED,
  endsAt: Number.POSITIVE_INFINITY,
});
const nobody: Actor = { ...actor(GUEST), credential: 'none', token: '' };

let directory: MemoryDirectory;
/** Undefined: the server has not made the scope yet. */
let clients: MemoryDirectory | undefined;
let refusal: Refusal | undefined;
let rules: Rules;

const user = (id: number, blocked = false) => {
  return { ...initialValues(User.fields), id, name: String(id), email: `${id}@corp.example`, admin: id === ADMIN, blocked };
};

/** The home of ann holds the canvas `shared`, which bob may edit and everybody may view by its link, and `own`. */
beforeEach(() => {
  refusal = undefined;
  clients = undefined;
  const people = [GUEST, ADMIN, ANN, BOB].map((id) => user(id));
  directory = new MemoryDirectory([made(Folder, rootFolder('root')), ...people.map((one) => made(User, one))]);
  directory.put(made(Group, { id: ALL_USERS, name: 'All Users', description: '', state: 'normal' }));
  for (const one of people) {
    directory.put(...homeFolders(one, directory.directory).map(({ kind, record }) => made(kind, record)));
  }
  const canvas = canvasIn(String(ANN), 'shared', 'shared', '');
  directory.put(
    made(Canvas, { ...canvas, link_permission: 'view' }),
    made(Canvas, { ...canvas, id: 'own' }),
    made(Grant, grantOf('shared', `user:${BOB}`, 'edit')),
  );
  const access = createAccess(directory);
  rules = createRules({
    directory: directory.directory,
    access,
    licence: { maxClients: () => -1, refusal: () => refusal },
    live: (scope) => (scope === CLIENTS ? clients?.directory : undefined),
  });
});

function answer(rule: keyof Rules, who: Actor, params: Params = {}): string {
  try {
    rules[rule].permit(who, params);
    return 'ok';
  } catch (cause) {
    return `${(cause as Refusal).status} ${(cause as Refusal).message}`;
  }
}

const shared = { canvas_id: 'shared' };
const own = { canvas_id: 'own' };
const unknown = { canvas_id: 'unknown' };

describe('canvases', () => {
  it('by access', () => {
    const of = (rule: keyof Rules) => [ADMIN, ANN, BOB].map((id) => answer(rule, actor(id), shared));
    expect(of('viewCanvas')).toEqual(['ok', 'ok', 'ok']);
    expect(of('editCanvas')).toEqual(['ok', 'ok', 'ok']);
    expect(of('ownCanvas')).toEqual(['ok', 'ok', '403 Permission denied']);
    expect(of('shareCanvas')).toEqual(['ok', 'ok', 'ok']);
    expect(answer('viewCanvas', actor(BOB), own)).toBe('403 Permission denied');
    expect(answer('viewCanvas', actor(BOB), unknown)).toBe('404 Canvas unknown not found');
  });

  it('by link, on the routes where the link counts', () => {
    const tries = (params: Params) => answer('viewCanvasOrLink', nobody, params);
    expect([shared, own, unknown].map(tries)).toEqual(['ok', '401 Unauthorized', '401 Unauthorized']);
    expect(answer('viewCanvas', nobody, shared)).toBe('401 Unauthorized');
    directory.put(made(User, user(GUEST, true)));
    expect(tries(shared)).toBe('401 Unauthorized');
  });

  it('asks for the licence after the credential and before the object', () => {
    refusal = refuse.licenceExpired();
    const expired = '402 License has expired';
    expect(answer('viewCanvas', nobody, unknown)).toBe('401 Unauthorized');
    expect(answer('viewCanvasOrLink', nobody, own)).toBe('401 Unauthorized');
    expect(answer('viewCanvasOrLink', nobody, shared)).toBe(expired);
    for (const id of [ADMIN, BOB]) expect(answer('viewCanvas', actor(id), unknown)).toBe(expired);
    expect(answer('signedInLicensed', actor(BOB))).toBe(expired);
    expect(answer('signedIn', actor(BOB))).toBe('ok');
    const licensed = Object.entries(rules).filter(([, rule]) => rule.licensed);
    expect(
      licensed.map(([name]) => name).filter((name) => !/Canvas|Folder|Client|Display|Installation|Licensed/.test(name)),
    ).toEqual([]);
  });
});

describe('folders', () => {
  const folder = (id: string): Params => ({ folder_id: id });
  const trash = folder(`trash.${ANN}`);
  const home = folder(String(ANN));
  const root = folder('root');

  it('that the system made cannot be moved or deleted, not even by owners and administrators', () => {
    for (const rule of ['editFolder', 'ownFolder'] as const) {
      expect(answer(rule, actor(ANN), home)).toBe(`403 Folder ${ANN} is a system folder`);
      expect(answer(rule, actor(ADMIN), root)).toBe('403 Folder root is a system folder');
      expect(answer(rule, actor(BOB), trash)).toBe('403 Permission denied');
    }
    expect([home, trash, root].map((params) => answer('emptyFolder', actor(ADMIN), params))).toEqual([
      'ok',
      'ok',
      '403 Folder root is a system folder',
    ]);
  });

  it('are shared by their owners, but not the root and a trash', () => {
    expect([home, trash, root].map((params) => answer('shareFolder', actor(ANN), params))).toEqual([
      'ok',
      '403 Permission denied',
      '403 Permission denied',
    ]);
    expect(answer('shareFolder', actor(ADMIN), root)).toBe('403 Permission denied');
  });

  it('are seen by everybody when they are the root, and 404 when they are not there', () => {
    expect(answer('viewFolder', actor(BOB), root)).toBe('ok');
    expect(answer('viewFolder', actor(BOB), home)).toBe('403 Permission denied');
    expect(answer('viewFolder', actor(BOB), folder('x'))).toBe('404 Folder x not found');
    expect(answer('viewFolder', nobody, folder('x'))).toBe('401 Unauthorized');
  });
});

describe('clients', () => {
  const wall = { client_id: 'wall' };
  const rights = () =>
    (['viewClient', 'controlClient'] as const).map((rule) => [ADMIN, ANN, BOB].map((id) => answer(rule, actor(id), wall)));
  const shows = (values: Partial<Client>): void => {
    const client = { ...initialValues(Client.fields), id: 'wall', owner: ANN, ...values };
    clients = new MemoryDirectory([made(Client, client)]);
  };
  const offline = '404 Client is offline';

  it('are seen by everybody with an account, and steered by administrators and their own user', () => {
    shows({ api_access: 'rw' });
    expect(rights()).toEqual([
      ['ok', 'ok', 'ok'],
      ['ok', 'ok', '403 Permission denied'],
    ]);
    expect(answer('viewClient', nobody, wall)).toBe('401 Unauthorized');
  });

  it('are steered by everybody where they say so, and by nobody where they only show themselves', () => {
    shows({ api_access: 'rw', control: 'all' });
    expect(rights()[1]).toEqual(['ok', 'ok', 'ok']);
    shows({ api_access: 'ro', control: 'all' });
    const denied = '403 Permission denied';
    expect(rights()).toEqual([
      ['ok', 'ok', 'ok'],
      [denied, denied, denied],
    ]);
  });

  it('are not there when they do not show themselves, even for administrators', () => {
    const all = [
      [offline, offline, offline],
      [offline, offline, offline],
    ];
    expect(rights()).toEqual(all);
    shows({ api_access: 'none', control: 'all' });
    expect(rights()).toEqual(all);
    shows({ id: 'another', api_access: 'rw' });
    expect(rights()).toEqual(all);
  });

  it('ask for the licence before the client, and for one to connect, though not for a token', () => {
    expect(answer('connectDisplay', nobody)).toBe('ok');
    refusal = refuse.licenceExpired();
    expect(rights().flat()).toEqual(Array(6).fill('402 License has expired'));
    for (const who of [nobody, actor(ANN)]) expect(answer('connectDisplay', who)).toBe('402 License has expired');
  });
});

describe('users and groups', () => {
  it('ask for the role before the ids, and for the form of an id before what it names', () => {
    expect(answer('administrator', actor(BOB), { user_id: 'me' })).toBe('403 Permission denied');
    expect(answer('administrator', actor(ADMIN), { user_id: 'me' })).toBe('400 User ID me is not an integer');
    expect(answer('administrator', actor(ADMIN), { group_id: '5', user_id: 'me' })).toBe('400 User ID me is not an integer');
    expect(answer('administrator', actor(ADMIN), { group_id: '5', user_id: '5' })).toBe('404 Group 5 not found');
    expect(answer('signedIn', actor(BOB), { user_id: '-5' })).toBe('404 User -5 not found');
    expect(answer('signedIn', actor(BOB), { group_id: String(ALL_USERS) })).toBe('ok');
  });

  it('let users see and change themselves', () => {
    expect(answer('selfOrAdministrator', actor(BOB), { user_id: String(BOB) })).toBe('ok');
    expect(answer('selfOrAdministrator', actor(BOB), { user_id: String(ANN) })).toBe('403 Permission denied');
    expect(answer('selfOrAdministrator', actor(BOB), { user_id: 'x' })).toBe('403 Permission denied');
    expect(answer('selfOrAdministrator', actor(ADMIN), { user_id: '7' })).toBe('404 User 7 not found');
    expect(answer('selfOrAdministrator', nobody, { user_id: String(BOB) })).toBe('401 Unauthorized');
  });
});
