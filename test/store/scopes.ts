import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Transaction } from '../../server/store/store.ts';
import { until } from '../kit/until.ts';
import { apply, type Node, outcomeOf, stateOf, turns } from './bench.ts';
import { type Chapter, onDisk } from './chapter.ts';
import { Folder, Note, Place } from './kinds.ts';

/** Deletes a canvas, or a folder with everything in it, by a command on the directory alone. */
const remove = (node: Node, id: string): Promise<unknown> => node.submit(['directory'], (tx) => tx.directory.remove(id));

interface Removal {
  readonly deleted: Promise<unknown>;
  /** The deletion has found what it kills, so every command that is sent from now on comes after it. */
  readonly begun: Promise<void>;
}

/** Commands that are sent at the same time may come to the canvas in any order: each waits for the database first. */
function removal(node: Node, id: string): Removal {
  let begin: () => void;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const deleted = node.submit(['directory'], function* (tx): Work {
    yield* tx.directory.remove(id);
    begin();
  });
  return { deleted, begun: begun.then(() => turns()) };
}

/** Making and deleting canvases. */
export const scopes: Chapter = {
  'a canvas and its entry are made by one commit': onDisk(async (bench) => {
    const node = await bench.node();
    const commits = node.faults.commits.length;
    const held = node.faults.hold('c');
    const made = node.canvas({ a: '1' }, 'c');
    await held.arrived;
    await turns();
    expect([node.store.head('c'), node.store.ready('c'), await outcomeOf(node.store.load('c'))]).toEqual([
      undefined,
      undefined,
      bench.gone('c'),
    ]);
    expect(node.store.directory.get(Place, 'c')).toBeUndefined();
    held.release();
    await made;
    expect(node.faults.commits.length).toBe(commits + 1);
    expect([await node.read('c'), node.store.head('c')!.modified_at]).toEqual(['a=1', '2026-01-01T00:00:00.000Z']);
    expect((await bench.reopen(node)).store.head('c')!.modified_at).toBe('2026-01-01T00:00:00.000Z');
  }),

  'a refused command leaves no canvas behind, and the id is free': async (bench) => {
    const node = await bench.node();
    const c = bench.scope('c');
    const missing = bench.scope('missing');
    const run = (tx: Transaction): void => {
      apply(tx.scope(c), { a: '1' });
      throw refuse.conflict('no');
    };
    expect(await outcomeOf(node.submit(['directory', c], run, { fresh: [c] }))).toBe('refused: no');
    expect(await outcomeOf(node.submit(['directory', c, missing], run, { fresh: [c] }))).toBe(bench.gone(missing));
    node.faults.plan('fail', c, 2);
    expect(await outcomeOf(node.canvas({}, 'c'))).toBe('refused: the commit failed');
    expect([node.store.head(c), await outcomeOf(node.store.load(c)), await outcomeOf(node.write(c, {}))]).toEqual([
      undefined,
      bench.gone(c),
      bench.gone(c),
    ]);
    await node.canvas({ b: '2' }, 'c');
    expect([await node.read(c), await bench.database.rows()]).toEqual(['b=2', 1 + bench.stored(2)]);
  },

  'several canvases are made by one command': async (bench) => {
    const node = await bench.node();
    const fresh = ['x', 'y', 'z'].map((name) => bench.scope(name));
    const make = (tx: Transaction): void => {
      for (const id of fresh) {
        tx.directory.insert(Place, { id, name: id, folder: '' });
        apply(tx.scope(id), { a: id });
      }
    };
    await node.submit(['directory', ...fresh], make, { fresh });
    for await (const one of bench.alsoReopened(node)) {
      expect(await Promise.all(fresh.map((id) => one.read(id)))).toEqual(fresh.map((id) => `a=${id}`));
    }
  },

  'a canvas dies with its entry, loaded or not, and its rows are removed behind': onDisk(async (bench) => {
    const first = await bench.node();
    for (const id of ['loaded', 'not']) await first.canvas({ a: '1', b: '2' }, id);
    const node = await bench.reopen(first);
    await node.read('loaded');
    const rows = await bench.database.rows();
    await Promise.all([remove(node, 'loaded'), remove(node, 'not')]);
    for (const id of ['loaded', 'not']) {
      expect([node.store.head(id), await outcomeOf(node.store.load(id)), await outcomeOf(node.write(id, { c: '3' }))]).toEqual([
        undefined,
        bench.gone(id),
        bench.gone(id),
      ]);
      expect(node.sets(id)).toEqual(['dead']);
    }
    await node.close();
    const again = await bench.node();
    await again.close();
    expect(rows - (await bench.database.rows())).toBe(8);
  }),

  'a canvas with a batch on its way dies after that batch, and what comes later is refused': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const held = node.faults.hold(canvas);
    const before = node.write(canvas, { b: '2' });
    await held.arrived;
    const open = node.write(canvas, { c: '3' });
    const { deleted, begun } = removal(node, canvas);
    await begun;
    const late = outcomeOf(node.write(canvas, { d: '4' }));
    await turns();
    expect([await stateOf(deleted), await stateOf(late)], 'a 404 waits for the deletion').toEqual(['open', 'open']);
    held.release();
    expect([await before, await open, await deleted, await late]).toEqual([
      'a=1 b=2',
      'a=1 b=2 c=3',
      undefined,
      bench.gone(canvas),
    ]);
    expect(node.sets(canvas).slice(1)).toEqual(['+b=2', '+c=3', 'dead']);
  }),

  'a deletion that fails leaves the canvas as it was': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    node.faults.plan('fail', 'directory', 2);
    const deleted = outcomeOf(remove(node, canvas));
    const late = outcomeOf(node.write(canvas, { b: '2' }));
    expect([await deleted, await late]).toEqual(['refused: the commit failed', 'done: a=1 b=2']);
    expect(node.store.directory.get(Place, canvas)).toBeDefined();
  },

  'a deletion waits for a paused command on the canvas, and lets nothing else in before': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const control = { running: false, open: false };
    const slow = node.submit([canvas], function* (tx): Work {
      apply(tx.scope(canvas), { slow: 'x' });
      control.running = true;
      while (!control.open) yield;
    });
    await until(() => control.running);
    const { deleted, begun } = removal(node, canvas);
    await begun;
    const late = outcomeOf(node.write(canvas, { late: 'x' }));
    control.open = true;
    expect([await outcomeOf(slow), await deleted, await late]).toEqual(['done: undefined', undefined, bench.gone(canvas)]);
    expect(node.sets(canvas).slice(1)).toEqual(['+slow=x', 'dead']);
  },

  'a deletion that waited for the directory does not leave those behind it, nor itself, waiting for ever': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const other = await node.canvas();
    const control = { running: false, open: false };
    const slow = node.submit(['directory'], function* (): Work {
      control.running = true;
      while (!control.open) yield;
    });
    await until(() => control.running);
    const waiting = [remove(node, canvas), node.canvas({}, 'made'), remove(node, other), node.canvas({}, 'last')];
    await turns();
    control.open = true;
    expect(await outcomeOf(Promise.all([slow, ...waiting]))).toBe(`done: ,,${bench.scope('made')},,${bench.scope('last')}`);
    expect(await outcomeOf(node.canvas({}, 'afterwards'))).toBe(`done: ${bench.scope('afterwards')}`);
  },

  'nobody is told that a canvas is gone before the command that deletes it has run and is durable': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const control = { running: false, open: false };
    const deleted = outcomeOf(
      node.submit(['directory'], function* (tx): Work {
        yield* tx.directory.remove(canvas);
        control.running = true;
        while (!control.open) yield;
        throw refuse.conflict('after all');
      }),
    );
    await until(() => control.running);
    const write = node.write(canvas, { b: '2' });
    await turns();
    control.open = true;
    expect([await deleted, await write]).toEqual(['refused: after all', 'a=1 b=2']);
  },

  'a canvas that is made and deleted before either is on disk leaves nothing': async (bench) => {
    const node = await bench.node();
    const made = node.canvas({ a: '1' }, 'c');
    const c = bench.scope('c');
    const deleted = remove(node, c);
    expect([await outcomeOf(made), await outcomeOf(deleted)]).toEqual([`done: ${c}`, 'done: undefined']);
    for (const one of [node, await bench.reopen(node)]) {
      expect([one.store.head(c), one.store.ready(c)]).toEqual([undefined, undefined]);
    }
    expect(await bench.database.rows()).toBe(0);
  },

  'a folder goes with all below, and each canvas in it is told as dead': async (bench) => {
    const node = await bench.node();
    await node.submit(['directory'], (tx) => {
      tx.directory.insert(Folder, { id: 'f', name: 'f', folder: '' });
      tx.directory.insert(Folder, { id: 'g', name: 'g', folder: 'f' });
    });
    for (const id of ['x', 'y', 'z']) await node.canvas({ a: id }, id, id === 'x' ? 'f' : id === 'y' ? 'g' : '');
    const [x, y, z] = ['x', 'y', 'z'].map((name) => bench.scope(name)) as [string, string, string];
    await remove(node, 'f');
    expect(node.sets('directory').at(-1)).toBe(`-${y}=Place -${x}=Place -g=Folder -f=Folder`);
    expect([node.sets(x).at(-1), node.sets(y).at(-1), node.sets(z).length, await node.read(z)]).toEqual([
      'dead',
      'dead',
      1,
      'a=z',
    ]);
  },

  'deleting a thousand canvases at once is one commit': async (bench) => {
    const node = await bench.node();
    const fresh = Array.from({ length: 1000 }, (_, at) => bench.scope(`c${at}`));
    await node.submit(['directory'], (tx) => tx.directory.insert(Folder, { id: 'f', name: 'f', folder: '' }));
    const make = (tx: Transaction): void => {
      for (const id of fresh) {
        tx.directory.insert(Place, { id, name: id, folder: 'f' });
        apply(tx.scope(id), { a: id });
      }
    };
    await node.submit(['directory', ...fresh], make, { fresh });
    const commits = node.faults.commits.length;
    await remove(node, 'f');
    expect([node.faults.commits.length - commits, node.store.head(fresh[7]!)]).toEqual([1, undefined]);
    expect(node.published.filter(({ dead }) => dead)).toHaveLength(1000);
  },

  'another node learns that a canvas was made, changed and deleted': onDisk(async (bench) => {
    const [a, b, known] = await bench.pair();
    const made = await a.canvas({ a: '1' }, 'made');
    expect(await b.write(made, { b: '2' })).toBe('a=1 b=2');
    b.store.pin(known);
    await Promise.all([remove(b, made), remove(a, known)]);
    for (const node of [a, b]) {
      await node.store.load('directory');
      expect([node.sets(made).at(-1), node.sets(known).at(-1)]).toEqual(['dead', 'dead']);
      for (const id of [made, known])
        expect([await outcomeOf(node.write(id, {})), node.store.head(id)]).toEqual([bench.gone(id), undefined]);
    }
    expect([a, b].map((node) => node.published.filter(({ dead }) => dead).length)).toEqual([2, 2]);
  }),

  'a canvas that this node has never met is deleted for good': onDisk(async (bench) => {
    const a = await bench.node({ shared: true });
    const b = await bench.node({ shared: true });
    await a.canvas({ a: '1' }, 'c');
    await remove(b, 'c');
    expect([await outcomeOf(a.store.load('c')), await outcomeOf(b.store.load('c'))]).toEqual([bench.gone('c'), bench.gone('c')]);
  }),

  'a batch that is overtaken by the deletion of its canvas on another node ends with 404': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const held = a.faults.hold(canvas);
    const write = outcomeOf(a.write(canvas, { a: '1' }));
    await held.arrived;
    const open = outcomeOf(a.write(canvas, { b: '2' }));
    await remove(b, canvas);
    await a.store.load('directory');
    expect([await stateOf(write), a.sets(canvas).length]).toEqual(['open', 1]);
    held.release();
    expect([await write, await open]).toEqual([bench.gone(canvas), bench.gone(canvas)]);
    expect(a.sets(canvas).slice(1)).toEqual(['dead']);
  }),

  'a write that shares its batch with the deletion of its canvas is lost when another node was first': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const held = a.faults.hold(canvas);
    const write = a.write(canvas, { a: '1' });
    const deleted = remove(a, canvas);
    await held.arrived;
    await b.write(canvas, { b: '2' });
    held.release();
    expect([await write, await deleted]).toEqual(['b=2 a=1', undefined]);
    expect(a.sets(canvas).slice(1)).toEqual(['+b=2', '+a=1', 'dead']);
  }),

  'a batch that was made before another node deleted its canvas is published before the end': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    a.faults.unreachable = 1;
    a.faults.plan('made', canvas);
    const write = a.write(canvas, { a: '1' });
    await until(() => a.faults.unreachable === 0);
    await remove(b, canvas);
    await a.store.load('directory');
    bench.clock.advance(250);
    expect(await write).toBe('a=1');
    await until(() => a.published.some(({ dead }) => dead));
    expect(a.sets(canvas).slice(1)).toEqual(['+a=1', 'dead']);
  }),

  'of several nodes exactly one makes the first commit of the directory': onDisk(async (bench) => {
    const nodes = [await bench.node({ shared: true }), await bench.node({ shared: true })];
    const first = (node: Node): Promise<boolean> =>
      node.submit(['directory'], (tx) => {
        if (tx.directory.get(Folder, 'root')) return false;
        tx.directory.insert(Folder, { id: 'root', name: tx.newId(), folder: '' });
        return true;
      });
    expect((await Promise.all(nodes.map(first))).sort()).toEqual([false, true]);
    const roots = await Promise.all(nodes.map(async (node) => (await node.store.load('directory')).get(Folder, 'root')));
    expect(roots[0]).toEqual(roots[1]);
    expect(roots[0]).toEqual(nodes[1]!.store.directory.get(Folder, 'root'));
  }),

  'what a command does not name it cannot touch': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const touch = outcomeOf(node.submit(['directory'], (tx) => apply(tx.scope(canvas), { a: '1' })));
    expect(await touch).toBe(`refused: the command did not name the scope ${canvas}`);
    expect((await node.store.load(canvas)).all(Note)).toEqual([]);
  },

  'a scope that belongs to no record goes at the next start; of several nodes one that was written to of late stays': onDisk(
    async (bench) => {
      const first = await bench.node();
      const canvas = await first.canvas({ a: '1' });
      await first.submit(['left'], (tx) => apply(tx.scope('left'), { b: '1' }), { fresh: ['left'] });
      expect(await first.read('left')).toBe('b=1');
      const node = await bench.reopen(first);
      await until(() => node.sets('left').length > 0);
      expect([node.sets('left'), await outcomeOf(node.store.load('left')), await node.read(canvas)]).toEqual([
        ['dead'],
        bench.gone('left'),
        'a=1',
      ]);
      await node.submit(['fresh'], (tx) => apply(tx.scope('fresh'), { b: '1' }), { fresh: ['fresh'] });
      const shared = await bench.reopen(node, { shared: true });
      await turns(20);
      expect(await shared.read('fresh')).toBe('b=1');
      bench.clock.advance(3_600_001);
      const later = await bench.reopen(shared, { shared: true });
      await until(() => later.sets('fresh').length > 0);
      expect(await outcomeOf(later.store.load('fresh'))).toBe(bench.gone('fresh'));
    },
  ),
};
