import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import type { Transaction } from '../../server/store/store.ts';
import { openPromise } from '../kit/faulty-driver.ts';
import { until } from '../kit/until.ts';
import { apply, type Node, outcomeOf, seen, turns } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { kinds, Link, Place } from './kinds.ts';

const close = (node: Node, scope: string): Promise<void> => node.submit([scope], (tx) => tx.tombstone(scope));

/** Makes the scope when it is not there, like a client that connects. */
const enter = (node: Node, scope: string, id: string, seenBefore?: (text: string) => void): Promise<string> => {
  const run = (tx: Transaction): string => {
    seenBefore?.(seen(tx.scope(scope)));
    apply(tx.scope(scope), { [id]: 'in' });
    return seen(tx.scope(scope));
  };
  return node.submit([scope], run, { fresh: [scope] });
};

/** The same on one node alone as where several share the database. */
export const enteredBehindClose: Chapter[string] = async (bench) => {
  const node = await bench.node();
  for (const isHeld of [false, true]) {
    await enter(node, 'live:x', 'a');
    const before = isHeld ? node.submit(['live:x'], paused) : undefined;
    const closed = close(node, 'live:x');
    const entered = ['b', 'c'].map((id) => enter(node, 'live:x', id));
    await Promise.all([before, closed]);
    expect(await Promise.all(entered)).toEqual(['b=in', 'b=in c=in']);
    await close(node, 'live:x');
  }
  expect(node.sets('live:x')).toEqual(['+a=in', 'dead', '+b=in', '+c=in', 'dead', '+a=in', 'dead', '+b=in', '+c=in', 'dead']);
};

function* paused(): Work {
  yield;
}

const pair = async (bench: Parameters<Chapter[string]>[0]): Promise<[Node, Node]> => [await bench.node(), await bench.node()];

/** Text of a note that takes about two kilobytes in memory. */
const text = 'x'.repeat(700);

/** Ephemeral scopes of several nodes: the database has them, and they are no canvases. */
export const shared: Chapter = {
  'every node has it, and one that starts later': async (bench) => {
    const [a, b] = await pair(bench);
    expect(await enter(a, 'live:x', 'a')).toBe('a=in');
    expect([await enter(b, 'live:x', 'b'), await a.read('live:x')]).toEqual(['a=in b=in', 'a=in b=in']);
    const c = await bench.node();
    expect([await c.read('live:x'), c.store.revision('live:x')]).toEqual(['a=in b=in', 2]);
  },

  'it may be empty': async (bench) => {
    const [a, b] = await pair(bench);
    await a.submit(['live:x'], () => undefined, { fresh: ['live:x'] });
    expect([await b.read('live:x'), await enter(b, 'live:x', 'b'), await a.read('live:x')]).toEqual(['', 'b=in', 'b=in']);
  },

  'of nodes that make it at once, one does, and all that they do is in it': async (bench) => {
    const [a, b] = await pair(bench);
    const held = a.faults.hold('live:x');
    const mine = enter(a, 'live:x', 'a');
    await held.arrived;
    const theirs = await enter(b, 'live:x', 'b');
    held.release();
    expect([theirs, await mine, await b.read('live:x')]).toEqual(['b=in', 'b=in a=in', 'b=in a=in']);
  },

  'closed on one node, it is closed on all, and their subscribers are told': async (bench) => {
    const [a, b] = await pair(bench);
    await enter(a, 'live:x', 'a');
    await b.read('live:x');
    await close(a, 'live:x');
    expect([await outcomeOf(b.read('live:x')), await outcomeOf(b.write('live:x', { b: '1' }))]).toEqual([
      'refused: Scope live:x not found',
      'refused: Scope live:x not found',
    ]);
    expect([a.sets('live:x').at(-1), b.sets('live:x').at(-1)]).toEqual(['dead', 'dead']);
    expect([b.store.head('live:x'), b.store.seen('live:x'), await bench.database.rows()]).toEqual([undefined, undefined, 0]);
  },

  'the next of its name is another, and no revision comes twice': async (bench) => {
    const [a, b] = await pair(bench);
    await enter(a, 'live:x', 'a');
    const old = await b.store.load('live:x');
    await close(a, 'live:x');
    await enter(a, 'live:x', 'again');
    expect([await b.read('live:x'), b.sets('live:x')]).toEqual(['again=in', ['dead']]);
    expect([old.revision, b.store.revision('live:x'), (await bench.node()).store.revision('live:x')]).toEqual([1, 3, 3]);
  },

  'a command that may make it makes it when another node closes it just then': async (bench) => {
    const [a, b] = await pair(bench);
    await enter(a, 'live:x', 'a');
    const saw: string[] = [];
    const held = b.faults.hold('live:x');
    const entered = enter(b, 'live:x', 'b', (before) => saw.push(before));
    await held.arrived;
    await close(a, 'live:x');
    held.release();
    expect([await entered, saw, await a.read('live:x')]).toEqual(['b=in', ['a=in', ''], 'b=in']);
  },

  'a command that may make it makes it when a command before it closes it': enteredBehindClose,

  'what others have done to it is asked while it is looked for and then made: it is told once': async (bench) => {
    const node = await bench.node();
    const loading = openPromise();
    const missing = openPromise();
    const asked = openPromise();
    node.faults.loading = () => loading.promise;
    node.faults.missing = () => {
      asked.resolve();
      return missing.promise;
    };
    const entered = enter(node, 'live:x', 'a');
    bench.clock.advance(1000);
    await asked.promise;
    loading.resolve();
    await entered;
    missing.resolve();
    await node.close();
    expect(node.sets('live:x')).toEqual(['+a=in']);
  },

  'one that is refused makes none': async (bench) => {
    const [a, b] = await pair(bench);
    const run = (): never => {
      throw new Error('no');
    };
    expect(await outcomeOf(a.submit(['live:x'], run, { fresh: ['live:x'] }))).toBe('refused: no');
    for (const node of [a, b]) expect(await outcomeOf(node.read('live:x'))).toBe('refused: Scope live:x not found');
  },

  'a command over it and the directory is one commit, seen whole by the others': async (bench) => {
    const [a, b, scope] = await bench.pair();
    const held = a.faults.hold(scope);
    const both = a.submit(['directory', scope], (tx) => apply(tx.scope(scope), { n: String(tx.nextNumber('n', 7)) }));
    await held.arrived;
    expect(await b.read(scope)).toBe('');
    held.release();
    await both;
    const commit = a.faults.commits.at(-1)!;
    expect([await b.read(scope), commit.scopes.map(({ id }) => id).sort()]).toEqual(['n=7', ['directory', scope].sort()]);
  },

  'it counts as no canvas, and has bounds of its own; what nobody needs is dropped and read again': async (bench) => {
    const memory = { cacheBytes: 1, canvasBytes: 1, loadedBytes: 1, ephemeral: { scopeBytes: 5500, bytes: 7000 } };
    const node = await bench.node({ memory });
    await enter(node, 'live:x', 'a');
    await node.write('live:x', { b: text, c: text });
    expect(await outcomeOf(node.write('live:x', { d: text, e: text }))).toBe(
      'refused: The server has no memory for more at the moment',
    );
    await enter(node, 'live:y', 'a');
    await until(() => !node.store.seen('live:x'));
    expect([node.store.seen('live:y') !== undefined, (await node.read('live:x')).length]).toEqual([true, 1410]);
  },

  'it stays in memory while it is pinned': async (bench) => {
    const memory = { ephemeral: { scopeBytes: 1e6, bytes: 7000 } };
    const node = await bench.node({ memory });
    await enter(node, 'live:x', 'a');
    node.store.pin('live:x');
    await node.write('live:x', { b: text, c: text });
    await enter(node, 'live:y', 'a');
    await turns();
    expect(seen(node.store.seen('live:x')!)).toContain('a=in');
  },

  'its records keep no file alive, so they may have none': async (bench) => {
    const Paper: Kind<Stored> = { ...(Link as unknown as Kind<Stored>), name: 'Paper', assets: () => [], indexes: {} };
    const node = await bench.node({ kinds: [...kinds, Paper] });
    const scope = await node.canvas();
    const put = node.submit([scope], (tx) => tx.scope(scope).insert(Paper, { id: 'p' }));
    expect(await outcomeOf(put)).toBe(`refused: a Paper in ${scope} would keep no file alive`);
  },

  'it is not swept as a canvas that belongs to nobody': async (bench) => {
    const node = await bench.node();
    await enter(node, 'live:x', 'a');
    await node.close();
    bench.clock.advance(7_200_000);
    const again = await bench.node();
    await turns(20);
    expect(await again.read('live:x')).toBe('a=in');
  },

  'one process alone finds nothing of what several left': async (bench) => {
    const node = await bench.node();
    for (const scope of ['live:x', 'live:y']) await enter(node, scope, 'a');
    await close(node, 'live:x');
    await node.close();
    const alone = await bench.node({ shared: false });
    expect(await outcomeOf(alone.read('live:y'))).toBe('refused: Scope live:y not found');
    expect(await enter(alone, 'live:y', 'b')).toBe('b=in');
    await until(async () => (await bench.database.rows()) === 0);
    expect(alone.faults.commits.length).toBe(2);
  },

  'what is fleeting outlasts the node that wrote it while there are others, and not a start of one alone': async (bench) => {
    const Lamp: Kind<Stored> = { ...(Link as unknown as Kind<Stored>), name: 'Lamp', indexes: {}, fleeting: { host: '' } };
    const options = { kinds: [...kinds, Lamp] };
    const a = await bench.node(options);
    const canvas = 'c';
    const put = (tx: Transaction): void => {
      tx.directory.insert(Place, { id: canvas, name: canvas, folder: '' });
      tx.scope(canvas).insert(Lamp, { id: 'l', host: 'wall' } as Stored);
    };
    await a.submit(['directory', canvas], put, { fresh: [canvas] });
    const hostOn = async (node: Node): Promise<unknown> => {
      const view = await node.store.load(canvas);
      return [(view.get(Lamp, 'l') as unknown as { host: string }).host, view.alteredAt];
    };
    const b = await bench.node(options);
    expect(await hostOn(b)).toEqual(['wall', undefined]);
    for (const node of [a, b]) await node.close();
    expect(await hostOn(await bench.node({ ...options, shared: false }))).toEqual(['', 1]);
  },
};
