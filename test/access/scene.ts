import { connectWall } from '../kit/display.ts';
import type { Easel, Person } from '../kit/easel.ts';
import { Form, form } from '../kit/files.ts';
import { makeCanvas, makeFolder, NOWHERE, type Place, rootOf } from '../kit/places.ts';
import type { Known } from './line.ts';
import { needs } from './needs.ts';
import type { Installed, Permission, Screen, Standing } from './verdict.ts';

type Headers = Readonly<Record<string, string>>;

/** One way of sending a request, and what is known about its sender. */
export interface Asker {
  readonly name: string;
  readonly headers: Headers;
  readonly credential: Standing['credential'];
  /** Undefined: an anonymous caller. */
  readonly person: Person | undefined;
  readonly admin: boolean;
  /** Permission on the shared folder and everything in it. */
  readonly own: Permission;
  /** The cookie comes with a request of a foreign page. */
  readonly foreign: boolean;
  /** A further way to authenticate the same caller, tested on fewer requests because other askers cover the rest. */
  readonly variant?: boolean;
}

/** The ids for a path. `name` says which case of the interface it is. */
export interface Target {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly ids?: string;
  readonly ground?: Standing['ground'];
  /** A display client, and the user as whom it is connected. */
  readonly client?: Omit<Screen, 'own'> & { readonly owner?: Person };
  /** An installation, and its user. */
  readonly installation?: Omit<Installed, 'own'> & { readonly owner?: Person };
  /** Status and text when the item in the path does not exist. */
  readonly missingItem?: string;
  /** Widgets of a canvas. */
  readonly has?: { readonly root: string; readonly note: string };
  /** A caller that is tested besides the usual ones. */
  readonly asker?: Asker;
  /** Makes another target, with the same rights for all callers. */
  readonly again?: () => Promise<Target>;
}

/** One for each way in which a person sends requests. */
const spares = 8;

/** A server with one of each kind of caller, and folders and canvases on which they have different rights. */
export class Scene {
  readonly people = new Map<string, Person>();
  readonly spareTokens = new Map<Person, string[]>();
  readonly askers: Asker[] = [];
  folder!: Place;
  sealedFolder!: Place;
  openFolder!: Place;
  openCanvas!: Place;
  root!: Place;
  maker!: Person;
  recipient!: Person;
  group!: number;
  readonly #kept = new Map<string, Promise<Target>>();
  #numbers = 0;

  private constructor(readonly easel: Easel) {}

  static async make(easel: Easel): Promise<Scene> {
    const scene = new Scene(easel);
    const expired = await scene.#expiredToken();
    await scene.#makePeople();
    await scene.#makePlaces();
    await scene.#makeAskers(expired);
    return scene;
  }

  /** Makes a target once and reuses it, because most requests change nothing. */
  kept(name: string, make: () => Promise<Target>): Promise<Target> {
    const made = this.#kept.get(name) ?? make();
    this.#kept.set(name, made);
    return made;
  }

  unique(): string {
    return `unique-${++this.#numbers}`;
  }

  /** A canvas in the shared folder, with one widget of a type besides its root. */
  async canvas(path: string, link: 'none' | 'view' | 'edit' = 'none', folder = this.folder) {
    const canvas = await makeCanvas(this.maker, { folder_id: folder.id });
    if (link !== 'none') await this.maker.post(`/canvases/${canvas.id}/permissions`, { link_permission: link });
    if (folder === this.sealedFolder) await this.maker.post(`/canvases/${canvas.id}/permissions`, { editors_can_share: false });
    const made = await this.widgets(canvas.id, path);
    return { ...canvas, ...made, stroke: await this.stroke(canvas.id, path, made.widget) };
  }

  async widgets(canvas: string, path: string): Promise<{ root: string; note: string; widget: string }> {
    const root = (await this.maker.get(`/canvases/${canvas}/widgets`)).body[0].id as string;
    const note = (await this.maker.post(`/canvases/${canvas}/notes`)).body.id as string;
    const needed = { src: { id: root }, dst: { id: note }, source: 'camera', widget_type: 'Note' };
    const line = needs[`POST /canvases/:canvas_id/${path}`];
    const isCollection = `GET /canvases/:canvas_id/${path}/:widget_id` in needs;
    const body = line?.body?.({} as Known);
    const [sent, headers] = body instanceof Form ? form(body.parts) : [needed, {}];
    const widget = isCollection && line ? (await this.maker.post(`/canvases/${canvas}/${path}`, sent, headers)).body.id : note;
    return { root, note, widget };
  }

  /** Draws a stroke on the widget, or on the plane; `''` when it takes none. */
  async stroke(canvas: string, path: string, widget: string): Promise<string> {
    const on = [`${path}/:widget_id`, path].find((each) => `POST /canvases/:canvas_id/${each}/annotations` in needs);
    if (on === undefined) return '';
    const list = `/canvases/${canvas}/${on.replace(':widget_id', widget)}/annotations`;
    return (await this.maker.post(list, { line_color: '#ff0000ff' })).body.id;
  }

  /** A display client of the owner, with one of everything, that declares this access of callers. */
  async display(api_access: Screen['shows'], control: Screen['control']): Promise<string> {
    const client = {
      installation_name: this.unique(),
      api_access,
      control,
      capabilities: ['configured', 'identify', 'message', 'reload'],
    };
    return (await connectWall(this.easel, this.people.get('owner')!.token, { client })).welcome.client_id;
  }

  /** An installation of the owner that is away: whoever forgets it ends no connection. */
  async installation(): Promise<string> {
    const client = { installation_name: this.unique(), api_access: 'rw', capabilities: ['configured'] };
    const display = await connectWall(this.easel, this.people.get('owner')!.token, { client });
    await display.leave();
    return display.welcome.client_id;
  }

  spareToken(person: Person): string {
    const token = this.spareTokens.get(person)!.pop();
    if (token === undefined) throw new Error(`${person.email} has no spare token left`);
    return token;
  }

  async #expiredToken(): Promise<string> {
    const { easel } = this;
    const early = await easel.user({ name: 'early' });
    easel.clock.advance(25 * 3_600_000);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
    return early.token;
  }

  async #makePeople(): Promise<void> {
    const { easel } = this;
    this.maker = await easel.user({ name: 'maker' });
    this.recipient = await easel.user({ name: 'recipient' });
    for (const name of ['stranger', 'barred', 'viewer', 'reader', 'editor', 'member', 'owner', 'blocked'])
      await this.#person(name);
    await this.#person('administrator', true);
    this.group = await this.#groupOf('editors', ['member', 'barred']);
    await this.#groupOf('readers', ['reader']);
  }

  async #person(name: string, admin = false): Promise<void> {
    const person = await this.easel.user({ name, admin });
    const tokens: string[] = [];
    for (let made = 0; made < spares; made++) tokens.push((await this.easel.signIn(person.email, person.password)).token);
    this.people.set(name, person);
    this.spareTokens.set(person, tokens);
  }

  async #groupOf(name: string, members: readonly string[]): Promise<number> {
    const { admin } = this.easel;
    const { id } = (await admin.post('/groups', { name })).body;
    for (const member of members) await admin.post(`/groups/${id}/members`, { id: this.people.get(member)!.id });
    return id as number;
  }

  async #makePlaces(): Promise<void> {
    this.root = await rootOf(this.easel.admin);
    this.folder = await this.sharedFolder();
    this.sealedFolder = await this.sharedFolder(false);
    this.openFolder = await makeFolder(this.maker);
    await this.maker.post(`/canvas-folders/${this.openFolder.id}/permissions`, { groups: [{ id: 1, permission: 'edit' }] });
    this.openCanvas = await makeCanvas(this.maker, { folder_id: this.openFolder.id });
  }

  /** Everyone's right comes from this folder: by an entry of their own, by a group, or from neither. */
  async sharedFolder(editors_can_share = true): Promise<Place> {
    const folder = await makeFolder(this.maker);
    const path = `/canvas-folders/${folder.id}`;
    const groups = [
      { id: this.group, permission: 'edit' },
      { id: this.group + 1, permission: 'view' },
    ];
    await this.maker.post(`${path}/permissions`, { groups, editors_can_share });
    const entries = { viewer: 'view', editor: 'edit', owner: 'owner', blocked: 'owner', barred: 'none' };
    const users = Object.entries(entries).map(([name, permission]) => ({ id: this.people.get(name)!.id, permission }));
    await this.maker.post(`${path}/permissions`, { users });
    return folder;
  }

  async #makeAskers(expired: string): Promise<void> {
    const person = (name: string): Person => this.people.get(name)!;
    await this.easel.admin.post(`/users/${person('blocked').id}/block`);
    this.#add('nobody', {}, { credential: 'none' });
    this.#add('an unknown token', token('no-token'), { credential: 'invalid' });
    this.#add('an expired token', token(expired), { credential: 'invalid' });
    this.#add('a blocked owner', token(person('blocked').token), { person: person('blocked'), credential: 'blocked' });
    const rights = {
      stranger: 'none',
      barred: 'none',
      viewer: 'view',
      reader: 'view',
      editor: 'edit',
      member: 'edit',
      owner: 'owner',
    };
    for (const [name, own] of Object.entries(rights)) this.#add(name, token(person(name).token), { person: person(name), own });
    const administrator = { person: person('administrator'), admin: true };
    this.#add('administrator', token(administrator.person.token), administrator);
    await this.#addCredentials(person('owner'), person('editor'), administrator.person);
  }

  /** The other ways to authenticate. */
  async #addCredentials(owner: Person, editor: Person, administrator: Person): Promise<void> {
    const own = 'owner';
    const usual = this.askers.length;
    this.#add('owner, permanent token', token(await permanent(owner)), { person: owner, own });
    this.#add('administrator, permanent token', token(await permanent(administrator)), { person: administrator, admin: true });
    this.#add('editor, header sent twice', token(`${editor.token}, other`), { person: editor, own: 'edit' });
    this.#add('editor, header and cookie', { ...token(editor.token), ...cookie(owner.token) }, { person: editor, own: 'edit' });
    this.#add('owner, cookie', cookie(owner.token), { person: owner, own });
    this.#add('owner, cookie of our page', { ...cookie(owner.token), origin: this.easel.url }, { person: owner, own });
    const other = { origin: 'https://elsewhere.example' };
    this.#add('owner, cookie of another page', { ...cookie(owner.token), ...other }, { person: owner, own, foreign: true });
    this.#add('owner, token of another page', { ...token(owner.token), ...other }, { person: owner, own });
    this.#add('an unknown cookie', cookie('no-token'), { credential: 'invalid' });
    this.#add('an undecodable cookie', { cookie: 'CanvusSession=%%%' }, { credential: 'none' });
    for (const asker of this.askers.splice(usual)) this.askers.push({ ...asker, variant: true });
  }

  #add(name: string, headers: Headers, facts: Partial<Omit<Asker, 'own'>> & { own?: string }): void {
    const usual = { credential: 'valid', person: undefined, admin: false, own: 'none', foreign: false } as const;
    this.askers.push({ ...usual, ...(facts as Partial<Asker>), name, headers });
  }
}

const token = (text: string): Headers => ({ 'private-token': text });

const cookie = (text: string): Headers => {
  const session = Buffer.from(JSON.stringify({ passport: { user: { token: text } } })).toString('base64');
  return { cookie: `other=1; CanvusSession=${session}` };
};

const permanent = async (person: Person): Promise<string> =>
  (await person.post(`/users/${person.id}/access-tokens`, { name: 'robot' })).body.plain_token;

export { NOWHERE };
