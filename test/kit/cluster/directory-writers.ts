import type { Answer } from '../client.ts';
import { widthOf } from '../durability/state.ts';
import { listed, mayBeGone, single } from './canvas-writers.ts';
import type { Desk, Site } from './desk.ts';
import { GONE, type Numbered } from './history.ts';
import { drop, type Thing, Writer } from './writer.ts';

/** Makes, changes and removes one thing of the directory after the other; each leaves an entry in the audit log. */
abstract class DirectoryWriter extends Writer {
  /** The kind in keys, and its name in the audit log. */
  protected abstract readonly kind: readonly [key: string, audit: string];
  protected abstract readonly path: string;
  protected abstract body(tag: string, value: string, isNew: boolean): object;
  protected readonly things: Thing[] = [];

  protected made(_site: Site, _thing: Thing, _answer: Answer): Promise<void> | void {}
  protected deleted(_site: Site, _thing: Thing): Promise<void> | void {}
  protected numbered(_answer: Answer): Numbered | undefined {
    return undefined;
  }

  protected step(): Promise<void> {
    if (this.things.length < 2) return this.#create();
    const thing = this.random.of(this.things);
    if (this.things.length > 4) return this.#delete(thing);
    const acts = [() => this.#create(), () => this.#delete(thing), () => this.#change(thing), () => this.#list(this.site())];
    return this.random.of(acts)();
  }

  async #create(): Promise<void> {
    const tag = this.tag();
    const value = this.value();
    const site = this.site();
    const key = `${this.kind[0]} ${tag}`;
    const intent = { writes: { [key]: value }, audit: `${this.kind[1]} created: ${tag}/${value}` };
    const told = (answer: Answer) => ({ numbered: this.numbered(answer)! });
    const made = await this.ask(site, intent, { method: 'POST', path: this.path, body: this.body(tag, value, true), told });
    if (!made) return;
    const thing = { key, id: String(made.body.id), value };
    this.things.push(thing);
    await this.made(site, thing, made);
  }

  async #change(thing: Thing): Promise<void> {
    const tag = tagOf(thing);
    const value = this.value();
    const site = this.site();
    const intent = { writes: { [thing.key]: value }, audit: `${this.kind[1]} updated: ${tag}/${value}` };
    const path = `${this.path}/${thing.id}`;
    await this.ask(site, intent, {
      method: 'PATCH',
      path,
      body: this.body(tag, value, false),
      told: single,
      ...mayBeGone(thing),
    });
    await this.ask(this.other(site), {}, { method: 'GET', path, told: single, ...mayBeGone(thing) });
  }

  async #delete(thing: Thing): Promise<void> {
    const site = this.site();
    drop(this.things, (one) => one === thing);
    const intent = { writes: { [thing.key]: GONE }, audit: `${this.kind[1]} deleted: ${tagOf(thing)}` };
    const gone = await this.ask(site, intent, { method: 'DELETE', path: `${this.path}/${thing.id}`, ...mayBeGone(thing) });
    if (!gone) return;
    await this.deleted(site, thing);
    await this.#list(this.other(site));
  }

  async #list(site: Site): Promise<void> {
    await this.ask(site, {}, { method: 'GET', path: this.path, told: listed(`${this.kind[0]} `) });
  }
}

const tagOf = ({ key }: Thing): string => key.split(' ')[1]!;

/** A change writes the directory and the canvas at once. */
export class CanvasWriter extends DirectoryWriter {
  protected readonly kind = ['canvas', 'Canvas'] as const;
  protected readonly path = '/canvases';

  protected body(tag: string, value: string): object {
    return { name: `${tag}/${value}`, size: { width: widthOf(value), height: 1000 } };
  }
}

export class UserWriter extends DirectoryWriter {
  protected readonly kind = ['user', 'User'] as const;
  protected readonly path = '/users';

  protected body(tag: string, value: string): object {
    return { name: `${tag}/${value}`, email: `${tag}@corp.example` };
  }

  protected override numbered({ body }: Answer): Numbered {
    return { series: 'user id', owner: body.email, number: body.id };
  }
}

/** Tokens that are used on another node as soon as they are made and as soon as they are deleted. */
export class TokenWriter extends DirectoryWriter {
  protected readonly kind = ['token', 'Access token'] as const;
  protected readonly path = '/users/1000/access-tokens';
  readonly #secrets = new Map<Thing, string>();

  protected body(tag: string, value: string): object {
    return { name: `${tag}/${value}` };
  }

  protected override async made(site: Site, thing: Thing, { body }: Answer): Promise<void> {
    this.#secrets.set(thing, body.plain_token);
    await this.#use(this.other(site), thing, 401);
  }

  protected override deleted(site: Site, thing: Thing): Promise<void> {
    return this.#use(this.other(site), thing, 200);
  }

  /** @param wrong the status that nobody may get now */
  async #use(site: Site, thing: Thing, wrong: number): Promise<void> {
    const headers = { 'private-token': this.#secrets.get(thing)! };
    const used = await this.ask(site, {}, { method: 'GET', path: '/users/1000', headers, expects: wrong === 401 ? [] : [401] });
    if (used && wrong === 200) this.desk.problems.push(`a deleted token is taken on ${site.name}: ${thing.key}`);
  }
}

/** A canvas, and a user who gets a permission on it and loses it again. */
export interface Sharing {
  readonly canvas: string;
  /** The name of the canvas. */
  readonly name: string;
  readonly user: number;
  readonly token: string;
}

/** Gives one user a permission on a canvas and takes it again; that user looks at once on another node. */
export class SharingWriter extends Writer {
  #isGiven = false;

  constructor(
    desk: Desk,
    name: string,
    private readonly sharing: Sharing,
  ) {
    super(desk, name);
  }

  protected async step(): Promise<void> {
    const { canvas, name, user } = this.sharing;
    const site = this.site();
    const key = `grant ${name} ${user}`;
    this.#isGiven = !this.#isGiven;
    const body = { users: [{ id: user, permission: this.#isGiven ? 'view' : 'none' }] };
    const writes = { [key]: this.#isGiven ? 'view' : GONE };
    await this.ask(site, { writes }, { method: 'POST', path: `/canvases/${canvas}/permissions`, body });
    await this.#look(this.other(site), key);
  }

  async #look(site: Site, key: string): Promise<void> {
    const headers = { 'private-token': this.sharing.token };
    const told = () => ({ shown: { values: new Map([[key, 'view']]) } });
    const request = { method: 'GET', path: `/canvases/${this.sharing.canvas}`, headers, told, absent: { status: 403, key } };
    await this.ask(site, {}, request);
  }
}
