import { expect } from 'vitest';
import { type OpenPromise, openPromise } from '../kit/faulty-driver.ts';
import { until } from '../kit/until.ts';
import { apply, type Node, outcomeOf, seen, stateOf, turns } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { Note, note } from './kinds.ts';

/** Several nodes on one database: the read barrier, the change log and its limits. */
export const nodes: Chapter = {
  'a read sees every write that was acknowledged on any node before it began': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    for (let at = 0; at < 20; at++) {
      const [writer, reader] = at % 2 === 0 ? [a, b] : [b, a];
      await writer.write(canvas, { n: String(at) });
      expect(await reader.read(canvas)).toBe(`n=${at}`);
      await writer.submit(['directory'], (tx) => tx.nextNumber('n', 0));
      expect((await reader.store.load('directory')).revision).toBe(writer.store.directory.revision);
    }
  },

  'a command sees them, too, and so does its refusal': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    await a.write(canvas, { a: '1' });
    expect(await b.submit([canvas], (tx) => seen(tx.scope(canvas)))).toBe('a=1');
    await b.write(canvas, { a: undefined });
    expect(await outcomeOf(a.submit([canvas], (tx) => void tx.scope(canvas).text('a')))).toMatch('refused: no record a');
  },

  'many requests of one tick are one question; those that come during it are the next': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const asked = a.faults.asked.length;
    const reads = Array.from({ length: 20 }, () => a.read(canvas));
    await until(() => a.faults.asked.length > asked);
    await b.write(canvas, { z: 'meanwhile' });
    const later = Promise.all([a.read(canvas), a.read(canvas)]);
    await Promise.all(reads);
    expect(await later).toEqual(['z=meanwhile', 'z=meanwhile']);
    expect(a.faults.asked.length - asked).toBeLessThanOrEqual(3);
  },

  'what a read waited for is ready in the turn in which it goes on, and for nobody later': async (bench) => {
    const [a, , canvas] = await bench.pair();
    expect(a.store.ready(canvas)).toBeUndefined();
    const view = await a.store.load(canvas);
    expect(a.store.ready(canvas)).toBe(view);
    await turns(1);
    expect(a.store.ready(canvas)).toBeUndefined();
  },

  'a scope whose outcome is unknown keeps its own readers waiting, and no others': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const other = await b.canvas({ a: '1' }, 'other');
    a.faults.unreachable = 1;
    a.faults.plan('unmade', canvas);
    const write = a.write(canvas, { a: '1' });
    await until(() => a.faults.unreachable === 0);
    await b.write(canvas, { z: 'theirs' });
    const read = a.read(canvas);
    expect(await a.read(other)).toBe('a=1');
    expect(await a.read(other)).toBe('a=1');
    await turns();
    expect(await stateOf(read)).toBe('open');
    bench.clock.advance(250);
    expect([await read, await write]).toEqual([expect.stringContaining('z=theirs'), 'z=theirs a=1']);
  },

  'a command that waits for a scope goes on when the database does not say what was missed of it': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const other = await a.canvas({}, 'other');
    await b.store.load(other);
    const gates = new Map<string, OpenPromise>();
    b.faults.missing = (scope) => {
      if (!gates.has(scope)) gates.set(scope, openPromise());
      return gates.get(scope)!.promise;
    };
    await a.write(other, { a: '1' });
    const write = b.submit([canvas, other], (tx) => seen(tx.scope(other)));
    await until(() => gates.has(other));
    await a.write(canvas, { a: '1' });
    const read = outcomeOf(b.read(canvas));
    await until(() => gates.has(canvas));
    gates.get(other)!.resolve();
    await turns();
    expect([await stateOf(write), await stateOf(read)]).toEqual(['open', 'open']);
    gates.get(canvas)!.reject(new Error('the database is busy'));
    expect([await read, await write]).toEqual(['refused: the database is busy', 'a=1']);
  },

  'more than 1,000 changes are no entry of the log: other nodes publish the difference as one set': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    await a.write(canvas, { a: '1', b: '2', c: '3' });
    await b.read(canvas);
    const many = Array.from({ length: 1001 }, (_, at) => note(`n${at}`, { tags: ['t'] }));
    await a.submit([canvas], (tx) => {
      for (const one of many) tx.scope(canvas).insert(Note, one);
      apply(tx.scope(canvas), { a: 'new', b: undefined });
    });
    await a.write(canvas, { n0: undefined });
    const before = b.published.length;
    expect(await b.newest(canvas)).toEqual(await a.newest(canvas));
    const sets = b.published.slice(before);
    expect(sets.map(({ changes }) => changes.length)).toEqual([1002]);
    expect(b.sets(canvas).at(-1)).toMatch(/^-b=2 a=new \+n1= /);
    expect((await b.store.load(canvas)).list('things').pages().join()).toBe(
      (await a.store.load(canvas)).list('things').pages().join(),
    );
  },

  'a reload that finds nothing changed says so with no changes': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const fill = (text: string): Promise<unknown> =>
      a.submit([canvas], (tx) =>
        apply(tx.scope(canvas), Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`n${at}`, text]))),
      );
    await fill('1');
    await b.read(canvas);
    await Promise.all([fill('2'), fill('1')]);
    const before = b.published.length;
    await b.read(canvas);
    expect(
      b.published
        .slice(before)
        .filter(({ scope }) => scope === canvas)
        .map(({ changes }) => changes),
    ).toEqual([[]]);
  },

  'a canvas that is not in memory follows by its head alone': async (bench) => {
    const a = await bench.node({ shared: true });
    const canvas = await a.canvas();
    const b = await bench.node({ shared: true });
    bench.clock.advance(1000);
    await a.write(canvas, { a: '1' });
    const late = (node: Node): string => node.store.head(canvas)!.modified_at;
    expect(await b.read(canvas)).toBe('a=1');
    expect(late(b)).toBe(late(a));
  },
};
