import type { Answer } from '../client.ts';
import { keyAndValue } from '../durability/state.ts';
import type { Desk, Request, Site } from './desk.ts';
import { GONE, type Shown } from './history.ts';
import { drop, type Thing, Writer } from './writer.ts';

/** What a list says of the things with this beginning. */
export const listed =
  (covers: string) =>
  ({ body }: Answer): { shown: Shown } => ({
    shown: { covers, values: new Map(body.map(keyAndValue).filter((pair: unknown) => pair !== undefined)) },
  });

/** What the answer about one thing says. */
export const single = ({ body }: Answer): { shown: Shown } => {
  const pair = keyAndValue(body);
  return { shown: { values: new Map(pair && [pair]) } };
};

/**
 * Makes, changes and deletes notes, connects them, and changes a note that all writers of the canvas change. Every write is looked for on
 * another node at once.
 */
export class NoteWriter extends Writer {
  readonly #notes: Thing[] = [];
  readonly #connectors: { readonly key: string; readonly ends: readonly string[] }[] = [];
  readonly #path: string;

  /** @param prefix with which the titles on this canvas begin */
  constructor(
    desk: Desk,
    name: string,
    canvas: string,
    private readonly prefix: string,
    private readonly hot: Thing,
  ) {
    super(desk, name);
    this.#path = `/canvases/${canvas}`;
  }

  protected step(): Promise<void> {
    if (this.#notes.length < 3) return this.#create();
    const note = this.random.of(this.#notes);
    if (this.#notes.length > 8) return this.#delete(note);
    const acts = [
      () => this.#create(),
      () => this.#delete(note),
      () => this.#change(note),
      () => this.#change(note),
      () => this.#change(this.hot),
      () => this.#connect(note, this.random.of(this.#notes)),
      () => this.#wrong(note),
      () => this.#list(this.site()),
    ];
    return this.random.of(acts)();
  }

  async #create(): Promise<void> {
    const title = `${this.prefix}${this.tag()}`;
    const text = this.value();
    const site = this.site();
    const key = `note ${title}`;
    const made = await this.ask(site, { writes: { [key]: text } }, this.#request('POST', '/notes', { title, text }));
    if (!made) return;
    this.#notes.push({ key, id: made.body.id, value: text });
    await this.#list(this.other(site));
  }

  async #change(note: Thing): Promise<void> {
    const value = this.value();
    const site = this.site();
    const request = { ...this.#request('PATCH', `/notes/${note.id}`, { text: value }), ...mayBeGone(note) };
    await this.ask(site, { writes: { [note.key]: value } }, request);
    await this.#look(this.other(site), note);
  }

  /** The same commit deletes the connectors at the note. Without an answer they may still be there, and go with their other end. */
  async #delete(note: Thing): Promise<void> {
    const site = this.site();
    const attached = this.#connectors.filter(({ ends }) => ends.includes(note.id)).map(({ key }) => key);
    const writes = Object.fromEntries([note.key, ...attached].map((key) => [key, GONE]));
    const gone = await this.ask(site, { writes }, { ...this.#request('DELETE', `/notes/${note.id}`), ...mayBeGone(note) });
    drop(this.#notes, (one) => one === note);
    if (gone) drop(this.#connectors, ({ key }) => key in writes);
    await this.#look(this.other(site), note);
  }

  async #connect(from: Thing, to: Thing): Promise<void> {
    if (from === to) return this.#change(from);
    const line_color = `#${this.desk.number().toString(16).padStart(8, '0')}`;
    const line_width = this.desk.number();
    const key = `connector ${line_color}`;
    const body = { src: { id: from.id }, dst: { id: to.id }, line_color, line_width };
    const request = { ...this.#request('POST', '/connectors', body), expects: [404] };
    // The connector is noted before it is asked for: without an answer it may exist, and is then deleted together with either of
    // its notes
    this.#connectors.push({ key, ends: [from.id, to.id] });
    await this.ask(this.site(), { writes: { [key]: String(line_width) } }, request);
  }

  /** Sends a text that is refused and must never be seen. */
  async #wrong(note: Thing): Promise<void> {
    const text = this.value();
    const request = { ...this.#request('PATCH', `/notes/${note.id}`, { text, depth: 0.5 }), ...mayBeGone(note), expects: [400] };
    await this.ask(this.site(), { writes: { [note.key]: text } }, request);
  }

  async #look(site: Site, note: Thing): Promise<void> {
    await this.ask(site, {}, { ...this.#request('GET', `/notes/${note.id}`), told: single, ...mayBeGone(note) });
  }

  async #list(site: Site): Promise<void> {
    await this.ask(site, {}, { ...this.#request('GET', '/notes'), told: listed(`note ${this.prefix}`) });
  }

  #request(method: string, path: string, body?: object): Request {
    return { method, path: this.#path + path, ...(body && { body }) };
  }
}

/** A note may be gone, when its deletion was left without an answer. */
export const mayBeGone = ({ key }: Thing) => ({ absent: { status: 404, key } });

/** Counts in the text of a note: reads it on one node, and writes on another what follows, bound to what was read. */
export class CounterWriter extends Writer {
  constructor(
    desk: Desk,
    name: string,
    canvas: string,
    private readonly counter: Thing,
    private readonly path = `/canvases/${canvas}/notes/${counter.id}`,
  ) {
    super(desk, name);
  }

  protected async step(): Promise<void> {
    const { key } = this.counter;
    const read = await this.ask(this.site(), {}, { method: 'GET', path: this.path, told: single });
    if (!read) return;
    const from: string = read.body.text;
    const text = String(this.desk.number());
    const headers = { 'if-match': read.headers.etag! };
    const request = { method: 'PATCH', path: this.path, body: { text }, headers, expects: [412] };
    await this.ask(this.site(), { writes: { [key]: text }, from }, request);
  }
}

/** Most widgets that one writer puts on the stack. */
const STACKED = 40;

/** Makes notes and anchors that the server numbers, and raises notes to the top. None of them is ever deleted. */
export class StackWriter extends Writer {
  readonly #notes: string[] = [];
  #anchors = 0;

  constructor(
    desk: Desk,
    name: string,
    private readonly canvas: string,
  ) {
    super(desk, name);
  }

  protected async step(): Promise<void> {
    const act = this.random.below(4);
    if (act === 0 && this.#anchors < STACKED) return this.#anchor();
    if (this.#notes.length === 0 || (act === 1 && this.#notes.length < STACKED)) return this.#note();
    return this.#raise(this.random.of(this.#notes));
  }

  async #anchor(): Promise<void> {
    this.#anchors++;
    const told = ({ body }: Answer) => ({ numbered: { series: 'anchor index', owner: body.id, number: body.anchor_index } });
    await this.ask(this.site(), {}, { method: 'POST', path: `/canvases/${this.canvas}/anchors`, body: {}, told });
  }

  async #note(): Promise<void> {
    const title = `stack.${this.tag()}`;
    const text = this.value();
    const request = { method: 'POST', path: `/canvases/${this.canvas}/notes`, body: { title, text }, told: depthOf };
    const made = await this.ask(this.site(), { writes: { [`note ${title}`]: text } }, request);
    if (made) this.#notes.push(made.body.id);
  }

  async #raise(note: string): Promise<void> {
    const path = `/canvases/${this.canvas}/notes/${note}`;
    await this.ask(this.site(), {}, { method: 'PATCH', path, body: { auto_raise: true }, told: depthOf });
  }
}

const depthOf = ({ body }: Answer) => ({ numbered: { series: 'depth', owner: body.id, number: body.depth } });
