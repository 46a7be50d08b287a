import { inspect } from 'node:util';
import { User } from '../../model/resources/accounts/user.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder } from '../../model/resources/folder.ts';
import { needs } from '../access/needs.ts';
import { verdict } from '../access/verdict.ts';
import { type Answer, Caller } from '../kit/client.ts';
import type { Description } from '../kit/description.ts';
import type { Easel } from '../kit/easel.ts';
import { svg } from '../kit/samples.ts';
import { Rights } from './rights.ts';
import type { Form, Shot } from './shots.ts';
import type { Sender, World } from './world.ts';

/** A shot as it is sent. */
interface Request {
  readonly method: string;
  /** Path below the base, with its query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly sender: Sender;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

/** Fires requests at a server one after the other, and throws when an answer breaks a promise. */
export class Range {
  fired = 0;
  readonly #caller: Caller;
  readonly #statuses = new Map<number, number>();
  readonly #rights: Rights;
  #rolesAt = -1;
  #knownRoles = '';

  constructor(
    private readonly easel: Easel,
    private readonly world: World,
    private readonly description: Description,
  ) {
    this.#rights = new Rights(easel.server.store.directory);
    this.#caller = new Caller({ url: easel.url }, '');
  }

  close(): void {
    this.#caller.close();
  }

  summary(): string {
    return [...this.#statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ');
  }

  async fire(shot: Shot): Promise<void> {
    if (this.fired++ % 20 === 0) await this.world.tend();
    const request = this.#aim(shot);
    const expected = this.#verdict(request);
    const before = this.#state();
    const was = {
      admin: this.world.credential(request.sender.token).admin,
      roles: this.#roles(),
      folder: this.#folderOf(request.params),
    };
    const answer = await this.#send(request);
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    const faults = [
      ...this.description.faults(request, answer),
      ...(answer.status >= 500 && answer.status !== 501 ? [`a fault of the server: ${inspect(this.easel.errors.at(-1))}`] : []),
      ...rightFaults(expected, answer),
      ...this.#changeFaults(request, answer, before),
      ...this.#powerFaults(request, answer, was),
    ];
    if (faults.length > 0)
      throw new Error(`${faults.join('\n')}\n${inWords(request)}\n→ ${answer.status} ${answer.text.slice(0, 1000)}`);
  }

  #aim(shot: Shot): Request {
    const sender = this.world.sender(shot.caller);
    const { path, params } = this.world.fill(shot.operation.path, shot.ids);
    const slashed =
      shot.slashes === 'trailing' ? `${path}/` : shot.slashes === 'double' ? path.replaceAll('/', '//').slice(1) : path;
    const method = shot.method;
    const body = this.#body(shot, params.canvas_id);
    const headers = {
      ...credentialHeaders(sender),
      ...(shot.origin && { origin: 'https://elsewhere.example' }),
      // The length alone must be enough to refuse it. A form may be as long, and the server would wait for the rest of it
      ...(shot.huge &&
        body !== undefined &&
        !typeOf(shot).startsWith('multipart/') && { 'content-length': String(17 * 1024 * 1024) }),
      ...(/^\/[a-z]+\/\{hash\}/.test(shot.operation.path) && { 'canvas-id': params.canvas_id! }),
      ...(shot.contentType !== undefined && body !== undefined && { 'content-type': typeOf(shot) }),
    };
    return { method, path: slashed + shot.query, params, sender, headers, body };
  }

  #body({ body }: Shot, canvas: string | undefined): string | Buffer | undefined {
    if (body === undefined || 'text' in body) return body?.text;
    return 'json' in body ? this.world.text(body.json, canvas) : formText(body, (json) => this.world.text(json, canvas));
  }

  /** Status and text when the rights alone decide; `undefined`: the rights let it pass; `null`: something else decides first. */
  #verdict({ method, path, params, sender, headers }: Request): string | undefined | null {
    const operation = this.description.find({ method, path });
    if (!operation || path.includes('%zz') || path.includes('%E0%A4') || /\?.*%/.test(path)) return null;
    const line = needs[operation.name.replace(/\{(\w+)\}/g, ':$1')];
    if (!line) return null;
    const unseen = line.byHeader === true && sender.asCookie;
    const { credential, user } = this.world.credential(unseen ? '' : sender.token);
    const foreign = sender.asCookie && !unseen && headers.origin !== undefined && method !== 'GET' && method !== 'HEAD';
    // In the path of a GET it is the caller (interface/auth 0.1)
    const isMe = params.user_id === 'me' && (method === 'GET' || method === 'HEAD') && user !== undefined;
    const named = isMe ? { ...params, user_id: String(user) } : params;
    return verdict(line.need, { credential, foreign, ...this.#rights.standing(user, named) });
  }

  async #send({ method, path, headers, body }: Request): Promise<Answer> {
    if (this.#opensStream(method, path)) return this.#stream(path, headers);
    return 'content-length' in headers
      ? this.#alone(method, path, headers, body)
      : this.#caller.request(method, path, body, { 'content-type': '', ...headers });
  }

  /** On a connection of its own, because the server goes on waiting for a body that is shorter than announced. */
  async #alone(method: string, path: string, headers: Request['headers'], body: Request['body']): Promise<Answer> {
    const caller = new Caller({ url: this.easel.url }, '');
    try {
      return await caller.request(method, path, body, headers);
    } finally {
      caller.close();
    }
  }

  #opensStream(method: string, path: string): boolean {
    return (
      method === 'GET' && /\?subscribe(=true)?$/.test(path) && this.description.find({ method, path })?.subscribable === true
    );
  }

  /** The first message of a stream counts as the answer. */
  async #stream(path: string, { 'content-length': _, ...headers }: Request['headers']): Promise<Answer> {
    try {
      const reader = await this.easel.anonymous.watch(path.replace(/\?.*/, ''), headers);
      const text = await reader.line();
      reader.close();
      return answerOf(200, reader.response.headers, Buffer.from(text));
    } catch (error) {
      const [, status = '0', text = ''] = /: (\d+) (.*)$/s.exec((error as Error).message) ?? [];
      const head = { 'x-request-id': 'not known', 'content-type': 'application/json' };
      return answerOf(Number(status), head, Buffer.from(text));
    }
  }

  #state(): string {
    return `${this.easel.published.length} ${this.easel.commits}`;
  }

  #changeFaults({ method, path }: Request, { status }: Answer, before: string): string[] {
    const mayWrite = status === 200 && method !== 'GET' && method !== 'HEAD';
    const mayRecord = /\/users\/+login/.test(path);
    if (this.#state() === before || mayWrite || mayRecord) return [];
    return [`something was written or published: ${before} → ${this.#state()}`];
  }

  #roles(): string {
    const { directory } = this.easel.server.store;
    if (directory.revision !== this.#rolesAt) {
      const users = directory.all(User).map(({ id, admin, blocked, approved }) => [id, admin, blocked, approved]);
      this.#knownRoles = JSON.stringify(users);
    }
    this.#rolesAt = directory.revision;
    return this.#knownRoles;
  }

  /** The folder that holds a canvas or folder. */
  #folderOf({ canvas_id = '', folder_id = '' }: Request['params']): string | undefined {
    const { directory } = this.easel.server.store;
    return (directory.get(Canvas, canvas_id) ?? directory.get(Folder, folder_id))?.folder_id;
  }

  /** Finds actions that only administrators may do, and ids in a body that need a right which the sender does not have. */
  #powerFaults({ sender, method }: Request, { status, body }: Answer, was: Was): string[] {
    if (status !== 200 || method === 'GET' || method === 'HEAD') return [];
    const { user } = this.world.credential(sender.token);
    if (user === undefined || was.admin) return [];
    const faults = this.#roles() === was.roles ? [] : ['a user without the role changed a role'];
    const folder = body?.folder_id as string | undefined;
    if (folder === undefined || folder === was.folder || this.#rights.mayFill(user, folder)) return faults;
    return [...faults, 'it stands in a folder on which the caller has no edit'];
  }
}

interface Was {
  readonly admin: boolean;
  readonly roles: string;
  readonly folder: string | undefined;
}

function rightFaults(expected: string | undefined | null, { status, body, text }: Answer): string[] {
  if (expected === null) return [];
  if (expected === undefined)
    return status === 401 && body?.msg !== undefined && !loginTexts.includes(body.msg) ? ['refused for who asks'] : [];
  const said = text === '' ? `${status}` : `${status} ${body?.msg}`;
  return said === expected || (text === '' && expected.startsWith(said)) ? [] : [`by the rights it must be ${expected}`];
}

const loginTexts = ['Invalid username or password.', 'Invalid token'];

function credentialHeaders({ token, asCookie, asBearer }: Sender): Record<string, string> {
  if (token === '') return {};
  if (asBearer) return { authorization: `Bearer ${token}` };
  if (!asCookie) return { 'private-token': token };
  return { cookie: `CanvusSession=${Buffer.from(JSON.stringify({ passport: { user: { token } } })).toString('base64')}` };
}

const boundary = 'fuzz';
const typeOf = ({ body, contentType = '' }: Shot): string =>
  body && 'parts' in body && contentType === 'application/json' ? `multipart/form-data; boundary=${boundary}` : contentType;

/** Raw bytes, so that nothing changes a name or a file on its way. */
function formText({ parts }: Form, textOf: (json: unknown) => string): Buffer {
  const pieces = parts.flatMap(({ name, filename, is, json }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? '\r\n\r\n' : `; filename="${filename}"\r\nContent-Type: x/y\r\n\r\n`),
    is === 'json' ? Buffer.from(textOf(json)) : (contents[is] ?? Buffer.alloc(0)),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

const contents: Readonly<Record<string, Buffer>> = {
  svg: svg(),
  png: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=', 'base64'),
  text: Buffer.from('{"title":"no file"}'),
  odd: Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x89, 0x50, 0x4e, 0x47]),
};

const inWords = ({ method, path, sender, headers, body }: Request): string =>
  [
    `${method} /api/v1${path}`,
    `by ${sender.name}`,
    JSON.stringify({ ...headers, cookie: undefined }),
    String(body ?? '(no body)').slice(0, 2000),
  ].join('\n  ');

function answerOf(status: number, headers: Answer['headers'], bytes: Buffer): Answer {
  const text = bytes.toString();
  return { status, headers, bytes, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? '' : JSON.parse(text);
  } catch {
    return undefined;
  }
}
