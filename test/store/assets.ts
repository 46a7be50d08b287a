import { expect } from 'vitest';
import type { Kind, Stored } from '../../model/resource.ts';
import type { ScopeTransaction } from '../../server/store/store.ts';
import { Random } from '../kit/random.ts';
import { type Bench, finish, type Node, outcomeOf } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { kinds, Place } from './kinds.ts';

/** A record with files; each hash encodes the size. */
interface Paper extends Stored {
  readonly id: string;
  readonly hashes: readonly string[];
}

const bytesOf = (hash: string): number => hash.charCodeAt(0);

const Paper: Kind<Paper> = {
  name: 'Paper',
  version: 1,
  key: String,
  secrets: [],
  mirrors: [],
  lists: [],
  numbers: {},
  cascades: {},
  indexes: { assets: ({ hashes }) => hashes },
  assets: ({ hashes }) => hashes.map((hash) => ({ hash, bytes: bytesOf(hash) })),
  content: true,
};

/** Id to hashes; undefined deletes. */
type Papers = Readonly<Record<string, readonly string[] | undefined>>;

const all = ['a', 'b', 'c', 'd', 'e'];
const nodeOf = (bench: Bench, shared = false): Promise<Node> => bench.node({ kinds: [...kinds, Paper], shared });
const referred = async (node: Node): Promise<string> => [...(await node.store.referred(all))].sort().join('');
const size = (node: Node, scope: string): number | undefined => node.store.head(scope)?.asset_size;
const sum = (hashes: string): number => [...hashes].reduce((total, hash) => total + bytesOf(hash), 0);

function put(scope: ScopeTransaction, papers: Papers): void {
  for (const [id, hashes] of Object.entries(papers)) {
    if (!hashes) finish(scope.remove(id));
    else if (scope.get(Paper, id)) scope.update(Paper, { id, hashes });
    else scope.insert(Paper, { id, hashes });
  }
}

const write = (node: Node, canvas: string, papers: Papers): Promise<void> =>
  node.submit([canvas], (tx) => put(tx.scope(canvas), papers));

/** Which record refers to which file: written by the commit that writes the records. */
export const assets: Chapter = {
  'files are referred to as long as a durable record has them, on any canvas': async (bench) => {
    const node = await nodeOf(bench);
    const one = await node.canvas();
    const two = await node.canvas();
    expect(await referred(node)).toBe('');
    await write(node, one, { x: ['a'], y: ['a', 'b'] });
    await write(node, two, { z: ['c'] });
    expect(await referred(node)).toBe('abc');
    await write(node, one, { x: ['d'] });
    expect(await referred(node)).toBe('abcd');
    await write(node, one, { y: undefined });
    expect(await referred(node)).toBe('cd');
    expect([...(await node.store.referred(['d', 'unknown']))]).toEqual(['d']);
    expect([...(await node.store.referred([]))]).toEqual([]);
  },

  'each file counts once for its canvas, in the commit that changes that': async (bench) => {
    const node = await nodeOf(bench);
    const canvas = await node.canvas();
    const steps: readonly [Papers, string][] = [
      [{ x: ['a'] }, 'a'],
      [{ y: ['a', 'b'], z: ['a'] }, 'ab'],
      [{ x: undefined }, 'ab'],
      [{ y: ['b'], z: undefined }, 'b'],
      [{ y: [], w: ['b', 'c'] }, 'bc'],
      [{ y: undefined }, 'bc'],
      [{ w: undefined }, ''],
    ];
    for (const [papers, held] of steps) {
      await write(node, canvas, papers);
      expect([papers, size(node, canvas)]).toEqual([papers, sum(held)]);
    }
  },

  'a record that one command moves from file to file leaves only what it ends with': async (bench) => {
    const node = await nodeOf(bench);
    const canvas = await node.canvas();
    await node.submit([canvas], (tx) => {
      for (const hashes of [['a'], ['b'], ['c']]) put(tx.scope(canvas), { x: hashes });
      put(tx.scope(canvas), { y: ['d'] });
      put(tx.scope(canvas), { y: undefined });
    });
    expect([await referred(node), size(node, canvas)]).toEqual(['c', sum('c')]);
  },

  'a canvas that is deleted refers to nothing any more, at once and when its rows are swept': async (bench) => {
    const node = await nodeOf(bench);
    const dying = await node.canvas();
    const living = await node.canvas();
    await write(node, dying, { x: ['a', 'b'] });
    await write(node, living, { x: ['b'] });
    await node.submit(['directory'], (tx) => finish(tx.directory.remove(dying)));
    expect(await referred(node)).toBe('b');
    expect(Place.ownScopes?.({ id: dying, name: '', folder: '' })).toEqual([dying]);
    const again = await bench.reopen(node, { kinds: [...kinds, Paper] });
    expect([await referred(again), size(again, living)]).toEqual(['b', sum('b')]);
  },

  'a refused, a failed and a lost command refer to nothing': async (bench) => {
    const a = await nodeOf(bench, true);
    const canvas = await a.canvas();
    const refusal = a.submit([canvas], (tx) => {
      put(tx.scope(canvas), { x: ['a'] });
      throw new Error('refused after all');
    });
    expect(await outcomeOf(refusal)).toBe('refused: refused after all');
    a.faults.plan('fail', canvas, 2);
    expect(await outcomeOf(write(a, canvas, { x: ['b'] }))).toMatch(/^refused/);
    a.faults.plan('lose', canvas);
    await write(a, canvas, { x: ['c'] });
    expect([await referred(a), size(a, canvas)]).toEqual(['c', sum('c')]);
  },

  'what several nodes write adds up': async (bench) => {
    const a = await nodeOf(bench, true);
    const b = await nodeOf(bench, true);
    const canvas = await a.canvas();
    await write(a, canvas, { x: ['a'] });
    await write(b, canvas, { y: ['a', 'b'] });
    await write(a, canvas, { x: undefined, z: ['c'] });
    await b.store.load(canvas);
    expect([await referred(b), size(a, canvas), size(b, canvas)]).toEqual(['abc', sum('abc'), sum('abc')]);
  },

  'rows and sizes are those of a plain model, whatever is written and whichever commits fail': async (bench) => {
    const random = new Random(7);
    const node = await nodeOf(bench, true);
    const canvas = await node.canvas();
    node.faults.choose = () => random.of([undefined, undefined, undefined, 'lose', 'made', 'unmade']);
    const model = new Map<string, readonly string[]>();
    for (let round = 0; round < 60; round++) {
      const several = Array.from({ length: 1 + random.below(3) }, () => {
        const id = `p${random.below(4)}`;
        const hashes = all.filter(() => random.below(3) === 0);
        const papers: Papers = { [id]: random.below(4) === 0 && model.has(id) ? undefined : hashes };
        if (papers[id]) model.set(id, papers[id]);
        else model.delete(id);
        return write(node, canvas, papers);
      });
      const advance = setInterval(() => bench.clock.advance(250), 1);
      await Promise.all(several).finally(() => clearInterval(advance));
      const held = all.filter((hash) => [...model.values()].some((hashes) => hashes.includes(hash))).join('');
      expect([round, await referred(node), size(node, canvas)]).toEqual([round, held, sum(held)]);
    }
  },
};
