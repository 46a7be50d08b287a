import { afterEach, beforeEach, expect, test } from 'vitest';
import { BusHub } from '../../test/kit/hostile-bus.ts';
import { Random } from '../../test/kit/random.ts';
import { sqliteDatabase } from '../../test/kit/sqlite-database.ts';
import { FakeSink, guest } from '../../test/kit/stream-fakes.ts';
import { until } from '../../test/kit/until.ts';
import { Bench, type Node, turns } from '../../test/store/bench.ts';
import { createScheduler } from '../scheduler.ts';
import { recordList } from './record-list.ts';
import { createStreams } from './streams.ts';

let bench: Bench;
beforeEach(() => {
  bench = new Bench(sqliteDatabase());
});
afterEach(() => bench.close());

interface Item {
  readonly id: string;
  readonly text: string;
  readonly state?: string;
}

/** A stream of the notes of a canvas on this node, as changes. */
async function streamOn({ store }: Node, canvas: string): Promise<FakeSink> {
  const { clock } = bench;
  const settings = { keepaliveSeconds: 15, streamListMode: 'changes', writeTimeoutSeconds: 60 } as const;
  const activity = { open: () => () => undefined };
  const streams = createStreams({ store, clock, scheduler: createScheduler(clock.steady), activity, settings });
  const sink = new FakeSink();
  const source = recordList(await store.load(canvas), canvas, 'Note');
  const asked = { group: 'g', tokenKey: '', endsAt: Number.POSITIVE_INFINITY, onLoss: 'vanish' as const };
  streams.open({ ...asked, source, sink, authenticate: () => guest, permit: () => undefined });
  return sink;
}

/** What a reader holds that merges all messages by id; throws for a message about nothing. */
function heldBy(sink: FakeSink): Map<string, string> {
  const held = new Map<string, string>();
  for (const { id, text, state } of sink.messages.flat() as Item[]) {
    if (state === 'deleted') expect(held.delete(id), `${id} was held`).toBe(true);
    else held.set(id, text);
  }
  return held;
}

test('over a bus that loses, doubles, delays and reorders, streams of every node end as the list that is read', async () => {
  const hub = new BusHub(11);
  const nodes = [await bench.node({ shared: true, bus: hub.node() }), await bench.node({ shared: true, bus: hub.node() })];
  const canvas = await nodes[0]!.canvas();
  const sinks = [await streamOn(nodes[0]!, canvas), await streamOn(nodes[1]!, canvas)];
  const random = new Random(5);
  for (let round = 0; round < 150; round++) {
    const id = random.of(['a', 'b', 'c', 'd']);
    await random.of(nodes).write(canvas, { [id]: random.below(4) === 0 ? undefined : String(round) });
    await turns(random.below(4));
  }
  const list = (await nodes[0]!.store.load(canvas)).list('Note').versions();
  const expected = new Map(Array.from(list, ({ key, shown }) => [key, (JSON.parse(shown) as Item).text]));
  expect(await nodes[1]!.read(canvas)).toBe(await nodes[0]!.read(canvas));
  bench.clock.advance(10_000);
  for (const sink of sinks) {
    await until(() => sink.lines.length > 1 && [...heldBy(sink)].sort().join() === [...expected].sort().join());
  }
});

test('a stream here tells what is written there although nobody reads, and while the bus is away within a second', async () => {
  const hub = new BusHub();
  const a = await bench.node({ shared: true, bus: hub.node() });
  const b = await bench.node({ shared: true, bus: hub.node() });
  const canvas = await a.canvas();
  const sink = await streamOn(b, canvas);
  await a.write(canvas, { a: '1' });
  await until(() => heldBy(sink).get('a') === '1');
  hub.turn(false);
  await a.write(canvas, { a: '2' });
  bench.clock.advance(1000);
  await until(() => heldBy(sink).get('a') === '2');
});
