import type { View, Work, Writer } from '../../model/hooks.ts';
import { ListedView, type Numbered } from '../../model/listed-view.ts';
import type { Kind, Stored } from '../../model/resource.ts';

interface Held {
  readonly key: string;
  readonly kind: Kind;
  readonly record: Stored;
}

export type Write = readonly ['insert' | 'update' | 'remove', key: string];

/** One scope in memory, by the plainest means: everything that a command or hook expects of a Writer, without a store. */
export class MemoryWriter extends ListedView implements Writer {
  readonly #held = new Map<string, Held>();
  #nextId = 1;
  /** Every write that changed something, in order. */
  readonly writes: Write[] = [];

  /** Time of the transactions. */
  now = '2026-01-01T00:00:00.000Z';

  constructor(readonly scope = '5b0c9f6e-7d1a-4c38-9f27-2f4f6f0c1d11') {
    super();
  }

  get<R extends Stored>(kind: Kind<R>, id: R['id']): R | undefined {
    const held = this.#held.get(kind.key(id));
    return held?.kind === kind ? (structuredClone(held.record) as R) : undefined;
  }

  find(key: string): ReturnType<View['find']> {
    const held = this.#held.get(key);
    return held && { kind: held.kind, record: structuredClone(held.record) };
  }

  all<R extends Stored>(kind: Kind<R>): R[] {
    return this.everything()
      .filter((held) => held.kind === kind)
      .map(({ record }) => structuredClone(record) as R);
  }

  /** All records of all kinds, in creation order. */
  everything(): readonly Held[] {
    return [...this.#held.values()];
  }

  by<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R[] {
    return this.all(kind).filter((record) => [kind.indexes[index]?.(record)].flat().includes(key));
  }

  insert<R extends Stored>(kind: Kind<R>, record: R): void {
    const key = kind.key(record.id);
    if (this.#held.has(key)) throw new Error(`${key} exists`);
    this.#held.set(key, { key, kind, record: structuredClone(record) });
    this.writes.push(['insert', key]);
  }

  update<R extends Stored>(kind: Kind<R>, record: R): void {
    const key = kind.key(record.id);
    const held = this.#held.get(key);
    if (held?.kind !== kind) throw new Error(`${kind.name} ${key} does not exist`);
    if (JSON.stringify(held.record) === JSON.stringify(record)) return;
    this.#held.set(key, { key, kind, record: structuredClone(record) });
    this.writes.push(['update', key]);
  }

  *remove(key: string): Work {
    for (const gone of this.#inDeletionOrder(key)) {
      this.#held.delete(gone);
      this.writes.push(['remove', gone]);
      yield;
    }
  }

  /** The same records, for a transaction that may be given up. */
  copy(): MemoryWriter {
    const other = new MemoryWriter(this.scope);
    for (const [key, held] of this.#held) other.#held.set(key, held);
    other.#nextId = this.#nextId;
    other.now = this.now;
    return other;
  }

  newId(): string {
    // The counter is at the front: ids of cells are those of their table with other digits at the end
    return `${String(this.#nextId++).padStart(8, '0')}-0000-4000-8000-000000000000`;
  }

  protected numbered(index: string, group: string, except?: string): Numbered[] {
    return [...this.#held.values()].flatMap(({ key, kind, record }) => {
      const one = kind.numbers[index]?.(record);
      return one?.[0] === group && key !== except ? [{ key, number: one[1] }] : [];
    });
  }

  /** The record with all that its deletion cascades to: lower orders first, then the deepest, itself last. */
  #inDeletionOrder(root: string): string[] {
    const found = new Map([[root, { order: Number.POSITIVE_INFINITY, depth: 0 }]]);
    for (const [parent, { depth }] of found) {
      for (const { key, kind, record } of this.#held.values()) {
        for (const [index, order = 0] of Object.entries(kind.cascades)) {
          const under = [kind.indexes[index]?.(record)].flat();
          if (under.includes(parent) && !found.has(key)) found.set(key, { order, depth: depth + 1 });
        }
      }
    }
    return [...found].sort(([, a], [, b]) => (a.order === b.order ? b.depth - a.depth : a.order - b.order)).map(([key]) => key);
  }
}

/** Runs paused work to its end. */
export function finish<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
