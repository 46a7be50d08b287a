import { expect } from 'vitest';
import type { ChangeSet, Version } from '../../server/store/store.ts';
import type { FakeSink } from './stream-fakes.ts';

/** Id and text with `"state":"normal"`. */
type Held = readonly [id: string, text: string];

/** Every state that a list has had, in the order in which its change sets were published. */
export class History {
  #present = new Map<string, Version>();
  /** Each state in list order, and by id. */
  readonly #states: { readonly listed: readonly Held[]; readonly sorted: readonly Held[] }[] = [{ listed: [], sorted: [] }];

  /** `isShown`: the list holds this record. */
  constructor(private readonly isShown: (version: Version) => boolean) {}

  take({ changes, dead }: ChangeSet): void {
    if (dead) this.#present.clear();
    for (const { key, after } of changes) {
      if (after && this.isShown(after)) this.#present.set(key, after);
      else this.#present.delete(key);
    }
    const versions = [...this.#present.values()].sort((a, b) => a.ordinal - b.ordinal);
    const listed = versions.map(({ key, shown }): Held => [key, shown]);
    this.#states.push({ listed, sorted: byId(listed) });
  }

  /** The present state. */
  get last(): number {
    return this.#states.length - 1;
  }

  /** Ids and texts of the present state, by id. */
  get now(): readonly Held[] {
    return this.#states.at(-1)!.sorted;
  }

  /** The first state, starting with `from`, that holds just this, in this order when `ordered`; -1: none. */
  find(held: readonly Held[], from: number, ordered: boolean): number {
    const wanted = ordered ? held : byId(held);
    const found = this.#states.slice(from).findIndex(({ listed, sorted }) => isSame(ordered ? listed : sorted, wanted));
    return found < 0 ? -1 : from + found;
  }
}

const isSame = (a: readonly Held[], b: readonly Held[]): boolean =>
  a.length === b.length && a.every(([id, text], at) => id === b[at]![0] && text === b[at]![1]);
const byId = (held: readonly Held[]): Held[] => [...held].sort(([a], [b]) => (a < b ? -1 : 1));

interface Item {
  readonly id: string;
  readonly state: string;
}

/**
 * A client as the documentation advises. It checks that each message follows from the one before: the message leads to a
 * state that the list did not have earlier, and reports as deleted, as it was last sent, exactly what is no longer held.
 */
export class ModelReader {
  #held = new Map<string, string>();
  /** The state of the history that the reader has, at first that of its opening. */
  #at: number;
  #writes = 0;
  #isOpened = false;
  /** Set when the right or the canvas is gone, so everything that the reader holds may be reported as deleted. */
  mayEnd = false;

  constructor(
    readonly form: 'item' | 'whole' | 'changes',
    readonly sink: FakeSink,
    private readonly history: History,
  ) {
    this.#at = history.last;
  }

  read(): void {
    const { writes } = this.sink;
    const lines = writes.slice(this.#writes).map((pieces) => Buffer.concat(pieces).toString());
    this.#writes = writes.length;
    for (const line of lines.join('').split('\n')) if (line !== '') this.#take(JSON.parse(line));
  }

  /** Everything was read and drained: the reader has the present state, or was told that it is gone. */
  expectNow(): void {
    this.read();
    if (this.mayEnd) expect([this.sink.end_, this.#held.size]).toEqual(['clean', 0]);
    else expect(byId([...this.#held])).toEqual(this.sink.end_ === 'clean' && this.form === 'item' ? [] : this.history.now);
  }

  #take(message: Item | Item[]): void {
    expect(Array.isArray(message)).toBe(this.form !== 'item');
    const items = Array.isArray(message) ? message : [message];
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const normal = items.filter(({ state }) => state === 'normal').map((item): Held => [item.id, JSON.stringify(item)]);
    const gone = items.filter(({ state }) => state === 'deleted');
    expect(normal.length + gone.length).toBe(items.length);
    const next = this.#next(normal, gone);
    // A message that changes nothing for this reader is not sent
    if (this.#isOpened && !this.mayEnd) expect(isSame([...next], [...this.#held])).toBe(false);
    const isOrdered = this.form === 'whole' || !this.#isOpened;
    this.#follow(isOrdered ? normal : [...next], isOrdered, gone.length);
    this.#held = next;
    this.#isOpened = true;
  }

  /** What is held after the message. Items that vanish must have been held, complete, with the values last sent. */
  #next(normal: readonly Held[], gone: readonly Item[]): Map<string, string> {
    for (const item of gone) expect(JSON.stringify({ ...item, state: 'normal' })).toBe(this.#held.get(item.id));
    const next = new Map(this.form === 'whole' ? normal : [...this.#held, ...normal]);
    for (const { id } of gone) next.delete(id);
    const vanished = [...this.#held.keys()].filter((id) => !next.has(id));
    expect(gone.map(({ id }) => id).sort()).toEqual(vanished.sort());
    return next;
  }

  #follow(shown: readonly Held[], isOrdered: boolean, gone: number): void {
    if (this.mayEnd && shown.length === 0 && gone === this.#held.size) return;
    const found = this.history.find(shown, this.#at, isOrdered);
    expect(found).toBeGreaterThanOrEqual(0);
    this.#at = found;
  }
}
