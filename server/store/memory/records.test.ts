import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind, Stored } from '../../../model/resource.ts';
import { atOnce } from '../../scheduler.ts';
import { Records } from './records.ts';
import { type Indexed, Versions } from './versions.ts';

interface Thing extends Stored {
  readonly id: string;
  readonly text: string;
  readonly under: readonly string[];
  readonly height: number | null;
}

const base = { version: 1, key: String, secrets: [], mirrors: [], cascades: {}, content: false } as const;
const One: Kind<Thing> = {
  ...base,
  name: 'One',
  lists: ['both'],
  indexes: { under: ({ under }) => under, text: ({ text }) => text },
  numbers: { height: ({ under, height }) => (height === null ? undefined : [under[0] ?? '', height]) },
};
const Other: Kind<Thing> = {
  ...base,
  name: 'Other',
  lists: ['both', 'others'],
  indexes: { under: ({ under }) => under[0] },
  numbers: {},
};

const ids = ['a', 'b', 'c', 'd'];
const groups = ['g', 'h'];
const fields = fc.record({
  kind: fc.constantFrom(One, Other),
  text: fc.constantFrom('x', 'y'),
  under: fc.uniqueArray(fc.constantFrom(...groups)),
  height: fc.option(fc.integer({ min: 0, max: 3 })),
});
/** Puts keep the ordinal of a record of the same kind; a null deletes. */
const write = fc.record({ id: fc.constantFrom(...ids), fields: fc.option(fields, { freq: 4 }) });
const step = fc.oneof(
  { weight: 6, arbitrary: write.map((one) => ({ is: 'write' as const, ...one })) },
  { weight: 2, arbitrary: fc.constant({ is: 'cut' as const }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('settle' as const), large: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ is: 'undo' as const }) },
);

type Net = { key: string; before: Indexed | undefined; after: Indexed | undefined };

/** Commands as the store makes them: net changes, settled oldest first, undone newest first. */
class Model {
  readonly records = new Records();
  readonly durable = new Map<string, Indexed>();
  readonly newest = new Map<string, Indexed>();
  readonly #commands: Map<string, Net>[] = [new Map()];

  write(key: string, after: Indexed | undefined): void {
    const net = this.#commands.at(-1)!;
    const before = net.has(key) ? net.get(key)!.before : this.newest.get(key);
    this.records.replace(key, after);
    put(this.newest, key, after);
    net.set(key, { key, before, after });
  }

  cut(): void {
    this.#commands.push(new Map());
  }

  settle(large: boolean): void {
    const changes = [...(this.#commands.shift() ?? new Map<string, Net>()).values()].filter(
      ({ before, after }) => before !== after,
    );
    if (large) {
      atOnce(this.records.prepare(changes))();
      this.#agreesForReaders(changes);
      atOnce(this.records.tidy(changes));
    } else for (const { key, after } of changes) this.records.settle(key, after);
    for (const { key, after } of changes) put(this.durable, key, after);
    if (this.#commands.length === 0) this.cut();
  }

  undo(): void {
    for (const { key, before } of (this.#commands.pop() ?? new Map<string, Net>()).values()) {
      this.records.replace(key, before);
      put(this.newest, key, before);
    }
    if (this.#commands.length === 0) this.cut();
  }

  get calm(): boolean {
    return this.#commands.every((net) => net.size === 0);
  }

  agrees(): void {
    for (const id of ids) {
      expect(this.records.newest(id)).toBe(this.newest.get(id));
      expect(this.records.durable(id)).toBe(this.durable.get(id));
    }
    for (const name of ['One', 'Other', 'both', 'others']) expect(listed(this.records, name)).toEqual(inList(this.durable, name));
    for (const group of groups) {
      expect(this.records.highest('height', group)).toBe(highest(this.newest, group));
      expect(this.records.highest('height', group, 'a')).toBe(highest(this.newest, group, 'a'));
    }
    this.#findsAll(this.newest);
    this.#findsAll(this.durable);
    if (this.calm) this.#findsNoMore();
  }

  #agreesForReaders(changes: readonly Net[]): void {
    const next = new Map(this.durable);
    for (const { key, after } of changes) put(next, key, after);
    for (const id of ids) expect(this.records.durable(id)).toBe(next.get(id));
    this.#findsAll(next);
  }

  #findsAll(versions: ReadonlyMap<string, Indexed>): void {
    for (const { key, keys } of versions.values()) {
      for (const [index, value] of keys) expect([...this.records.found(index, value)]).toContain(key);
    }
  }

  #findsNoMore(): void {
    expect(this.records.pending).toBe(0);
    for (const [index, value] of [...groups.map((group) => ['under', group]), ['text', 'x'], ['text', 'y']]) {
      const held = [...this.durable.values()].filter(({ keys }) => keys.some((one) => one[0] === index && one[1] === value));
      expect([...this.records.found(index!, value!)].sort()).toEqual(held.map(({ key }) => key).sort());
    }
  }
}

describe('records', () => {
  test('agree with two plain maps, whatever was written, settled and undone', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model = new Model();
        for (const one of steps) {
          if (one.is === 'write') model.write(one.id, one.fields ? versionIn(model, one.id, one.fields) : undefined);
          else if (one.is === 'settle') model.settle(one.large);
          else model[one.is]();
          model.agrees();
        }
      }),
      { numRuns: 200 },
    );
  });

  test('that change while many are made durable are not shown before they are durable themselves', () => {
    for (const late of [false, true]) {
      const model = new Model();
      const fields = { kind: One, text: 'x', under: ['g'], height: 1 };
      for (const id of ids) model.write(id, versionIn(model, id, fields));
      const changes = ids.map((key) => ({ key, before: undefined, after: model.newest.get(key) }));
      const makeDurable = atOnce(model.records.prepare(changes));
      if (late) model.records.replace('a', new Versions().of(One, 1, { id: 'a', text: 'y', under: [], height: null } as Thing));
      makeDurable();
      for (const { key, after } of changes) expect(model.records.durable(key)).toBe(after);
      expect(model.records.pending).toBe(late ? 1 : 0);
      expect([...model.records.found('under', 'g')].sort()).toEqual(ids);
    }
  });

  test('of which nothing is left leave no key, number or size behind', () => {
    const model = new Model();
    for (const id of ids) model.write(id, versionIn(model, id, { kind: One, text: 'x', under: ['g'], height: 1 }));
    model.undo();
    model.agrees();
    expect([model.records.bytes, model.records.highest('height', 'g')]).toEqual([0, undefined]);
  });

  test('give ordinals above every one that was loaded', () => {
    const records = new Records();
    records.load(new Versions().of(One, 41, { id: 'a', text: '', under: [], height: null } as Thing));
    expect(records.takeOrdinal()).toBe(42);
  });
});

function versionIn(model: Model, id: string, { kind, ...fields }: Omit<Thing, 'id'> & { kind: Kind }): Indexed {
  const before = model.newest.get(id);
  const ordinal = before?.kind === kind ? before.ordinal : model.records.takeOrdinal();
  return new Versions().of(kind, ordinal, { id, ...fields } as Thing);
}

function put(map: Map<string, Indexed>, key: string, version: Indexed | undefined): void {
  if (version) map.set(key, version);
  else map.delete(key);
}

const listed = (records: Records, name: string): string[] => [...records.list(name).versions()].map(({ shown }) => shown);

const inList = (versions: ReadonlyMap<string, Indexed>, name: string): string[] =>
  [...versions.values()]
    .filter(({ kind }) => kind.name === name || kind.lists.includes(name))
    .sort((a, b) => a.ordinal - b.ordinal)
    .map(({ shown }) => shown);

function highest(versions: ReadonlyMap<string, Indexed>, group: string, except?: string): number | undefined {
  const others = [...versions.values()].filter(({ key }) => key !== except);
  const numbers = others.flatMap((version) => version.numbers.filter((one) => one[1] === group).map((one) => one[2]));
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}
