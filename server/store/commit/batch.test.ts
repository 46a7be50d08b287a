import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../model/resource.ts';
import { atOnce } from '../../scheduler.ts';
import type { Row } from '../drivers/driver.ts';
import { Records } from '../memory/records.ts';
import { ScopeState } from '../memory/scope-state.ts';
import { Versions } from '../memory/versions.ts';
import { Batch, type BatchEntry, type Task } from './batch.ts';
import { WriteSet } from './write-set.ts';

const kind: Kind = {
  name: 'Thing',
  version: 3,
  key: String,
  secrets: [],
  mirrors: [],
  lists: [],
  indexes: {},
  numbers: {},
  cascades: {},
  content: false,
};

/** Commands of one scope, each a list of writes: id to text, null deletes. */
const ids = ['a', 'b', 'c'];
const commands = fc.array(fc.array(fc.tuple(fc.constantFrom(...ids), fc.option(fc.constantFrom('x', 'y'))), { maxLength: 4 }), {
  maxLength: 6,
});

function scopeOf(id: string, stored: readonly string[] = []): ScopeState {
  const state = new ScopeState(id, true, 5);
  const records = new Records();
  for (const one of stored) records.load(new Versions().of(kind, records.takeOrdinal(), { id: one, text: 'old' } as never));
  state.take(records);
  return state;
}

function run(state: ScopeState, writes: readonly (readonly [string, string | null])[]): WriteSet {
  const writeSet = new WriteSet();
  const records = state.records!;
  for (const [id, text] of writes) {
    const ordinal = records.newest(id)?.ordinal ?? records.takeOrdinal();
    writeSet.write(state, kind, id, text === null ? undefined : new Versions().of(kind, ordinal, { id, text } as never));
  }
  writeSet.close();
  return writeSet;
}

const entry = (order: number, states: readonly ScopeState[], writeSet = new WriteSet()): BatchEntry => ({
  task: { named: states, states } as unknown as Task,
  writeSet,
  order,
  answer: () => undefined,
});

describe('the commit of a batch', () => {
  test('has the net effect of its commands and the log has each of them', () => {
    fc.assert(
      fc.property(commands, (writes) => {
        const state = scopeOf('s', ['a', 'b']);
        const table = new Map([...state.records!.allNewest()].map(({ ordinal, key, shown }) => [ordinal, { key, shown }]));
        const batch = new Batch();
        for (const [order, some] of writes.entries()) batch.add(entry(order, [state], run(state, some)));
        if (writes.length === 0) return;
        const [commit] = atOnce(batch.commit(true)).scopes;
        for (const ordinal of commit!.deletes) expect(table.delete(ordinal), 'only stored rows are deleted').toBe(true);
        for (const { ordinal, key, shown } of commit!.puts) table.set(ordinal, { key, shown });
        const newest = [...state.records!.allNewest()].map(({ ordinal, key, shown }) => [ordinal, { key, shown }] as const);
        expect(table).toEqual(new Map(newest));
        expect(commit!.written).toBe(commit!.log!.length > 0);
        expect(replayed(commit!.log!)).toEqual(new Map([...state.records!.allNewest()].map(({ key, shown }) => [key, shown])));
      }),
    );
  });

  test('takes back all its commands, newest first', () => {
    fc.assert(
      fc.property(commands, (writes) => {
        const state = scopeOf('s', ['a', 'b']);
        const before = [...state.records!.allNewest()].map(({ key }) => state.records!.newest(key));
        const batch = new Batch();
        for (const [order, some] of writes.entries()) batch.add(entry(order, [state], run(state, some)));
        atOnce(batch.undo());
        expect(new Set(state.records!.allNewest())).toEqual(new Set(before));
        expect(state.records!.pending).toBe(0);
      }),
    );
  });

  test('names scopes that were only read, to be compared and not moved', () => {
    const [read, written] = [scopeOf('read'), scopeOf('written')];
    const batch = new Batch();
    batch.add(entry(1, [read, written], run(written, [['c', 'x']])));
    const { scopes } = atOnce(batch.commit(false));
    expect(scopes.map(({ id, revision, written }) => [id, revision, written])).toEqual([
      ['read', 5, false],
      ['written', 5, true],
    ]);
  });

  test('of too many changes is logged as reload', () => {
    const state = scopeOf('s');
    const batch = new Batch();
    for (let at = 0; at <= 1000; at++) batch.add(entry(at, [state], run(state, [[`r${at}`, 'x']])));
    expect(atOnce(batch.commit(true)).scopes[0]!.log).toBeUndefined();
  });
});

describe('a batch', () => {
  test('that takes in another keeps the order of effects', () => {
    const states = [scopeOf('a'), scopeOf('b')];
    const one = new Batch();
    const other = new Batch();
    for (const order of [1, 4, 5]) one.add(entry(order, [states[0]!]));
    for (const order of [2, 3, 6]) other.add(entry(order, [states[1]!]));
    one.merge(other);
    expect(one.entries.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...one.states]).toEqual(states);
  });

  test('is cut where one turn has enough, and a large command stays alone', () => {
    const [a, b] = [scopeOf('a'), scopeOf('b')];
    const many = Array.from({ length: 2001 }, (_, at) => [`r${at}`, 'x'] as const);
    const batch = new Batch();
    batch.add(entry(1, [a], run(a, [['c', 'x']])));
    batch.add(entry(2, [b], run(b, many)));
    batch.add(entry(3, [a], run(a, [['c', 'y']])));
    batch.add(entry(4, [b], run(b, [['c', 'y']])));
    const [large, rest] = [batch.cut(500)!, batch].map((one) => one)!;
    expect([batch.entries.length, batch.isLarge, [...batch.states]]).toEqual([1, false, [a]]);
    const last = large!.cut(500)!;
    expect([large!.isLarge, [...large!.states]]).toEqual([true, [b]]);
    expect([last.cut(1)?.entries.length, last.entries.length, rest]).toEqual([1, 1, batch]);
  });
});

function replayed(log: readonly (readonly (Row | string)[])[]): Map<string, string> {
  const state = new Map(['a', 'b'].map((id) => [id, JSON.stringify({ id, text: 'old' })]));
  for (const one of log.flat()) {
    if (typeof one === 'string') state.delete(one);
    else state.set(one.key, one.shown);
  }
  return state;
}
