import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import type { Transaction } from '../../server/store/store.ts';
import { until } from '../kit/until.ts';
import { apply, outcomeOf, stateOf, turns } from './bench.ts';
import type { Chapter } from './chapter.ts';

/** Batches that certainly failed, and batches with an unknown outcome. */
export const failures: Chapter = {
  'a probe makes a commit: on any node, as often as asked, and nothing changes by it': async (bench) => {
    const [a, b, canvas] = await bench.pair();
    await a.write(canvas, { a: '1' });
    const before = [a.store.revision(canvas), a.store.directory.revision];
    await Promise.all([a.store.probe(), b.store.probe(), a.store.probe()]);
    expect([await b.read(canvas), a.store.revision(canvas), a.store.directory.revision]).toEqual(['a=1', ...before]);
    expect(await b.write(canvas, { b: '2' })).toBe('a=1 b=2');
  },

  'a probe says why commits cannot be made': async (bench) => {
    const node = await bench.node();
    node.faults.probing = () => Promise.reject(new Error('the database is away'));
    expect(await outcomeOf(node.store.probe())).toBe('refused: the database is away');
  },

  'one bad command of a batch fails alone, with the cause; the others succeed in their order': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    node.faults.plan('fail', 'bad', 2);
    const outcomes = await Promise.all(['a', 'bad', 'c'].map((id) => outcomeOf(node.write(canvas, { [id]: 'x' }))));
    expect(outcomes).toEqual(['done: a=x', 'refused: the commit failed', 'done: a=x c=x']);
    expect(node.sets(canvas).slice(1)).toEqual(['+a=x', '+c=x']);
    expect(await node.write(canvas, { bad: 'now' })).toBe('a=x c=x bad=now');
    expect(node.fatal).toEqual([]);
  },

  'a commit that fails leaves commits of other scopes alone': async (bench) => {
    const node = await bench.node();
    const one = await node.canvas();
    const other = await node.canvas();
    node.faults.plan('fail', one, 2);
    const outcomes = await Promise.all([outcomeOf(node.write(one, { a: 'x' })), outcomeOf(node.write(other, { a: 'x' }))]);
    expect(outcomes).toEqual(['refused: the commit failed', 'done: a=x']);
  },

  'what came behind a failed batch runs again after it': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const held = node.faults.hold(canvas);
    node.faults.plan('fail', 'a', 2);
    const first = outcomeOf(node.write(canvas, { a: 'x' }));
    await held.arrived;
    const second = outcomeOf(node.write(canvas, { b: 'y' }));
    held.release();
    const third = outcomeOf(node.write(canvas, { c: 'z' }));
    expect([await first, await second, await third]).toEqual(['refused: the commit failed', 'done: b=y', 'done: b=y c=z']);
  },

  'an unknown outcome answers nobody and lets nothing run on its scopes until it is looked up': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: 'old' });
    const other = await node.canvas();
    for (const [fault, before] of [
      ['made', 'old'],
      ['unmade', 'made'],
    ] as const) {
      node.faults.unreachable = 3;
      node.faults.plan(fault, canvas);
      const first = node.write(canvas, { a: fault });
      await turns();
      const second = node.write(canvas, { b: fault });
      for (let asked = 0; asked < 3; asked++) {
        // The database says in its own time what became of the commit and of each look-up; only then is there a pause to end
        await until(() => node.faults.unreachable === 2 - asked);
        await turns();
        expect([await stateOf(first), await stateOf(second), node.readNow(canvas).split(' ')[0]]).toEqual([
          'open',
          'open',
          `a=${before}`,
        ]);
        expect(await node.write(other, { [fault]: String(asked) })).toContain(`${fault}=${asked}`);
        bench.clock.advance(250);
      }
      expect(await first).toMatch(`a=${fault}`);
      expect(await second).toBe(`a=${fault} b=${fault}`);
    }
    expect(node.sets(canvas).slice(1)).toEqual(['a=made', '+b=made', 'a=unmade', 'b=unmade']);
  },

  'a commit that was made and whose outcome was unknown is not made twice, also when it ran alone': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    node.faults.plan('fail', canvas);
    node.faults.plan('made', canvas);
    node.faults.plan('unmade', canvas);
    const outcomes = await Promise.all(['a', 'b'].map((id) => node.write(canvas, { [id]: 'x' })));
    expect(outcomes).toEqual(['a=x', 'a=x b=x']);
    expect(node.sets(canvas).slice(1)).toEqual(['+a=x', '+b=x']);
  },

  'faults one after the other, under the lock too, come to an end': async (bench) => {
    const node = await bench.node({ shared: true });
    const canvas = await node.canvas();
    for (const fault of ['lose', 'unmade', 'fail', 'unmade', 'made'] as const) node.faults.plan(fault, canvas);
    expect(await outcomeOf(node.write(canvas, { a: 'x' }))).toBe('refused: the commit failed');
    expect(await outcomeOf(node.write(canvas, { b: 'x' }))).toBe('done: b=x');
    expect(await outcomeOf(node.write(canvas, { c: 'x' }))).toBe('done: b=x c=x');
    expect(node.sets(canvas).slice(1)).toEqual(['+b=x', '+c=x']);
  },

  'a command that waits is a fault, and nothing of it is written': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const waiting = async (tx: Transaction): Promise<void> => {
      apply(tx.scope(canvas), { a: '2' });
      await Promise.reject(new Error('nobody hears of it'));
    };
    const inSlices = function* (tx: Transaction): Work<unknown> {
      yield;
      return waiting(tx);
    };
    for (const run of [waiting, inSlices]) {
      await expect(node.submit([canvas], run as never)).rejects.toThrow('a command gave a Promise');
    }
    expect([await node.read(canvas), node.sets(canvas)]).toEqual(['a=1', ['+root=Link +a=1']]);
  },

  'a command without an author is a fault, and harms no other of its batch': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const line = { action: 'Made', target_type: 'note', target_id: null, target_name: '' };
    for (const author of [undefined, {}, { id: 7, name: 'Ann' }]) {
      const work = (tx: Transaction): void => tx.audit(line);
      const lost = outcomeOf(node.submit(['directory'], work, { author } as never));
      const other = outcomeOf(node.write(canvas, { a: '1' }));
      expect([await lost, await other]).toEqual(['refused: a command has no author: was its call copied?', 'done: a=1']);
    }
    const actions = (await bench.database.audit()).map(({ action }) => action);
    expect([actions.includes(line.action), node.fatal]).toEqual([false, []]);
  },

  'a failed commit leaves no audit entry, a durable one has its own in the same transaction': async (bench) => {
    const node = await bench.node();
    node.faults.plan('fail', 'bad', 2);
    await outcomeOf(node.canvas({}, 'bad'));
    await node.canvas({}, 'good');
    expect((await bench.database.audit()).map(({ target_id }) => target_id)).toEqual(['good']);
  },

  'commands on scopes that share nothing go on while one scope is looked up': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    node.faults.unreachable = 1;
    node.faults.plan('unmade', canvas);
    const first = node.write(canvas, { a: 'x' });
    await until(() => node.faults.unreachable === 0);
    const made = node.canvas({ a: '1' }, 'another');
    expect(await made).toBe('another');
    const both = node.submit(['directory', canvas], (tx) => apply(tx.scope(canvas), { b: 'y' }));
    await turns();
    expect(await stateOf(both)).toBe('open');
    bench.clock.advance(250);
    await Promise.all([first, both]);
    expect(await node.read(canvas)).toBe('a=x b=y');
  },
};
