import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bench, FakeSink, Writes } from '../../test/kit/stream-fakes.ts';
import { streamBench, turns } from '../../test/kit/stream-fakes.ts';
import { recordItem } from './record-item.ts';
import { recordList } from './record-list.ts';

const keys = ['a', 'b', 'c', 'd', 'e'];
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '3') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(70_000), 'y'.repeat(30_000)) },
);
const command = fc.dictionary(fc.constantFrom(...keys), fc.option(text, { nil: undefined }), { minKeys: 1, maxKeys: 3 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ commit: fc.array(command, { minLength: 1, maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ stall: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ drain: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ pass: fc.constantFrom(5, 60, 16_000) }) },
  { weight: 2, arbitrary: fc.record({ turn: fc.constantFrom(1, 3) }) },
  { weight: 1, arbitrary: fc.record({ open: fc.constantFrom('whole', 'changes', 'item' as const) }) },
  { weight: 1, arbitrary: fc.record({ burst: fc.constantFrom(...keys) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Item {
  readonly id: string;
  readonly state: string;
  readonly text: string;
}

/** A client as the documentation advises: merge by id, drop on `deleted`. Checks what no message may do. */
class Reader {
  readonly form: string;
  readonly sink: FakeSink;
  readonly state = new Map<string, Item>();
  #read = 0;

  constructor(form: string, sink: FakeSink) {
    this.form = form;
    this.sink = sink;
  }

  read(): void {
    const { messages } = this.sink;
    for (const message of messages.slice(this.#read)) this.#take(message, this.#read++ === 0);
  }

  #take(message: Item | Item[], first: boolean): void {
    expect(Array.isArray(message)).toBe(this.form !== 'item');
    const items = Array.isArray(message) ? message : [message];
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const before = JSON.stringify([...this.state]);
    for (const item of items) this.#merge(item);
    if (this.form === 'whole') expect(items.filter(({ state }) => state === 'normal').length).toBe(this.state.size);
    // A message that changes nothing for this reader is not sent.
    if (!first) expect(JSON.stringify([...this.state])).not.toBe(before);
  }

  #merge(item: Item): void {
    if (item.state === 'normal') return void this.state.set(item.id, item);
    // Told once, complete, with the values last sent, and only of what was sent.
    expect({ ...item, state: 'normal' }).toEqual(this.state.get(item.id));
    this.state.delete(item.id);
  }
}

const open = ({ watch, canvas }: Bench, form: string): Reader =>
  new Reader(
    form,
    form === 'item'
      ? watch({ source: recordItem(canvas.view, 'c1', 'a') })
      : watch({ source: recordList(canvas.view, 'c1', 'Note'), changesForm: form === 'changes' }),
  );

async function play(bench: Bench, readers: Reader[], action: Step): Promise<void> {
  const { canvas, clock } = bench;
  const reader = readers[('stall' in action ? action.stall : 'drain' in action ? action.drain : 0) % readers.length]!;
  if ('commit' in action) canvas.commit(...action.commit);
  if ('burst' in action)
    for (let n = 0; n < 600; n++) canvas.commit({ [action.burst]: String(n) }, { extra: n % 2 ? 'x' : undefined });
  if ('stall' in action) reader.sink.stalled = true;
  if ('drain' in action) reader.sink.drain();
  if ('pass' in action) clock.advance(action.pass);
  if ('turn' in action) await turns(action.turn);
  if ('open' in action && (action.open !== 'item' || canvas.view.version('a'))) readers.push(open(bench, action.open));
  for (const each of readers) each.read();
}

it('after everybody has drained, every reader has what the plain GET has, whatever happened and however it read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (actions) => {
      const bench = streamBench({ writeTimeoutSeconds: 100_000 });
      bench.canvas.commit({ a: 'one', b: 'two' });
      const readers = ['whole', 'changes', 'item', 'whole', 'changes'].map((form) => open(bench, form));
      for (const action of actions) await play(bench, readers, action);
      for (const { sink } of readers) sink.drain();
      await turns();
      bench.clock.advance(60_000);
      await turns();
      for (const reader of readers) finish(reader, bench);
      expect(bench.faults).toEqual([]);
    }),
    { numRuns: 150 },
  );
}, 60_000);

function finish(reader: Reader, { canvas }: Bench): void {
  reader.read();
  const list = [...canvas.view.list('Note').versions()].map(({ shown }) => JSON.parse(shown) as Item);
  const last = reader.sink.messages.at(-1);
  if (reader.form === 'item') {
    const now = reader.sink.end_ === 'clean' ? [] : list.filter(({ id }) => id === 'a');
    expect([...reader.state.values()]).toEqual(now);
    return;
  }
  expect([...reader.state.values()].sort(byId)).toEqual(list.sort(byId));
  if (reader.form === 'whole') {
    const order = [...canvas.view.list('Note').versions()].map(({ key }) => key);
    expect(last.filter(({ state }: Item) => state === 'normal').map(({ id }: Item) => id)).toEqual(order);
  }
}

const byId = (a: Item, b: Item): number => (a.id < b.id ? -1 : 1);

it('messages follow commits: who keeps up is sent every change set as a message of its own, in order', async () => {
  const small = fc.dictionary(fc.constantFrom(...keys), fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }), {
    minKeys: 1,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(small, { minLength: 1, maxLength: 5 }), { maxLength: 12 }), async (batches) => {
      const bench = streamBench();
      const reader = open(bench, 'changes');
      const expected: string[] = [];
      bench.store.onChange(({ changes }) => {
        const altered = changes.filter(({ before, after }) => before?.shown !== after?.shown);
        if (altered.length > 0) expected.push(altered.map(({ key, after }) => `${key} ${after ? 'normal' : 'deleted'}`).join());
      });
      for (const batch of batches) {
        bench.canvas.commit(...(batch as Writes[]));
        await turns(2);
      }
      const sent = reader.sink.messages
        .slice(1)
        .map((message: Item[]) => message.map(({ id, state }) => `${id} ${state}`).join());
      expect(sent).toEqual(expected);
    }),
    { numRuns: 80 },
  );
}, 60_000);
