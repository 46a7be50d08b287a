import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import { until } from '../kit/until.ts';
import { apply, type Node, outcomeOf, turns } from './bench.ts';
import { type Chapter, onDisk } from './chapter.ts';
import { Folder, kinds, Link, Note } from './kinds.ts';

const text = 'x'.repeat(1000);

/** Makes canvases of about 2,000 characters, and returns those that a node then has to load again. */
async function filled(node: Node, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push(await node.canvas({ a: text }));
  return ids;
}

const loadedAgain = async (node: Node, canvases: readonly string[]): Promise<string[]> => {
  const before = node.faults.loaded.length;
  for (const canvas of canvases) await node.store.load(canvas);
  return node.faults.loaded.slice(before);
};

/** What is in memory, and for how long; and what a new start makes of the stored data. */
export const memory: Chapter = {
  'concurrent requests for a canvas are one load': onDisk(async (bench) => {
    const first = await bench.node();
    const canvas = await first.canvas({ a: '1' });
    const node = await bench.reopen(first);
    const views = await Promise.all([node.store.load(canvas), node.write(canvas, { b: '2' }), node.store.load(canvas)]);
    expect([node.faults.loaded.filter((id) => id === canvas).length, views[0] === views[2]]).toEqual([1, true]);
    expect(node.faults.loaded.filter((id) => id === 'directory')).toHaveLength(1);
  }),

  'over the limit, the canvases go that were not used for longest': onDisk(async (bench) => {
    const node = await bench.node({ memory: { cacheBytes: 10_000 } });
    const [a, b, c] = (await filled(node, 3)) as [string, string, string];
    node.store.ready(a);
    await turns();
    const d = await node.canvas({ a: text });
    await turns();
    expect([a, b, c, d].map((id) => node.store.ready(id) !== undefined)).toEqual([true, false, true, true]);
    expect(await node.write(b, { b: '2' })).toBe(`a=${text} b=2`);
    expect(await loadedAgain(node, [b])).toEqual([]);
    expect(await node.read(a)).toBe(`a=${text}`);
  }),

  'a canvas does not grow beyond its bound; it can be read, changed and emptied, and others grow': onDisk(async (bench) => {
    const node = await bench.node({ memory: { canvasBytes: 12_000 } });
    const full = await node.canvas({ a: text, b: text });
    const sets = node.published.length;
    const refusal = 'refused: Canvas is full: its content may take 0 MiB of memory';
    const more = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`m${at}`, text]));
    expect([await outcomeOf(node.write(full, more)), node.published.length]).toEqual([refusal, sets]);
    expect(await outcomeOf(node.canvas(more))).toBe(refusal);
    expect(await node.write(full, { a: 'x', b: undefined })).toBe('a=x');
    expect(await node.write(await node.canvas(), { c: text, d: text })).toContain('d=');
    const again = await bench.reopen(node, { memory: { canvasBytes: 100 } });
    expect(await again.read(full), 'a bound that was lowered').toBe('a=x');
    expect([await outcomeOf(again.write(full, { a: 'xx' })), await again.write(full, { a: '' })]).toEqual([refusal, 'a=']);
  }),

  'nothing is loaded for which there is no memory, and nothing grows then but the directory': onDisk(async (bench) => {
    const first = await bench.node();
    const [a, b] = (await filled(first, 2)) as [string, string];
    const node = await bench.reopen(first, { memory: { cacheBytes: 1, loadedBytes: 5000 } });
    await node.store.load(a);
    const release = node.store.pin(a);
    expect(await outcomeOf(node.store.load(b))).toBe(`refused: There is no memory for canvas ${b} at the moment`);
    expect(await outcomeOf(node.write(a, { b: text }))).toBe('refused: The server has no memory for more at the moment');
    await node.submit(['directory'], (tx) => tx.directory.insert(Folder, { id: 'f', name: 'f', folder: '' }));
    expect(await node.read(a)).toBe(`a=${text}`);
    release();
    expect(await node.read(b)).toBe(`a=${text}`);
  }),

  'a canvas does not go while somebody needs it': onDisk(async (bench) => {
    const node = await bench.node({ memory: { cacheBytes: 1 } });
    const [pinned, paused, inFlight, waiting, idle] = (await filled(node, 5)) as [string, string, string, string, string];
    await turns();
    for (const id of [pinned, paused, inFlight, waiting, idle]) expect([id, node.store.ready(id)]).toEqual([id, undefined]);
    await node.store.load(pinned);
    const release = node.store.pin(pinned);
    const control = { running: false, open: false };
    const slow = node.submit([paused], function* (): Work {
      control.running = true;
      while (!control.open) yield;
    });
    await until(() => control.running);
    const behind = node.submit([paused, waiting], (tx) => apply(tx.scope(waiting), { b: '2' }));
    await node.store.load(waiting);
    const held = node.faults.hold(inFlight);
    const write = node.write(inFlight, { b: '2' });
    await held.arrived;
    const loaded = (): boolean[] => [pinned, paused, inFlight, waiting, idle].map((id) => node.store.ready(id) !== undefined);
    const squeeze = async (): Promise<void> => {
      await node.store.load(idle);
      await turns();
    };
    await squeeze();
    expect(loaded()).toEqual([true, true, true, true, false]);
    control.open = true;
    held.release();
    await Promise.all([slow, behind, write]);
    await squeeze();
    expect(loaded()).toEqual([true, false, false, false, false]);
    release();
    release();
    await squeeze();
    expect(loaded()).toEqual([false, false, false, false, false]);
    expect(node.store.directory.all(Folder)).toEqual([]);
  }),

  'requests for more canvases than fit are all answered': onDisk(async (bench) => {
    for (const shared of [false, true]) {
      const node = await bench.node({ memory: { cacheBytes: 1 }, shared });
      const canvases = await Promise.all(Array.from({ length: 8 }, (_, at) => node.canvas({ a: text }, `${shared}-${at}`)));
      const reads = [...canvases, ...canvases].map(async (id) => (await node.store.load(id)).get(Note, 'a')!.text);
      const writes = canvases.map((id) => node.write(id, { b: '2' }));
      expect(new Set(await Promise.all(reads))).toEqual(new Set([text]));
      expect(new Set(await Promise.all(writes))).toEqual(new Set([`a=${text} b=2`]));
      await node.close();
    }
  }),

  'heads of all canvases are there without the canvases': onDisk(async (bench) => {
    const first = await bench.node();
    const canvas = await first.canvas();
    bench.clock.advance(5000);
    await first.write(canvas, { a: '1' });
    const node = await bench.reopen(first);
    expect([node.store.head(canvas)!.modified_at, node.store.ready(canvas)]).toEqual(['2026-01-01T00:00:05.000Z', undefined]);
    expect(node.store.head('missing')).toBeUndefined();
  }),

  'ordinals say the order of creation, go on after a new start, and are kept when others are lost': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    await a.write(canvas, { m: '1', k: '2' });
    const held = a.faults.hold(canvas);
    const lost = a.write(canvas, { z: '3' });
    await held.arrived;
    await b.write(canvas, { y: '4' });
    held.release();
    await lost;
    const order = async (node: Node): Promise<string> =>
      [...(await node.store.load(canvas)).list('Note').versions()].map(({ key }) => key).join('');
    const again = await bench.reopen(a, { shared: true });
    await again.write(canvas, { a: '5' });
    expect([await order(again), await order(b)]).toEqual(['mkyza', 'mkyza']);
    const ordinals = [...(await again.store.load(canvas)).list('things').versions()].map(({ ordinal }) => ordinal);
    expect(new Set(ordinals).size).toBe(ordinals.length);
  }),

  'lists and pages hold every record once, in creation order, through many changes': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const ids = Array.from({ length: 1500 }, (_, at) => `n${at}`);
    await node.submit([canvas], (tx) => apply(tx.scope(canvas), Object.fromEntries(ids.map((id) => [id, '']))));
    await node.write(canvas, Object.fromEntries(ids.filter((_, at) => at % 3 === 0).map((id) => [id, undefined])));
    await node.write(canvas, { n1: 'changed', n1499: 'changed', end: 'made' });
    const kept = [...ids.filter((_, at) => at % 3 !== 0), 'end'];
    for await (const one of bench.alsoReopened(node)) {
      const view = await one.store.load(canvas);
      const list = view.list('Note');
      const whole = JSON.parse(`[${list.pages().join(',')}]`) as { id: string }[];
      expect(whole.map(({ id }) => id)).toEqual(kept);
      expect([list.size, view.all(Note).length, view.list('things').size, view.list('no such list').size]).toEqual([
        1001, 1001, 1002, 0,
      ]);
    }
  },

  'what is written again takes the shape of its version, what is not stays as it was stored': onDisk(async (bench) => {
    const first = await bench.node();
    const canvas = await first.canvas({ a: 'old', b: 'old' });
    const migrate = (old: Record<string, unknown>, version: number) => ({ ...old, text: `${old.text} migrated from ${version}` });
    const newer = kinds.map((kind) => (kind === Note ? { ...Note, version: 2, migrate } : kind));
    const second = await bench.reopen(first, { kinds: newer });
    const Newer = newer.find(({ name }) => name === 'Note')!;
    await second.submit([canvas], (tx) =>
      tx.scope(canvas).update(Newer, { ...(tx.scope(canvas).get(Newer, 'a') as object), tags: ['t'] } as never),
    );
    const texts = async (node: Node): Promise<unknown> =>
      (await node.store.load(canvas)).all(Newer).map((one) => (one as unknown as Note).text);
    expect(await texts(second)).toEqual(['old migrated from 1', 'old migrated from 1']);
    const third = await bench.reopen(second, { kinds: newer });
    expect(await texts(third)).toEqual(['old migrated from 1', 'old migrated from 1']);
    const rows: unknown[] = [];
    await third.faults.load(canvas, (some) => void rows.push(...some.map(({ key, version }) => `${key} ${version}`)));
    expect(rows).toEqual(['root 1', 'a 2', 'b 1']);
  }),

  'a node that meets a newer version than its own stops with one line': onDisk(async (bench) => {
    const newer = [...kinds.filter((kind) => kind !== Link), { ...Link, version: 2 }];
    const first = await bench.node({ kinds: newer });
    const canvas = await first.canvas();
    await first.submit([canvas], (tx) => tx.scope(canvas).insert(newer.at(-1) as typeof Link, { id: 'l', from: '', to: '' }));
    const node = await bench.reopen(first, { mayEnd: true });
    const said = 'the data was written by a newer version of Easel (Link 2); start that version';
    expect(await outcomeOf(node.store.load(canvas))).toBe(
      `refused: Canvas ${canvas} cannot be read; the log of the server says why`,
    );
    expect(node.fatal.map(String)).toEqual([`Error: ${said}`]);
    await first.close();
    const folders = [...kinds.filter((kind) => kind !== Folder), { ...Folder, name: 'Shelf' }];
    const third = await bench.reopen(node, { kinds: folders });
    await third.submit(['directory'], (tx) =>
      tx.directory.insert(folders.at(-1)! as typeof Folder, { id: 'f', name: '', folder: '' }),
    );
    await third.close();
    expect(await outcomeOf(bench.node())).toMatch('refused: the data was written by a newer version of Easel (Shelf 1)');
  }),

  'a migration reaches what another node of the older version writes': onDisk(async (bench) => {
    const a = await bench.node({ shared: true });
    const canvas = await a.canvas({ a: 'old' });
    const migrate = (old: Record<string, unknown>) => ({ ...old, text: `${old.text}!` });
    const newer = kinds.map((kind) => (kind === Note ? { ...Note, version: 2, migrate } : kind));
    const b = await bench.node({ shared: true, kinds: newer });
    await b.store.load(canvas);
    await a.write(canvas, { a: 'new', b: 'made' });
    const view = await b.store.load(canvas);
    expect(JSON.parse(`[${view.list('Note').pages().join(',')}]`).map(({ text }: Note) => text)).toEqual(['new!', 'made!']);
  }),
};
