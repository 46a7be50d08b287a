import { expect } from 'vitest';
import type { Caller } from './client.ts';
import { ok } from './full-canvas.ts';
import type { StreamReader } from './stream-reader.ts';

interface Item {
  readonly id: string;
  readonly state: string;
}

/**
 * The items that a program holds when it merges the messages of a list stream by id. Whole messages are also compared with
 * what was held before: exactly the items that the list no longer holds must have been reported as deleted.
 */
export class StreamCopy {
  readonly #held = new Map<string, Item>();
  readonly #faults: string[] = [];
  #messages = 0;

  private constructor(
    readonly path: string,
    private readonly reader: StreamReader,
    private readonly isWhole: boolean,
  ) {}

  static async open(caller: Caller, path: string, isWhole: boolean): Promise<StreamCopy> {
    return new StreamCopy(path, await caller.watch(`${path}?changes=${isWhole ? 0 : 1}`), isWhole);
  }

  /** Applies all messages until it holds this. */
  async follow(id: string): Promise<void> {
    while (!this.#held.has(id)) this.#take(await this.reader.next());
  }

  /** Asserts that it holds the plain list, and that every message followed from the one before. */
  async expectTrue(caller: Caller): Promise<void> {
    expect(this.#faults, this.path).toEqual([]);
    const list = ok(await caller.get(this.path)) as Item[];
    expect([this.path, ...[...this.#held.keys()].sort()]).toEqual([this.path, ...list.map(({ id }) => id).sort()]);
    for (const item of list) expect(this.#held.get(item.id)).toEqual(item);
  }

  #take(items: readonly Item[]): void {
    this.#messages++;
    const normal = new Set(items.filter(({ state }) => state === 'normal').map(({ id }) => id));
    for (const item of items) this.#merge(item);
    if (!this.isWhole) return;
    for (const id of this.#held.keys()) if (!normal.has(id)) this.#faults.push(`message ${this.#messages}: ${id} is a ghost`);
  }

  #merge(item: Item): void {
    if (item.state === 'normal') return void this.#held.set(item.id, item);
    if (!this.#held.delete(item.id)) this.#faults.push(`message ${this.#messages}: ${item.id} was never held`);
  }
}
