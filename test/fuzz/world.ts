import { AccessToken } from '../../model/resources/accounts/access-token.ts';
import { Group } from '../../model/resources/accounts/group.ts';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { User } from '../../model/resources/accounts/user.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import type { ConfigValues } from '../../model/resources/config/config-settings.ts';
import { Folder } from '../../model/resources/folder.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { tokenHash } from '../../server/access/authentication/tokens.ts';
import type { Version } from '../../server/store/store.ts';
import type { Standing } from '../access/verdict.ts';
import { configure } from '../kit/configure.ts';
import type { Easel } from '../kit/easel.ts';
import { postFile } from '../kit/files.ts';
import { NOWHERE } from '../kit/places.ts';
import { svg } from '../kit/samples.ts';
import { rawValues } from './values.ts';

type Kind = 'user' | 'group' | 'folder' | 'canvas' | 'widget' | 'token' | 'access-token' | 'session' | 'email' | 'raw';

/** The sender of a request: a person with one of its tokens, or an invalid token. */
export interface Sender {
  readonly name: string;
  readonly token: string;
  readonly asCookie: boolean;
  readonly asBearer: boolean;
}

interface Place {
  readonly canvas_id?: string;
  readonly user_id?: string;
  /** `notes` */
  readonly collection?: string;
}

interface Known {
  readonly credential: Standing['credential'];
  readonly user: number | undefined;
  readonly admin: boolean;
}

/** Ids that name nothing, or something of another kind. */
const junk = [
  NOWHERE,
  ...[
    'x',
    '0',
    '-1',
    '-0',
    '1',
    '100',
    '1e3',
    '99999999999999999999',
    '0001100',
    'me',
    'register',
    'login',
    'password',
    '__proto__',
    'constructor',
    'a'.repeat(300),
  ],
  ...['%20', '%00', '%2f', '%F0%9F%98%80', '%zz', '%E0%A4', 'trash.100', 'trash.', 'user:100', 'group:1', 'session:x', 'server'],
];
const most = { users: 24, groups: 12, canvases: 20, folders: 30, widgets: 60 };

/** An administrator of the test may have sent anything to server-config, and new people must be able to sign in. */
const open: ConfigValues = {
  'authentication.password.enabled': true,
  'authentication.password.min_length': 8,
  'authentication.require_admin_approval': false,
};

/** The server under fire, and the ids to aim at. Kept small, so that lists stay short and ids recur. */
export class World {
  readonly #live = new Map<Kind, readonly string[]>();
  readonly #gone: string[] = [];
  readonly #tokens: Sender[] = [];
  readonly #known = new Map<string, Known>();
  #knownAt = -1;
  #seen = -1;
  #people = 0;

  private constructor(readonly easel: Easel) {}

  static async make(easel: Easel): Promise<World> {
    const world = new World(easel);
    await world.tend();
    return world;
  }

  /** Half of the requests come from administrators, few are anonymous, because most should get past the rights. */
  sender(at: number): Sender {
    const known = this.#tokens.filter(({ token }) => this.credential(token).credential === 'valid');
    const administrators = known.filter(({ token }) => this.#isAdministrator(token));
    const among = at % 20 < 10 ? administrators : at % 20 < 18 ? known : this.#tokens;
    return among[Math.floor(at / 20) % Math.max(1, among.length)] ?? this.#tokens[0]!;
  }

  /** Removes surplus things and makes missing ones, as the kit's administrator, whom no request can name. */
  async tend(): Promise<void> {
    this.#look();
    await this.#tendPeople();
    await this.#tendPlaces();
    this.#look();
  }

  /** Fills a path: most ids exist, some did once, some never. */
  fill(path: string, ids: readonly number[]): { path: string; params: Record<string, string> } {
    const params: Record<string, string> = {};
    let at = 0;
    // A header names the canvas of a file
    if (path.includes('{hash}')) params.canvas_id = forHeader(decoded(this.#id('canvas_id', ids[2] ?? 0, {})));
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const id = this.#id(name, ids[at++] ?? 0, { ...params, collection: path.split('/')[3] });
      params[name] = decoded(id);
      return id;
    });
    return { path: filled, params };
  }

  /** JSON text with its placeholders replaced. */
  text(json: unknown, canvas: string | undefined): string {
    const text = JSON.stringify(json) ?? '';
    return text.replace(/"@([a-z-]+):(\d+)"/g, (_, kind: Kind, at: string) => this.#stand(kind, Number(at), canvas));
  }

  /** What the server must find out about a sender, from the records alone. */
  credential(token: string): Known {
    const { directory } = this.easel.server.store;
    if (directory.revision !== this.#knownAt) this.#known.clear();
    this.#knownAt = directory.revision;
    const known = this.#known.get(token) ?? this.#lookUp(token);
    this.#known.set(token, known);
    return known;
  }

  #lookUp(token: string): Known {
    if (token === '') return { credential: 'none', user: undefined, admin: false };
    const { directory } = this.easel.server.store;
    const hash = tokenHash(token);
    const session = directory.get(LoginSession, hash) ?? directory.all(AccessToken).find((one) => one.hash === hash);
    const user = session && directory.get(User, session.user_id);
    if (!user) return { credential: 'invalid', user: undefined, admin: false };
    return { credential: user.blocked ? 'blocked' : 'valid', user: user.id, admin: user.admin };
  }

  #stand(kind: Kind, at: number, canvas: string | undefined): string {
    if (kind === 'raw') return rawValues[at % rawValues.length]!;
    const live = kind === 'widget' ? this.#widgetsOf(canvas) : (this.#live.get(kind) ?? []);
    const id = live[at % Math.max(1, live.length)] ?? 'none';
    return kind === 'user' || kind === 'group' ? id : JSON.stringify(id);
  }

  #id(name: string, at: number, place: Place): string {
    if (at % 20 === 19) return junk[Math.floor(at / 20) % junk.length]!;
    if (at % 20 === 18 && this.#gone.length > 0) return this.#gone[at % this.#gone.length]!;
    const live = this.#idsFor(name, at, place);
    const id = live[Math.floor(at / 10) % Math.max(1, live.length)] ?? NOWHERE;
    return at % 20 === 7 ? id.toUpperCase() : id;
  }

  /** Mostly ids of the type, canvas and user in the path. */
  #idsFor(name: string, at: number, { canvas_id, user_id, collection }: Place): readonly string[] {
    if (name === 'hash') return this.#hashesOf(canvas_id);
    if (name === 'annotation_id') return this.#listed(canvas_id, 'annotations').map(({ key }) => key);
    if (name === 'level') return ['0', '1', '2', '7', '-1', 'x'];
    if (name === 'widget_id' || name === 'table_id') return this.#widgetsOf(canvas_id, at % 10 === 6 ? undefined : collection);
    if (name !== 'token_id' || at % 10 === 6) return this.#live.get(kinds[name]!) ?? [];
    const tokens = this.easel.server.store.directory.all(AccessToken);
    return tokens.filter((token) => String(token.user_id) === user_id).map(({ id }) => id);
  }

  #widgetsOf(canvas?: string, collection?: string): string[] {
    const list = widgetKinds.find(({ widget }) => widget.path !== '' && widget.path === collection)?.name ?? 'widgets';
    return this.#listed(canvas, list).map(({ key }) => key);
  }

  #hashesOf(canvas: string | undefined): string[] {
    const widgets = this.#listed(canvas, 'widgets').map(({ shown }) => JSON.parse(shown));
    return widgets.flatMap(({ hash }) => (typeof hash === 'string' && hash !== '' ? [hash] : []));
  }

  /** Reads only loaded canvases; loading them is left to the requests. */
  #listed(canvas = '', list: string): Version[] {
    return [...(this.easel.server.store.ready(canvas.toLowerCase())?.list(list).versions() ?? [])];
  }

  /** Reads the ids again when anything was published since. */
  #look(): void {
    const { store } = this.easel.server;
    if (store.directory.revision === this.#seen) return;
    this.#seen = store.directory.revision;
    const before = ['user', 'group', 'folder', 'canvas'].flatMap((kind) => this.#live.get(kind as Kind) ?? []);
    const ids = (
      kind: typeof User | typeof Group | typeof Folder | typeof Canvas | typeof AccessToken | typeof LoginSession,
    ): string[] => store.directory.all<{ id: string | number }>(kind as never).map(({ id }) => String(id));
    this.#live.set(
      'user',
      ids(User).filter((id) => id !== '1000'),
    );
    this.#live.set('group', ids(Group));
    this.#live.set('folder', ids(Folder));
    this.#live.set('canvas', ids(Canvas));
    this.#live.set('access-token', ids(AccessToken));
    this.#live.set('session', ids(LoginSession));
    this.#live.set(
      'email',
      store.directory
        .all(User)
        .filter(({ id }) => id > 1000)
        .map(({ email }) => email),
    );
    this.#live.set(
      'token',
      this.#tokens.map(({ token }) => token),
    );
    const now = new Set(['user', 'group', 'folder', 'canvas'].flatMap((kind) => this.#live.get(kind as Kind)!));
    this.#gone.push(...before.filter((id) => !now.has(id)));
    this.#gone.splice(0, Math.max(0, this.#gone.length - 40));
  }

  async #tendPeople(): Promise<void> {
    const { admin } = this.easel;
    await configure(this.easel, open);
    const users = this.#live.get('user')!.filter((id) => id !== '100');
    for (const id of users.slice(0, Math.max(0, users.length - most.users))) await admin.delete(`/users/${id}`);
    const groups = this.#live.get('group')!.filter((id) => id !== '1');
    for (const id of groups.slice(0, Math.max(0, groups.length - most.groups))) await admin.delete(`/groups/${id}`);
    const fixed = [this.#sender('nobody', ''), this.#sender('a wrong token', 'no-token')];
    const valid = this.#tokens.filter(({ token }) => this.credential(token).credential !== 'invalid' && token !== '');
    const kept = valid.slice(-16);
    while (kept.filter(({ token }) => this.#isAdministrator(token)).length < 2) kept.push(...(await this.#person(true)));
    while (kept.filter(({ token }) => this.credential(token).credential === 'valid').length < 10)
      kept.push(...(await this.#person(false)));
    this.#tokens.splice(0, this.#tokens.length, ...fixed, ...kept);
  }

  #isAdministrator(token: string): boolean {
    const { credential, admin } = this.credential(token);
    return credential === 'valid' && admin;
  }

  #sender(name: string, token: string, by: 'header' | 'cookie' | 'bearer' = 'header'): Sender {
    return { name, token, asCookie: by === 'cookie', asBearer: by === 'bearer' };
  }

  async #person(admin: boolean): Promise<Sender[]> {
    const name = `${admin ? 'administrator' : 'person'}-${++this.#people}`;
    const person = await this.easel.user({ name, admin });
    const { body } = await person.post(`/users/${person.id}/access-tokens`, { name: 'fuzz' });
    const permanent = this.#sender(`${name}, permanent`, body.plain_token, 'bearer');
    if (admin) return [this.#sender(name, person.token), permanent];
    return [this.#sender(name, person.token), this.#sender(`${name}, cookie`, person.token, 'cookie'), permanent];
  }

  /** Canvases with a few widgets in a few folders, shared with some. */
  async #tendPlaces(): Promise<void> {
    const { admin, server } = this.easel;
    this.#look();
    const folders = this.#live
      .get('folder')!
      .filter((id) => /^[0-9a-f-]{36}$/.test(id) && server.store.directory.get(Folder, id)?.folder_id !== '');
    for (const id of folders.slice(0, Math.max(0, folders.length - most.folders))) await admin.delete(`/canvas-folders/${id}`);
    const canvases = this.#live.get('canvas')!;
    const large = canvases.filter((id) => (server.store.ready(id)?.list('widgets').size ?? 0) > most.widgets);
    const surplus = canvases.slice(0, Math.max(0, canvases.length - most.canvases));
    for (const id of new Set([...large, ...surplus])) await admin.delete(`/canvases/${id}`);
    this.#look();
    const furnished = this.#live.get('canvas')!.filter((id) => this.#widgetsOf(id).length >= 6);
    for (let left = 3 - furnished.length; left > 0; left--) await this.#makePlace();
    for (let left = 3 - this.#live.get('group')!.length; left > 0; left--)
      await admin.post('/groups', { name: `group-${++this.#people}` });
  }

  /** A shared folder with a canvas that has a widget of each type. */
  async #makePlace(): Promise<void> {
    const { admin } = this.easel;
    const users = this.#live.get('user')!.filter((id) => id !== '100');
    const folder = (await admin.post('/canvas-folders', {})).body.id;
    const entries = ['view', 'edit', 'owner', 'none'].map((permission, at) => ({
      id: Number(users[at % users.length]),
      permission,
    }));
    await admin.post(`/canvas-folders/${folder}/permissions`, { groups: [{ id: 1, permission: 'view' }] });
    await admin.post(`/canvas-folders/${folder}/permissions`, { users: entries });
    const canvas = (await admin.post('/canvases', { folder_id: folder })).body.id;
    const needed = { source: 'camera', src: { id: canvas }, dst: { id: canvas } };
    const paths = widgetKinds.map(({ widget }) => widget.path).filter((path) => path !== '');
    for (const path of ['images', 'videos', 'pdfs']) await postFile(this.easel, admin, `/canvases/${canvas}/${path}`, svg());
    for (const path of paths) {
      const [root] = this.#widgetsOf(canvas);
      await admin.post(`/canvases/${canvas}/${path}`, { ...needed, ...(root && { src: { id: root }, dst: { id: root } }) });
    }
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  user_id: 'user',
  group_id: 'group',
  folder_id: 'folder',
  canvas_id: 'canvas',
  token_id: 'access-token',
  session_id: 'session',
};

/** An id that can be sent in a header. */
const forHeader = (id: string): string => (/^[\x21-\x7e]+$/.test(id) ? id : NOWHERE);

function decoded(id: string): string {
  try {
    const text = decodeURIComponent(id);
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : text;
  } catch {
    return id;
  }
}
