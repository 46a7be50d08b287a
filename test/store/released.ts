import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import type { ScopeTransaction } from '../../server/store/store.ts';
import { type Bench, finish, type Node, outcomeOf } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { kinds } from './kinds.ts';

/** A record with one file; `again: false`: a file that nobody gets back. */
interface Sheet extends Stored {
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly again: boolean;
}

const Sheet: Kind<Sheet> = {
  name: 'Sheet',
  version: 1,
  key: String,
  secrets: [],
  mirrors: [],
  lists: [],
  numbers: {},
  cascades: {},
  indexes: { assets: ({ hash }) => hash },
  assets: ({ hash, name, again }) => [{ hash, bytes: 1, ...(again && { again: { name } }) }],
  content: true,
};

const nodeOf = (bench: Bench, shared = false): Promise<Node> => bench.node({ kinds: [...kinds, Sheet], shared });
const add = (scope: ScopeTransaction, id: string, hash: string, again = true): void =>
  scope.insert(Sheet, { id, hash, name: `${id}.png`, again });
const insert = (node: Node, canvas: string, id: string, hash: string, again = true): Promise<void> =>
  node.submit([canvas], (tx) => add(tx.scope(canvas), id, hash, again));
const remove = (node: Node, canvas: string, id: string): Promise<void> =>
  node.submit([canvas], (tx) => finish(tx.scope(canvas).remove(id)));

/** The released files among a, b and c, as `a=x.png`. */
async function released(node: Node, scope?: string, since = 0): Promise<string> {
  const found = await node.store.released({ hashes: ['a', 'b', 'c'], since, ...(scope !== undefined && { scope }) });
  return [...found]
    .map(([hash, again]) => `${hash}=${(again as { name: string }).name}`)
    .sort()
    .join(' ');
}

/** Files that records gave up: written by the commit that takes them away. */
export const releasedFiles: Chapter = {
  'a file that a record gave up is known, with what the record said of it': async (bench) => {
    const node = await nodeOf(bench);
    const one = await node.canvas();
    const two = await node.canvas();
    await insert(node, one, 'x', 'a');
    await insert(node, one, 'y', 'b');
    await insert(node, one, 'z', 'c', false);
    expect(await released(node)).toBe('');
    await remove(node, one, 'x');
    await remove(node, one, 'z');
    await node.submit([one], (tx) => tx.scope(one).update(Sheet, { id: 'y', hash: 'c', name: 'new.png', again: true }));
    expect([await released(node), await released(node, one), await released(node, two)]).toEqual([
      'a=x.png b=y.png',
      'a=x.png b=y.png',
      '',
    ]);
    expect([...(await node.store.released({ hashes: [], since: 0 }))]).toEqual([]);
    const again = await bench.reopen(node, { kinds: [...kinds, Sheet] });
    expect(await released(again, one)).toBe('a=x.png b=y.png');
  },

  'the time of the command that gave it up for the last time counts': async (bench) => {
    const node = await nodeOf(bench);
    const canvas = await node.canvas();
    for (const id of ['x', 'y']) await insert(node, canvas, id, 'a');
    const first = bench.clock.now();
    await remove(node, canvas, 'x');
    expect([await released(node, canvas, first - 1), await released(node, canvas, first)]).toEqual(['a=x.png', '']);
    bench.clock.advance(5000);
    await remove(node, canvas, 'y');
    expect([await released(node, canvas, first + 4999), await released(node, canvas, first + 5000)]).toEqual(['a=y.png', '']);
  },

  'two canvases release the same file each for itself': async (bench) => {
    const node = await nodeOf(bench);
    const one = await node.canvas();
    const two = await node.canvas();
    await insert(node, one, 'x', 'a');
    await insert(node, two, 'y', 'a');
    await remove(node, one, 'x');
    bench.clock.advance(1);
    await remove(node, two, 'y');
    expect([await released(node, one), await released(node, two), await released(node)]).toEqual([
      'a=x.png',
      'a=y.png',
      'a=y.png',
    ]);
    await node.submit(['directory'], (tx) => finish(tx.directory.remove(two)));
    expect([await released(node, one), await released(node, two), await released(node)]).toEqual(['a=x.png', '', 'a=x.png']);
  },

  'what was released until a time is forgotten, and nothing else': async (bench) => {
    const node = await nodeOf(bench);
    const canvas = await node.canvas();
    const times: number[] = [];
    for (const hash of ['a', 'b', 'c']) {
      await insert(node, canvas, hash, hash);
      await remove(node, canvas, hash);
      times.push(bench.clock.now());
      bench.clock.advance(1000);
    }
    await node.store.forgetReleased(times[0]! - 1);
    expect(await released(node)).toBe('a=a.png b=b.png c=c.png');
    await node.store.forgetReleased(times[1]!);
    expect(await released(node)).toBe('c=c.png');
  },

  'a refused, a failed and a lost command release what they did in the end': async (bench) => {
    const node = await nodeOf(bench, true);
    const canvas = await node.canvas();
    for (const hash of ['a', 'b', 'c']) await insert(node, canvas, hash, hash);
    const refusal = node.submit([canvas], (tx) => {
      finish(tx.scope(canvas).remove('a'));
      throw new Error('refused after all');
    });
    expect(await outcomeOf(refusal)).toBe('refused: refused after all');
    node.faults.plan('fail', canvas, 2);
    expect(await outcomeOf(remove(node, canvas, 'b'))).toMatch(/^refused/);
    node.faults.plan('lose', canvas);
    await remove(node, canvas, 'c');
    expect(await released(node)).toBe('c=c.png');
  },

  'a file that one commit gave to a record and took away is released': async (bench) => {
    const node = await nodeOf(bench);
    const canvas = await node.canvas();
    const held = node.faults.hold(canvas);
    const before = node.write(canvas, { n: '1' });
    await held.arrived;
    const both = [insert(node, canvas, 'x', 'a'), remove(node, canvas, 'x')];
    held.release();
    await Promise.all([before, ...both]);
    expect([await released(node, canvas), node.faults.commits.length]).toEqual(['a=x.png', 3]);
  },

  'a command that takes away thousands releases all of them at once': async (bench) => {
    const node = await nodeOf(bench);
    const canvas = await node.canvas();
    const hashes = Array.from({ length: 2500 }, (_, at) => `h${at}`);
    await node.submit([canvas], function* (tx): Work {
      for (const hash of hashes) {
        add(tx.scope(canvas), hash, hash);
        yield;
      }
    });
    await node.submit([canvas], function* (tx): Work {
      for (const hash of hashes) yield* tx.scope(canvas).remove(hash);
    });
    const known = async (from: Node): Promise<string[]> => [
      ...(await from.store.released({ hashes, since: 0, scope: canvas })).keys(),
    ];
    expect((await known(node)).sort()).toEqual([...hashes].sort());
    // From now on the rows are at their place
    const again = await bench.reopen(node, { kinds: [...kinds, Sheet] });
    expect((await known(again)).length).toBe(2500);
    await again.store.forgetReleased(bench.clock.now());
    expect(await known(again)).toEqual([]);
  },

  'another node knows what one has released': async (bench) => {
    const a = await nodeOf(bench, true);
    const b = await nodeOf(bench, true);
    const canvas = await a.canvas();
    await insert(a, canvas, 'x', 'a');
    await remove(a, canvas, 'x');
    expect(await released(b, canvas)).toBe('a=x.png');
  },
};
