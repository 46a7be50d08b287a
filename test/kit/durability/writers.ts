import type { Answer, Caller } from '../client.ts';
import { GONE, type Ledger } from '../ledger.ts';
import type { Random } from '../random.ts';
import { type State, type Thing, widthOf } from './state.ts';

/** Shared by the writers of one round. */
export interface Desk {
  readonly admin: Caller;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly state: State;
  /** Ids of the canvases that last for the whole test. */
  readonly canvases: readonly string[];
  /** Permanent canvases for permissions, and the user who gets them. */
  readonly shared: readonly { readonly id: string; readonly name: string; readonly user: number }[];
  /** A number that is never the same twice in the whole test. */
  readonly number: () => number;
  /** Secrets of the access tokens, by key. */
  readonly secrets: Map<string, string>;
  /** Called for each answer. */
  readonly answered: () => void;
}

/** No answer came: the server is gone, so this writer ends. */
class Ended extends Error {}

/** Sixteen callers; each sends one request after the other until the server is gone. */
export async function write(desk: Desk): Promise<void> {
  const writers = [
    ...Array.from({ length: 8 }, (_, at) => new ContentWriter(desk, `w${at}`, desk.canvases[at % desk.canvases.length]!)),
    ...[8, 9].map((at) => new CanvasWriter(desk, `w${at}`)),
    ...[10, 11].map((at) => new UserWriter(desk, `w${at}`)),
    ...[12, 13].map((at) => new TokenWriter(desk, `w${at}`)),
    ...desk.shared.map((canvas) => new SharingWriter(desk, canvas)),
  ];
  await Promise.all(writers.map(untilEnded));
}

async function untilEnded(writer: Writer): Promise<void> {
  try {
    for (;;) await writer.step();
  } catch (cause) {
    if (!(cause instanceof Ended)) throw cause;
  }
}

/** Things carry the `tag` of their writer, so that a writer of the next round continues with them. */
abstract class Writer {
  protected readonly own: Thing[];

  constructor(
    protected readonly desk: Desk,
    protected readonly name: string,
  ) {
    this.own = desk.state.things.filter(({ key }) => key.includes(` ${name}-`));
  }

  abstract step(): Promise<void>;

  protected tag(): string {
    return `${this.name}-${this.desk.number()}`;
  }

  protected value(): string {
    return String(this.desk.number());
  }

  /** Sends and records. Resolves with the answer, undefined for a refusal; throws when no answer came. */
  protected async send(values: Readonly<Record<string, string>>, line: string | undefined, request: () => Promise<Answer>) {
    const { ledger, answered } = this.desk;
    const write = ledger.send(values, line);
    const answer = await request().catch(() => {
      throw new Ended();
    });
    if (answer.status === 200) ledger.ack(write);
    else ledger.refused(write, `${answer.status} ${answer.text}`);
    answered();
    return answer.status === 200 ? answer : undefined;
  }

  protected drop(gone: (thing: Thing) => boolean): void {
    for (let at = this.own.length - 1; at >= 0; at--) if (gone(this.own[at]!)) this.own.splice(at, 1);
  }

  protected ofKind(kind: string): Thing[] {
    return this.own.filter(({ key }) => key.startsWith(`${kind} `));
  }
}

/** Notes and connectors on one canvas, and a note that all writers of the canvas change. */
class ContentWriter extends Writer {
  readonly #path: string;
  readonly #hot: Thing;

  constructor(desk: Desk, name: string, canvas: string) {
    super(desk, name);
    this.#path = `/canvases/${canvas}`;
    this.#hot = desk.state.things.find((thing) => thing.key.startsWith('note hot-') && thing.canvas === canvas)!;
    // Connectors have no text for a name; this writer owns those between its own notes
    const notes = new Set(this.own.map(({ id }) => id));
    this.own.push(...desk.state.things.filter(({ ends }) => ends.some((end) => notes.has(end))));
  }

  step(): Promise<void> {
    const { random } = this.desk;
    const notes = this.ofKind('note');
    if (notes.length < 3) return this.#create();
    if (notes.length > 7) return this.#delete(random.of(notes));
    const acts = [
      () => this.#create(),
      () => this.#delete(random.of(notes)),
      () => this.#patch(random.of(notes)),
      () => this.#patch(random.of(notes)),
      () => this.#patch(this.#hot),
      () => this.#connect(random.of(notes), random.of(notes)),
      () => this.#change(this.ofKind('connector')),
      () => this.#disconnect(this.ofKind('connector')),
    ];
    return random.of(acts)();
  }

  async #create(): Promise<void> {
    const title = this.tag();
    const text = this.value();
    const made = await this.send({ [`note ${title}`]: text }, undefined, () =>
      this.desk.admin.post(`${this.#path}/notes`, { title, text }),
    );
    if (made) this.own.push({ key: `note ${title}`, value: text, id: made.body.id, canvas: '', ends: [] });
  }

  async #patch({ key, id }: Thing): Promise<void> {
    const text = this.value();
    await this.send({ [key]: text }, undefined, () => this.desk.admin.patch(`${this.#path}/notes/${id}`, { text }));
  }

  /** The same commit deletes the connectors at the note. */
  async #delete({ key, id }: Thing): Promise<void> {
    const attached = this.own.filter(({ ends }) => ends.includes(id)).map((one) => one.key);
    const values = Object.fromEntries([key, ...attached].map((one) => [one, GONE]));
    await this.send(values, undefined, () => this.desk.admin.delete(`${this.#path}/notes/${id}`));
    this.drop((thing) => thing.key in values);
  }

  async #connect(from: Thing, to: Thing): Promise<void> {
    if (from === to) return this.#patch(from);
    const line_color = `#${this.desk.number().toString(16).padStart(8, '0')}`;
    const key = `connector ${line_color}`;
    const line_width = this.desk.number();
    const made = await this.send({ [key]: String(line_width) }, undefined, () =>
      this.desk.admin.post(`${this.#path}/connectors`, { src: { id: from.id }, dst: { id: to.id }, line_color, line_width }),
    );
    if (made) this.own.push({ key, value: String(line_width), id: made.body.id, canvas: '', ends: [from.id, to.id] });
  }

  async #change([first]: readonly Thing[]): Promise<void> {
    if (!first) return this.#create();
    const line_width = this.desk.number();
    await this.send({ [first.key]: String(line_width) }, undefined, () =>
      this.desk.admin.patch(`${this.#path}/connectors/${first.id}`, { line_width }),
    );
  }

  async #disconnect([first]: readonly Thing[]): Promise<void> {
    if (!first) return this.#create();
    await this.send({ [first.key]: GONE }, undefined, () => this.desk.admin.delete(`${this.#path}/connectors/${first.id}`));
    this.drop((thing) => thing === first);
  }
}

/** Makes, changes and removes one thing of the directory after the other. */
abstract class DirectoryWriter extends Writer {
  /** The kind in keys, and the name of it in the audit log. */
  protected abstract readonly kind: readonly [key: string, audit: string];
  protected abstract readonly path: string;
  protected abstract body(tag: string, value: string, isNew: boolean): object;
  protected made(_key: string, _answer: Answer): void {}

  step(): Promise<void> {
    const { random } = this.desk;
    const things = this.ofKind(this.kind[0]);
    if (things.length < 2) return this.#create();
    if (things.length > 4) return this.#delete(random.of(things));
    const acts = [() => this.#create(), () => this.#delete(random.of(things)), () => this.#patch(random.of(things))];
    return random.of(acts)();
  }

  async #create(): Promise<void> {
    const tag = this.tag();
    const value = this.value();
    const key = `${this.kind[0]} ${tag}`;
    const made = await this.send({ [key]: value }, `${this.kind[1]} created: ${tag}/${value}`, () =>
      this.desk.admin.post(this.path, this.body(tag, value, true)),
    );
    if (!made) return;
    this.own.push({ key, value, id: String(made.body.id), canvas: '', ends: [] });
    this.made(key, made);
  }

  async #patch(thing: Thing): Promise<void> {
    const value = this.value();
    const tag = thing.key.split(' ')[1]!;
    await this.send({ [thing.key]: value }, `${this.kind[1]} updated: ${tag}/${value}`, () =>
      this.desk.admin.patch(`${this.path}/${thing.id}`, this.body(tag, value, false)),
    );
    this.own[this.own.indexOf(thing)] = { ...thing, value };
  }

  async #delete(thing: Thing): Promise<void> {
    const within = this.own.filter(({ canvas }) => canvas === thing.id).map(({ key }) => key);
    const values = Object.fromEntries([thing.key, ...within].map((key) => [key, GONE]));
    await this.send(values, `${this.kind[1]} deleted: ${thing.key.split(' ')[1]}/${thing.value}`, () =>
      this.desk.admin.delete(`${this.path}/${thing.id}`),
    );
    this.drop(({ key }) => key in values);
  }
}

/** Canvases with content; a change writes the directory and the canvas at once. */
class CanvasWriter extends DirectoryWriter {
  protected readonly kind = ['canvas', 'Canvas'] as const;
  protected readonly path = '/canvases';

  constructor(desk: Desk, name: string) {
    super(desk, name);
  }

  override step(): Promise<void> {
    const canvas = this.ofKind('canvas').at(-1);
    return canvas && this.desk.random.below(3) === 0 ? this.#fill(canvas.id) : super.step();
  }

  protected body(tag: string, value: string): object {
    return { name: `${tag}/${value}`, size: { width: widthOf(value), height: 1000 } };
  }

  async #fill(canvas: string): Promise<void> {
    const title = this.tag();
    const text = this.value();
    const made = await this.send({ [`note ${title}`]: text }, undefined, () =>
      this.desk.admin.post(`/canvases/${canvas}/notes`, { title, text }),
    );
    if (made) this.own.push({ key: `note ${title}`, value: text, id: made.body.id, canvas, ends: [] });
  }
}

class UserWriter extends DirectoryWriter {
  protected readonly kind = ['user', 'User'] as const;
  protected readonly path = '/users';

  protected body(tag: string, value: string): object {
    return { name: `${tag}/${value}`, email: `${tag}@corp.example` };
  }
}

class TokenWriter extends DirectoryWriter {
  protected readonly kind = ['token', 'Access token'] as const;
  protected readonly path = '/users/1000/access-tokens';

  protected body(tag: string, value: string): object {
    return { name: `${tag}/${value}` };
  }

  protected override made(key: string, { body }: Answer): void {
    this.desk.secrets.set(key, body.plain_token);
  }
}

/** Gives one user one permission on a canvas, then another or none. */
class SharingWriter extends Writer {
  readonly #key: string;
  #permission: string;

  constructor(
    desk: Desk,
    private readonly canvas: Desk['shared'][number],
  ) {
    super(desk, canvas.name);
    this.#key = `grant ${canvas.name} ${canvas.user}`;
    this.#permission = desk.state.values.get(this.#key) ?? GONE;
  }

  async step(): Promise<void> {
    const { id, name, user } = this.canvas;
    const others = ['view', 'edit', GONE].filter((one) => one !== this.#permission);
    this.#permission = this.desk.random.of(others);
    const permission = this.#permission === GONE ? 'none' : this.#permission;
    await this.send({ [this.#key]: this.#permission }, `Canvas permissions changed: ${name}`, () =>
      this.desk.admin.post(`/canvases/${id}/permissions`, { users: [{ id: user, permission }] }),
    );
  }
}
