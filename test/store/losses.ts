import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Command } from '../../server/store/store.ts';
import { until } from '../kit/until.ts';
import { apply, type Node, outcomeOf, seen } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { Link, Note, note } from './kinds.ts';

/** Node `a` sends a commit, which waits before the database until node `b` has moved the scope. */
async function lose(a: Node, canvas: string, mine: () => Promise<unknown>, theirs: () => Promise<unknown>): Promise<unknown> {
  const held = a.faults.hold(canvas);
  const answer = outcomeOf(mine());
  await held.arrived;
  await theirs();
  held.release();
  return answer;
}

/** Several commands whose results nobody may see when their batch is lost or fails. */
const tangle = (node: Node, canvas: string): Promise<string>[] => {
  const runs: Command<void>['run'][] = [
    (tx) => apply(tx.scope(canvas), { a: 'A', x: 'X' }),
    (tx) => {
      const scope = tx.scope(canvas);
      scope.update(Note, { ...scope.get(Note, 'b')!, parent: 'x', depth: 9, tags: ['a', 'y'] });
      scope.insert(Link, { id: 'y', from: 'a', to: 'x' });
    },
    (tx) => tx.scope(canvas).remove('a'),
    (tx) => tx.scope(canvas).insert(Note, note('a', { depth: 7, tags: ['b'] })),
  ];
  return runs.map((run) => outcomeOf(node.submit([canvas], run)));
};

/** Lost and failed batches. */
export const losses: Chapter = {
  'a lost batch catches up, publishes what it missed, and runs again in the first order': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const mine = () => Promise.all([a.write(canvas, { a: '1' }), a.write(canvas, { b: '2' }), a.write(canvas, { a: '3' })]);
    expect(await lose(a, canvas, mine, () => b.write(canvas, { z: 'theirs' }))).toBe(
      'done: z=theirs a=1,z=theirs a=1 b=2,z=theirs a=3 b=2',
    );
    expect(a.sets(canvas).slice(1)).toEqual(['+z=theirs', '+a=1', '+b=2', 'a=3']);
    expect(a.faults.locked).toEqual([]);
    expect(await b.read(canvas)).toBe('z=theirs a=3 b=2');
    expect(b.sets(canvas)).toEqual(['+z=theirs', '+a=1', '+b=2', 'a=3']);
  },

  'what saw the lost batch runs again after it, and before what came later': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const held = a.faults.hold(canvas);
    const first = a.write(canvas, { a: 'one' });
    await held.arrived;
    let ran = false;
    const second = a.submit([canvas], (tx) => {
      const text = `${tx.scope(canvas).get(Note, 'a')?.text} two`;
      apply(tx.scope(canvas), { a: text });
      ran = true;
      return text;
    });
    await until(() => ran);
    await b.write(canvas, { a: 'theirs' });
    held.release();
    const third = a.write(canvas, { c: 'three' });
    expect([await first, await second, await third]).toEqual(['a=one', 'one two', 'a=one two c=three']);
    expect(a.sets(canvas).slice(1)).toEqual(['+a=theirs', 'a=one', 'a=one two', '+c=three']);
  },

  'a command that runs again is permitted again and may end differently': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const view = await a.store.load(canvas);
    const permitted = (): void => {
      if (view.get(Note, 'z')) throw refuse.denied();
    };
    const mine = () => a.submit([canvas], (tx) => apply(tx.scope(canvas), { a: 'x' }), { permit: permitted });
    expect(await lose(a, canvas, mine, () => b.write(canvas, { z: 'closed' }))).toBe('refused: Permission denied');
    expect(await a.read(canvas)).toBe('z=closed');
  },

  'after two losses a batch runs under the lock of its scopes and cannot lose again': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    let runs = 0;
    const mine = a.submit([canvas], (tx) => {
      runs++;
      apply(tx.scope(canvas), { [`a${tx.scope(canvas).all(Note).length}`]: 'mine' });
    });
    const other = a.write(canvas, { o: 'other' });
    for (const id of ['z1', 'z2']) {
      const held = a.faults.hold(canvas);
      await held.arrived;
      await b.write(canvas, { [id]: 'theirs' });
      held.release();
    }
    await Promise.all([mine, other]);
    expect([a.faults.locked, runs]).toEqual([[[canvas]], 3]);
    expect(await b.read(canvas)).toBe('z1=theirs z2=theirs a2=mine o=other');
  },

  'two nodes that write to one scope all the time both come through': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const count = (node: Node, times: number): Promise<unknown> =>
      Promise.all(
        Array.from({ length: times }, () =>
          node.submit([canvas], (tx) => {
            const before = Number(tx.scope(canvas).get(Note, 'sum')?.text ?? 0);
            apply(tx.scope(canvas), { sum: String(before + 1) });
          }),
        ),
      );
    const rounds = async (node: Node): Promise<void> => {
      for (let round = 0; round < 10; round++) await count(node, 5);
    };
    await Promise.all([rounds(a), rounds(b)]);
    expect([await a.read(canvas), await b.read(canvas)]).toEqual(['sum=100', 'sum=100']);
    expect(a.sets(canvas).slice(1)).toEqual(b.sets(canvas));
  },

  'undoing restores records, lists, indexes of keys and of numbers, and the head': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1', b: '2', c: '3' });
    const child = note('c', { parent: 'b', depth: 4, tags: ['x', 'b'] });
    await node.submit([canvas], (tx) => tx.scope(canvas).update(Note, child));
    const before = await node.newest(canvas);
    const lists = (await node.store.load(canvas)).list('things').pages().join();
    bench.clock.advance(1000);
    node.faults.plan('fail', canvas, 100);
    const held = node.faults.hold(canvas);
    const outcomes = tangle(node, canvas);
    await held.arrived;
    outcomes.push(...tangle(node, canvas));
    const saw = node.newest(canvas);
    held.release();
    for (const outcome of outcomes) expect(await outcome).toMatch('refused: ');
    expect(await saw).toEqual(before);
    expect(await node.newest(canvas)).toEqual(before);
    expect((await node.store.load(canvas)).list('things').pages().join()).toBe(lists);
  },

  'a batch that another node overtook on one scope leaves its other scopes in order': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const other = await a.canvas({ a: 'x' });
    const held = a.faults.hold(canvas);
    const first = a.write(canvas, { a: '1' });
    await held.arrived;
    let ran = false;
    const both = a.submit([canvas, other], (tx) => {
      apply(tx.scope(other), { a: `${seen(tx.scope(canvas))}!` });
      ran = true;
    });
    await until(() => ran);
    await b.write(canvas, { z: 'theirs' });
    held.release();
    const later = a.submit([other], (tx) => apply(tx.scope(other), { a: `${tx.scope(other).get(Note, 'a')!.text}?` }));
    await Promise.all([first, both, later]);
    expect(await b.read(other)).toBe('a=z=theirs a=1!?');
  },

  'a paused command that saw a lost batch only through an open one runs again, too': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const other = await a.canvas();
    const held = a.faults.hold(canvas);
    const first = a.write(canvas, { a: '1' });
    await held.arrived;
    const at = { both: false, slow: false, open: false };
    const both = a.submit([canvas, other], (tx) => {
      apply(tx.scope(other), { copy: seen(tx.scope(canvas)) });
      at.both = true;
    });
    await until(() => at.both);
    const slow = a.submit([other], function* (tx): Work<string> {
      at.slow = true;
      const text = tx.scope(other).get(Note, 'copy')?.text ?? 'none';
      apply(tx.scope(other), { slow: text });
      while (!at.open) yield;
      return text;
    });
    await until(() => at.slow);
    await b.write(canvas, { z: 'theirs' });
    held.release();
    await first;
    at.open = true;
    await both;
    expect(await slow).toBe('z=theirs a=1');
    expect(await b.read(other)).toBe('copy=z=theirs a=1 slow=z=theirs a=1');
  },
};
