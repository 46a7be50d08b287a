import { setTimeout as pause } from 'node:timers/promises';
import { keyAndValue, type Shown } from '../durability/state.ts';
import type { StreamReader } from '../stream-reader.ts';
import type { Desk, Site } from './desk.ts';
import { GONE, type Operation, type Stream } from './history.ts';

/** Milliseconds until a stream that ended is asked for again. */
const REST = 100;

/** What a follower follows: a list, in the whole form or in that of changes. */
export interface Followed {
  readonly path: string;
  readonly isWhole: boolean;
  /** The beginning of the keys that the first message has completely. */
  readonly covers: string;
}

/**
 * A program that holds a list by its stream on one node, as the interface says: merges by id, and comes back when the stream ends,
 * with the revision from which it goes on.
 */
export class Follower {
  readonly #held = new Map<string, Shown>();
  #reader: StreamReader | undefined;
  #revision: string | undefined;
  #isClosed = false;
  /** How often it had to come back. */
  returns = 0;

  constructor(
    private readonly desk: Desk,
    readonly site: Site,
    readonly followed: Followed,
  ) {}

  async run(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#follow();
      } catch {
        // The node is away, or cut the stream
      }
      this.#reader?.close();
      this.returns++;
      await pause(REST);
    }
  }

  /** What it holds, in the order of this answer, as text. */
  text(answer: readonly Shown[]): string {
    const order = [...new Set([...answer.map(({ id }) => String(id)), ...this.#held.keys()])];
    return JSON.stringify(order.map((id) => this.#held.get(id)).filter((item) => item !== undefined));
  }

  close(): void {
    this.#isClosed = true;
    this.#reader?.close();
  }

  async #follow(): Promise<void> {
    const { path, isWhole } = this.followed;
    const from = this.#revision === undefined || isWhole ? '' : `&from=${this.#revision}`;
    const operation = this.desk.history.begin({ by: 'follower', node: this.site.name, what: `stream of ${path}${from}` });
    const reader = await this.desk.caller(this.site).watch(`${path}?changes=${isWhole ? 0 : 1}${from}`);
    this.#reader = reader;
    const first: Shown[] = await reader.next();
    this.#begin(reader, first, operation);
    const stream = this.desk.history.stream(this.site.name, path);
    for (;;) this.#merge(await reader.next(), stream);
  }

  /** The first message is an answer to a read, of the whole list or of what changed since. */
  #begin({ response: { headers } }: StreamReader, items: readonly Shown[], operation: Operation): void {
    const isWhole = headers['easel-stream'] === 'whole';
    this.#revision = String(headers['easel-revision']);
    const living = items.filter(({ state }) => state === 'normal').flatMap((item) => keyed(item));
    this.desk.history.ok(operation, { shown: { values: new Map(living), ...(isWhole && { covers: this.followed.covers }) } });
    if (isWhole) this.#held.clear();
    for (const item of items) this.#hold(item);
  }

  #merge(items: readonly Shown[], stream: Stream): void {
    for (const item of items) {
      this.#hold(item);
      for (const [key, value] of keyed(item)) this.desk.history.show(stream, key, item.state === 'normal' ? value : GONE);
    }
  }

  #hold(item: Shown): void {
    if (item.state === 'normal') this.#held.set(String(item.id), item);
    else this.#held.delete(String(item.id));
  }
}

const keyed = (item: Shown): (readonly [string, string])[] => {
  const pair = keyAndValue(item);
  return pair ? [pair] : [];
};
