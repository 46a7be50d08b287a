import { expect } from 'vitest';
import { BusHub } from '../kit/hostile-bus.ts';
import { until } from '../kit/until.ts';
import type { Bench, Node } from './bench.ts';
import { finish, seen, turns } from './bench.ts';
import type { Chapter } from './chapter.ts';

/** Two nodes on one bus, and a canvas that the second has in memory. */
async function pair(bench: Bench, hub: BusHub): Promise<[Node, Node, string]> {
  const a = await bench.node({ shared: true, bus: hub.node() });
  const b = await bench.node({ shared: true, bus: hub.node() });
  const canvas = await a.canvas();
  await b.store.load(canvas);
  b.store.pin(canvas);
  return [a, b, canvas];
}

const shown = (node: Node, canvas: string): string => seen(node.store.seen(canvas)!);

/** Subscribers hear what another node commits, although nobody reads. */
export const following: Chapter = {
  'a commit on one node reaches the subscribers of another, by a message, without a read there': async (bench) => {
    const hub = new BusHub();
    const [a, b, canvas] = await pair(bench, hub);
    await Promise.all([a.write(canvas, { a: '1' }), a.write(canvas, { b: '2' })]);
    await until(() => shown(b, canvas) === 'a=1 b=2');
    expect(contentOf(b.sets(canvas))).toEqual(['+a=1', '+b=2']);
  },

  'while the bus is away it does within a second; both turns are told once': async (bench) => {
    const hub = new BusHub();
    const [a, b, canvas] = await pair(bench, hub);
    hub.turn(false);
    await a.write(canvas, { a: '1' });
    bench.clock.advance(1000);
    await until(() => shown(b, canvas) === 'a=1');
    await turns(50);
    bench.clock.advance(1000);
    expect(b.notices).toEqual(['the other nodes cannot be heard: what they change is asked of the database, once a second']);
    await turns(50);
    await a.write(canvas, { a: '2' });
    hub.turn(true);
    await until(() => shown(b, canvas) === 'a=2');
    expect(b.notices.slice(1)).toEqual(['the other nodes are heard again']);
    expect(contentOf(b.sets(canvas))).toEqual(['+a=1', 'a=2']);
  },

  'a message that was lost without a trace is made up for within ten seconds': async (bench) => {
    const hub = new BusHub();
    const [a, b, canvas] = await pair(bench, hub);
    bench.clock.advance(1000);
    await until(() => b.store.lastHeardMs === 0);
    await turns(50);
    hub.loses = true;
    await a.write(canvas, { a: '1' });
    await turns(20);
    expect(shown(b, canvas)).toBe('');
    bench.clock.advance(10_000);
    await until(() => shown(b, canvas) === 'a=1');
  },

  'old, doubled and senseless messages change nothing, and ask nothing': async (bench) => {
    const hub = new BusHub();
    const [a, b, canvas] = await pair(bench, hub);
    await a.write(canvas, { a: '1' });
    await until(() => shown(b, canvas) === 'a=1');
    await turns(20);
    const sets = b.published.length;
    const sender = hub.node();
    const missed = [] as string[];
    b.faults.missing = async (scope) => void missed.push(scope);
    for (const text of [...hub.sent.map((one) => one.text), '', 'x', '1 live:nothing', `-1 ${canvas}`, `1 ${canvas}`, '\0']) {
      sender.send('changed', text);
    }
    await turns(20);
    expect([b.published.length - sets, missed]).toEqual([0, []]);
  },

  'a canvas that is made and one that is deleted elsewhere are known here, with their heads': async (bench) => {
    const hub = new BusHub();
    const [a, b, canvas] = await pair(bench, hub);
    const made = await a.canvas({ a: '1' }, 'made');
    await until(() => b.store.directory.revision === a.store.directory.revision);
    await turns(20);
    bench.clock.advance(1000);
    if (bench.kept === 'durable') await until(() => b.store.head(made) !== undefined);
    await a.submit(['directory'], (tx) => finish(tx.directory.remove(canvas)));
    await until(() => b.sets(canvas).at(-1) === 'dead');
  },

  'the head of a canvas that is not in memory moves within a second': async (bench) => {
    const hub = new BusHub();
    const first = await bench.node({ shared: true });
    const canvas = await first.canvas({}, 'quiet');
    const a = await bench.node({ shared: true, bus: hub.node() });
    const b = await bench.node({ shared: true, bus: hub.node() });
    bench.clock.advance(5000);
    await a.write(canvas, { a: '1' });
    await turns(20);
    bench.clock.advance(1000);
    await until(() => b.store.revision(canvas) === 2);
    expect([b.store.head(canvas), b.faults.loaded.includes(canvas), b.sets(canvas)]).toEqual([a.store.head(canvas), false, ['']]);
  },

  'what moves at once is told in few messages that every bus takes': async (bench) => {
    const hub = new BusHub();
    const [a, b] = await pair(bench, hub);
    const canvases: string[] = [];
    for (let at = 0; at < 40; at++) canvases.push(await a.canvas({}, `${'long-name-'.repeat(19)}${at}`));
    const before = hub.sent.length;
    await Promise.all(canvases.map((canvas) => a.write(canvas, { a: '1' })));
    await Promise.all(canvases.map((canvas) => b.read(canvas)));
    await turns(5);
    const texts = hub.sent.slice(before).map(({ text }) => text);
    expect(texts.every((text) => Buffer.byteLength(text) <= 7000)).toBe(true);
    expect([texts.length > 1, texts.length < 40]).toEqual([true, true]);
  },

  'a bus that loses, doubles, delays and reorders leads to the same end, and each change is published once': async (bench) => {
    const [a, b, canvas] = await pair(bench, new BusHub(7));
    for (let round = 0; round < 60; round++) {
      const writer = round % 3 === 0 ? b : a;
      await writer.write(canvas, { n: String(round) });
      if (round % 5 === 0) await turns(4);
    }
    bench.clock.advance(10_000);
    for (const node of [a, b]) {
      await until(() => shown(node, canvas) === 'n=59');
      expect(node.sets(canvas).slice(-60)).toEqual(['+n=0', ...Array.from({ length: 59 }, (_, at) => `n=${at + 1}`)]);
    }
  },
};

/** Without those that say only that the head of a canvas moved, as when it was read into memory. */
const contentOf = (sets: readonly string[]): string[] => sets.filter((set) => set !== '');
