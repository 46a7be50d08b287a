import { exampleIds } from '../../model/example-ids.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { tokenHash } from '../../server/access/authentication/tokens.ts';
import { backupRecord } from './backup-record.ts';
import type { Answer, Caller, Headers } from './client.ts';
import { connectWall } from './display.ts';
import type { Easel } from './easel.ts';
import { form, sampleFiles } from './files.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any;

/** A request as the API document shows it: an operation, with one of the examples of its body if it takes one. */
export interface Example {
  /** `createNote (WidgetClone)` */
  readonly name: string;
  readonly operation: Operation;
  readonly body?: Json;
  readonly isForm?: boolean;
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The description in the document. */
  readonly described: Json;
}

/** The examples of an API document. */
export class Examples {
  readonly operations: readonly Operation[];

  constructor(private readonly document: Json) {
    this.operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, described]) => ({
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        described,
      })),
    );
  }

  get all(): Example[] {
    return this.operations.flatMap((operation) => this.of(operation));
  }

  /** At least one; the first shows the typical use of the operation. */
  of(operation: Operation): [Example, ...Example[]] {
    const content = operation.described.requestBody?.content ?? {};
    const json = content['application/json'] ?? {};
    const forms = content['multipart/form-data']?.schema.properties.json.examples ?? [];
    const made: Example[] = [
      ...forms.map((body: Json) => ({ name: `${operation.id} (form)`, operation, body, isForm: true })),
      ...('example' in json ? [{ name: operation.id, operation, body: json.example }] : []),
      ...Object.entries<Json>(json.examples ?? {}).map(([name, { value }]) => ({
        name: `${operation.id} (${name})`,
        operation,
        body: value,
      })),
    ];
    const [first = { name: operation.id, operation }, ...others] = made;
    return [first, ...others];
  }

  /** Finds an operation by its id, or by method and path. Throws when there is none. */
  find(name: string): Operation {
    const found = this.operations.find(({ id, method, path }) => name === id || name === `${method} ${path}`);
    if (!found) throw new Error(`The document has no ${name}`);
    return found;
  }

  has = (name: string): boolean => this.operations.some(({ method, path }) => name === `${method} ${path}`);

  /** The parameters that a page sends when somebody tries the operation as it is: those with a value that is filled in. */
  prefilledParameters(operation: Operation): Json[] {
    const isPrefilled = ({ required, example, examples, schema }: Json): boolean =>
      required || [example, examples, schema.example, schema.examples, schema.default].some((one) => one !== undefined);
    return this.parametersOf(operation).filter(isPrefilled);
  }

  parametersOf({ described }: Operation): Json[] {
    return described.parameters.map(({ $ref }: Json) => this.document.components.parameters[$ref.split('/').at(-1)]);
  }
}

/** Ids and tokens in the examples, by what they stand for. */
const kindOf = new Map<Json, string>(Object.entries(exampleIds).map(([kind, id]) => [id, kind]));
/** Values that must differ between worlds. */
const unique: readonly Json[] = ['ada@corp.example', 'Designers'];

/** A place to send examples in. The things that they refer to are made when first needed, by other examples. */
export class ExampleWorld {
  readonly #made = new Map<string, Promise<Json>>();

  /** `number`: unlike that of any other world on this server. */
  constructor(
    private readonly easel: Easel,
    private readonly examples: Examples,
    private readonly number: number,
  ) {}

  async send({ operation, body, isForm }: Example, caller: Caller = this.easel.admin, more: Headers = {}): Promise<Answer> {
    const target = await this.target(operation);
    const { path, headers } = { ...target, headers: { ...target.headers, ...more } };
    const json = await this.#filled(body, operation);
    if (!isForm) return caller.request(operation.method, path, json, headers);
    const [bytes, own] = form({ data: fileFor(operation), json, filename: 'floor-plan.svg' });
    return caller.request(operation.method, path, bytes, { ...headers, ...own });
  }

  /** Path, query and headers of an operation as a page fills them in, with existing ids in the place of the examples. */
  async target(operation: Operation): Promise<{ readonly path: string; readonly headers: Record<string, string> }> {
    let { path } = operation;
    const headers: Record<string, string> = {};
    const query = new URLSearchParams();
    for (const { name, in: place, schema, example = shownIn(schema) } of this.examples.prefilledParameters(operation)) {
      const value = String(await (example === undefined ? this.#inPath(name, operation) : this.#filled(example, operation)));
      if (place === 'header') headers[name] = value;
      else if (place === 'query') query.set(name, value);
      else path = path.replace(`{${name}}`, value);
    }
    // Whoever asks for a stream does so by the type that it accepts
    query.delete('subscribe');
    return { path: query.size > 0 ? `${path}?${query}` : path, headers };
  }

  /** The answer to the example of an operation. It is sent once for each key. */
  once(name: string, key = name): Promise<Json> {
    const sent = this.#made.get(key) ?? this.#first(name);
    this.#made.set(key, sent);
    return sent;
  }

  /** An example in which each well-known id is replaced by the id of something that exists. */
  async #filled(value: Json, operation: Operation): Promise<Json> {
    if (unique.includes(value)) return `${this.number}-${value}`;
    const kind = kindOf.get(value);
    if (kind !== undefined) return this.#real(kind, operation);
    if (Array.isArray(value)) return Promise.all(value.map((one) => this.#filled(one, operation)));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([key, one]) => [key, await this.#filled(one, operation)]);
    return Object.fromEntries(await Promise.all(entries));
  }

  /** The id of a record whose kind has no example id: the answer to a create in the collection before it in the path. */
  async #inPath(name: string, { path }: Operation): Promise<Json> {
    return (await this.once(`POST ${path.slice(0, path.indexOf(`/{${name}}`))}`)).id;
  }

  async #real(kind: string, operation: Operation): Promise<Json> {
    const make = makers[kind] ?? by(`create${kind[0]!.toUpperCase()}${kind.slice(1)}`);
    const [name, field] = make(operation, this.examples);
    return (await this.once(name, seconds.includes(kind) ? kind : name))[field];
  }

  async #first(name: string): Promise<Json> {
    // The caller who sends the examples
    if (name === 'me') return { id: this.easel.admin.id };
    // No request makes a client: it connects
    if (name === 'client') {
      const wall = await connectWall(this.easel, this.easel.admin.token);
      await wall.request({ type: 'report', uptime_s: 1 });
      return { id: wall.welcome.client_id };
    }
    if (name === 'backup') return { id: await backupRecord(this.easel) };
    if (name === 'session') return { id: tokenHash((await this.once('login')).token) };
    if (name === 'login') await this.once('createUser');
    const [example] = this.examples.of(this.examples.find(name));
    const { status, text, body } = await this.send(example);
    if (status !== 200) throw new Error(`${example.name}: ${status} ${text}`);
    return body;
  }
}

const shownIn = ({ example, examples, default: usual }: Json): Json => example ?? examples?.[0] ?? usual;

/** Second things of a kind, which must differ from the first. */
const seconds = ['start', 'end', 'destination'];

type Maker = (operation: Operation, examples: Examples) => readonly [by: string, field: string];
const by =
  (operation: string, field = 'id'): Maker =>
  () => [operation, field];

/**
 * The operation that makes the thing that an id stands for, when it is not the create of its name (`group`: `createGroup`).
 * The collection in the path makes widgets and strokes.
 */
const makers: Readonly<Record<string, Maker>> = {
  // What somebody keeps is read by nobody else
  user: ({ path }) => [path.startsWith('/users/{user_id}/marks') ? 'me' : 'createUser', 'id'],
  destination: by('createFolder'),
  client: by('client'),
  backup: by('backup'),
  token: by('login', 'token'),
  session: by('session'),
  mark: by('markCanvas'),
  hash: by('createImage', 'hash'),
  start: by('createNote'),
  end: by('createNote'),
  widget({ path }, examples) {
    const collection = `POST ${path.split('/').slice(0, 4).join('/')}`;
    return [examples.has(collection) ? collection : 'createNote', 'id'];
  },
  annotation: ({ path }) => [`POST ${path.slice(0, path.lastIndexOf('/'))}`, 'id'],
};

/** A file of the kind that the collection takes; an image for all others. */
function fileFor({ path }: Operation): Buffer {
  const kind = widgetKinds.find(({ widget }) => widget.path === path.split('/').at(-1))?.widget.upload;
  return sampleFiles[kind || 'image'].bytes;
}
