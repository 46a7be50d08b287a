import { expect } from 'vitest';
import type { ScopeTransaction } from '../../server/store/store.ts';
import { apply, finish, type Node, outcomeOf } from './bench.ts';
import { type Chapter, onDisk } from './chapter.ts';
import { Folder, Link, Note, note, Place } from './kinds.ts';

const keys = (node: Node, scope: string): string => node.sets(scope).at(-1)!;

/** What stays the same in a second run, and what follows from a command: numbers, audit lines, cascades. */
export const repetition: Chapter = {
  'a second run is given the same time and the same ids': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const runs: string[][] = [];
    const held = a.faults.hold(canvas);
    const write = a.submit([canvas], (tx) => {
      const made = [tx.now, tx.newId(), tx.scope(canvas).newId()];
      runs.push(made);
      apply(tx.scope(canvas), { [made[1]!]: tx.now });
    });
    await held.arrived;
    bench.clock.advance(60_000);
    await b.write(canvas, { z: 'theirs' });
    held.release();
    await write;
    expect(runs).toHaveLength(2);
    expect(runs[1]).toEqual(runs[0]);
    expect(new Set(runs[0]).size).toBe(3);
    expect(await b.read(canvas)).toContain(`${runs[0]![1]}=2026-01-01T00:00:00.000Z`);
  }),

  'a number is never given twice, whatever is lost, fails, is refused, and starts again': onDisk(async (bench) => {
    const nodes = [await bench.node({ shared: true }), await bench.node({ shared: true })];
    const given: number[] = [];
    const take = async (node: Node, refused: boolean): Promise<void> => {
      const number = await node
        .submit(['directory'], (tx) => {
          const one = tx.nextNumber('User', 1000);
          if (refused) throw new Error('no');
          tx.directory.insert(Folder, { id: `f${one}`, name: '', folder: '' });
          return one;
        })
        .catch(() => undefined);
      if (number) given.push(number);
    };
    for (let round = 0; round < 8; round++) {
      for (const node of nodes) if (round % 3 === 1) node.faults.plan(round % 2 ? 'lose' : 'fail');
      await Promise.all(nodes.flatMap((node) => [take(node, false), take(node, true), take(node, false)]));
    }
    const again = await bench.reopen(nodes[0]!, { shared: true });
    await take(again, false);
    expect(new Set(given).size).toBe(given.length);
    expect(Math.min(...given)).toBe(1000);
    expect(Math.max(...given), 'a refusal gives its number back').toBe(999 + given.length);
  }),

  'counters do not mind another first number': async (bench) => {
    const node = await bench.node();
    const next = (first: number): Promise<number> => node.submit(['directory'], (tx) => tx.nextNumber('n', first));
    expect([await next(5), await next(6), await next(1), await next(20), await next(5)]).toEqual([5, 6, 7, 20, 21]);
  },

  'audit entries follow from net changes and name who, when and where from': async (bench) => {
    const node = await bench.node();
    await node.submit(['directory'], (tx) => {
      tx.directory.insert(Place, { id: 'p', name: 'first', folder: '' });
      tx.directory.update(Place, { id: 'p', name: 'second', folder: '' });
      tx.directory.insert(Place, { id: 'q', name: 'q', folder: '' });
      finish(tx.directory.remove('q'));
      tx.audit({ action: 'looked', target_type: 'Place', target_id: null, target_name: 'x', details: { a: [1] } });
    });
    await node.submit(['directory'], (tx) => tx.directory.update(Place, { id: 'p', name: 'second', folder: 'f' }));
    bench.clock.advance(1000);
    await node.submit(['directory'], (tx) => tx.directory.update(Place, { id: 'p', name: 'third', folder: 'f' }));
    const plain = (await bench.database.audit()).map(({ id, hash, ...entry }) => Object.values(entry));
    const ann = ['10.0.0.1'];
    expect(plain).toEqual([
      ['2026-01-01T00:00:00.000Z', 7, 'Ann', 'looked', 'Place', null, 'x', ...ann, '{"a":[1]}'],
      ['2026-01-01T00:00:00.000Z', 7, 'Ann', 'Place created', 'Place', 'p', 'second', ...ann, ''],
      ['2026-01-01T00:00:01.000Z', 7, 'Ann', 'Place renamed', 'Place', 'p', 'third', ...ann, '{"from":"second"}'],
    ]);
  },

  'what a command means is audited when it changed anything, in the place of a creation': async (bench) => {
    const node = await bench.node();
    const place = (id: string) => ({ id, name: id, folder: '' });
    await node.submit(['directory'], (tx) => {
      tx.directory.insert(Place, place('p'));
      tx.intend(Place, place('p'), 'copied', { source: 'o' });
      tx.directory.insert(Place, place('q'));
      tx.intend(Place, place('o'), 'looked through');
    });
    await node.submit(['directory'], (tx) => {
      tx.directory.update(Place, { ...place('p'), name: 'other' });
      tx.directory.update(Place, place('p'));
      tx.intend(Place, place('p'), 'meant in vain');
    });
    const entries = (await bench.database.audit()).map(({ action, target_id, details }) => [action, target_id, details]);
    expect(entries).toEqual([
      ['Place looked through', 'o', ''],
      ['Place copied', 'p', '{"source":"o"}'],
      ['Place created', 'q', ''],
    ]);
  },

  'an audit entry alone is a commit, and comes with a change set of no changes': async (bench) => {
    const node = await bench.node();
    await node.submit(['directory'], (tx) =>
      tx.audit({ action: 'login', target_type: 'User', target_id: '7', target_name: 'Ann' }),
    );
    expect([(await bench.database.audit()).length, node.sets('directory')]).toEqual([1, ['']]);
  },

  'what went because of another record is audited as such': async (bench) => {
    const node = await bench.node();
    await node.submit(['directory'], (tx) => tx.directory.insert(Folder, { id: 'f', name: 'f', folder: '' }));
    const p = await node.canvas({}, 'p', 'f');
    const q = await node.canvas({}, 'q');
    await node.submit(['directory'], (tx) => tx.directory.remove('f'));
    await node.submit(['directory'], (tx) => tx.directory.remove(q));
    const deleted = (await bench.database.audit()).filter(({ action }) => action === 'Place deleted');
    expect(deleted.map(({ target_id, details }) => [target_id, details])).toEqual([
      [p, '{"cascaded":true}'],
      [q, '{"cascaded":false}'],
    ]);
  },

  'a cascade deletes lower orders first, then the deepest, then in creation order, and the record last': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const under = (scope: ScopeTransaction, id: string, parent: string): void => scope.insert(Note, note(id, { parent }));
    await node.submit([canvas], (tx) => {
      const scope = tx.scope(canvas);
      for (const [id, parent] of ['a-', 'e-', 'd-a', 'c-a', 'g-d', 'h-c', 'f-d'].map((one) => one.split('-')))
        under(scope, id!, parent!);
      for (const [id, from, to] of ['l1-g-e', 'l2-e-e', 'l3-a-c', 'l4-f-g'].map((one) => one.split('-'))) {
        scope.insert(Link, { id: id!, from: from!, to: to! });
      }
    });
    await node.submit([canvas], (tx) => tx.scope(canvas).remove('a'));
    expect(keys(node, canvas)).toBe('-l1=Link -l4=Link -l3=Link -g= -h= -f= -d= -c= -a=');
    expect(await node.read(canvas)).toBe('e=');
  },

  'a cascade follows what the command itself has changed': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    await node.submit([canvas], (tx) => {
      const scope = tx.scope(canvas);
      for (const [id, parent] of [
        ['a', ''],
        ['b', 'a'],
        ['c', 'b'],
        ['x', ''],
      ])
        scope.insert(Note, note(id!, { parent: parent! }));
    });
    await node.submit([canvas], (tx) => {
      const scope = tx.scope(canvas);
      scope.update(Note, note('c', { parent: 'x' }));
      finish(scope.remove('a'));
      scope.insert(Note, note('a', { parent: 'x' }));
    });
    expect(await node.read(canvas)).toBe('c= x= a=');
    await node.submit([canvas], (tx) => tx.scope(canvas).remove('x'));
    expect([await node.read(canvas), await outcomeOf(node.submit([canvas], (tx) => tx.scope(canvas).remove('x')))]).toEqual([
      '',
      'done: undefined',
    ]);
  },
};
