import { expect } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import { apply, finish, type Node } from './bench.ts';
import { type Chapter, onDisk } from './chapter.ts';
import { Link, Note, note, Place } from './kinds.ts';

/** Runs something that must leave no trace: nothing sent, nothing published, the head unchanged. */
async function leavesNothing(node: Node, canvas: string, run: () => Promise<unknown>): Promise<void> {
  const before = [node.faults.commits.length, node.published.length, node.store.head(canvas)];
  await run();
  expect([node.faults.commits.length, node.published.length, node.store.head(canvas)]).toEqual(before);
}

/** Promise 4: change sets. */
export const publication: Chapter = {
  'each command is a change set of its own, in commit order, also of commands that share a commit': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const commits = node.faults.commits.length;
    await Promise.all(['a', 'b', 'c'].map((id) => node.write(canvas, { [id]: id })));
    expect(node.sets(canvas).slice(1)).toEqual(['+a=a', '+b=b', '+c=c']);
    expect(node.published.slice(-3).map(({ revision }) => revision)).toEqual([2, 2, 2]);
    expect(node.faults.commits.length).toBe(commits + bench.stored(1));
  },

  'a change set has each record once, with the versions before and after the command, in the order of the writes': async (
    bench,
  ) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1', b: '2', c: '3' });
    const run = (): Promise<unknown> =>
      node.submit([canvas], (tx) => {
        const scope = tx.scope(canvas);
        apply(scope, { c: 'changed', a: 'once' });
        apply(scope, { b: undefined, d: 'made' });
        apply(scope, { a: 'twice', d: 'again' });
      });
    await run();
    expect(node.sets(canvas).at(-1)).toBe('c=changed -b=2 a=twice +d=again');
    expect(JSON.parse(node.published.at(-1)!.changes[2]!.before!.shown).text).toBe('1');
  },

  'two nodes publish the same sets of a scope': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    await Promise.all([a.write(canvas, { a: '1' }), a.write(canvas, { b: '2' })]);
    await b.write(canvas, { a: undefined, c: '3' });
    await Promise.all([b.write(canvas, { c: undefined, d: '4', a: '5' }), a.write(canvas, { e: '6' })]);
    await a.submit([canvas], (tx) => tx.audit({ action: 'looked', target_type: 'Canvas', target_id: canvas, target_name: '' }));
    await Promise.all([a.read(canvas), b.read(canvas)]);
    const [ofA, ofB] = [a, b].map((node) => node.published.filter(({ scope }) => scope === canvas));
    const plain = (sets: typeof ofA): unknown =>
      sets!.map((set) => ({ ...set, changes: set.changes.map(({ key, before, after }) => [key, before, after]) }));
    expect(plain(ofB)).toEqual(plain(ofA!.slice(1)));
  }),

  'whoever keeps a scope is given all that came since a revision, and goes on with what comes live': async (bench) => {
    const node = await bench.node();
    const { feed } = node.store;
    const canvas = await node.canvas({ a: '1' });
    await node.write(canvas, { b: 'before it was kept' });
    const stopKeeping = feed.keep(canvas);
    const from = node.store.revision(canvas)!;
    await Promise.all([node.write(canvas, { c: '3' }), node.write(canvas, { a: undefined })]);
    await node.write(canvas, { d: '4' });
    const missed = feed.since(canvas, from)!;
    const stop = feed.follow((set) => void (set.scope === canvas && node.events.push(`heard ${set.revision}`)));
    await node.write(canvas, { e: '5' });
    stop();
    await node.write(canvas, { f: '6' });
    expect(missed).toEqual(node.published.filter(({ scope, revision }) => scope === canvas && revision > from).slice(0, 3));
    expect(node.events.filter((event) => event.startsWith('heard'))).toEqual([`heard ${missed.at(-1)!.revision + 1}`]);
    expect([feed.since(canvas, from - 1), feed.since(canvas, node.store.revision(canvas)! + 1)]).toEqual([undefined, undefined]);
    stopKeeping();
  },

  'what another node writes can be asked for, too': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    await b.read(canvas);
    const from = b.store.revision(canvas)!;
    const stopKeeping = b.store.feed.keep(canvas);
    await a.write(canvas, { x: '1' });
    await b.read(canvas);
    expect(b.store.feed.since(canvas, from)!.map(({ changes }) => changes.map(({ key }) => key))).toEqual([['x']]);
    stopKeeping();
  }),

  'an equal update writes and publishes nothing': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: 'x' });
    bench.clock.advance(1000);
    await leavesNothing(node, canvas, () => node.write(canvas, { a: 'x' }));
  },

  'a command whose writes cancel out writes and publishes nothing, nor an audit entry': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: 'x' });
    bench.clock.advance(1000);
    const there = async (): Promise<void> => {
      await node.submit(['directory', canvas], (tx) => {
        apply(tx.scope(canvas), { a: 'y', b: 'made' });
        apply(tx.scope(canvas), { a: 'x', b: undefined });
        tx.directory.insert(Place, { id: 'p', name: 'p', folder: '' });
        finish(tx.directory.remove('p'));
      });
    };
    const audit = await bench.database.audit();
    await leavesNothing(node, canvas, there);
    expect(await bench.database.audit()).toEqual(audit);
    for await (const one of bench.alsoReopened(node)) expect(await one.read(canvas)).toBe('a=x');
  },

  'a record deleted and made again in one command stands once, where readers and the next start see it': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1', b: '2' });
    await node.submit([canvas], (tx) => {
      const scope = tx.scope(canvas);
      apply(scope, { a: undefined });
      scope.insert(Note, note('a', { text: 'new' }));
      apply(scope, { b: undefined });
      scope.insert(Link, { id: 'b', from: 'a', to: 'a' });
    });
    const lists = async (one: Node): Promise<unknown> => {
      const view = await one.store.load(canvas);
      return ['things', 'Note', 'Link'].map((list) =>
        [...view.list(list).versions()].map(({ key, kind }) => `${kind.name} ${key}`),
      );
    };
    const expected = [['Link root', 'Note a', 'Link b'], ['Note a'], ['Link root', 'Link b']];
    for await (const one of bench.alsoReopened(node)) expect(await lists(one)).toEqual(expected);
  },

  'the time of a change never goes back, and moves with every change when the date was set back': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    bench.clock.advance(10_000);
    await node.write(canvas, { a: '1' });
    expect(node.store.head(canvas)!.modified_at).toBe('2026-01-01T00:00:10.000Z');
    bench.clock.setDate(bench.clock.now() - 5000);
    await node.write(canvas, { a: '2' });
    expect(node.store.head(canvas)!.modified_at).toBe('2026-01-01T00:00:10.001Z');
    bench.clock.advance(6000);
    await node.write(canvas, { a: '3' });
    expect(node.store.head(canvas)!.modified_at).toBe('2026-01-01T00:00:11.000Z');
  },

  'the newest change of content has the revision of its commit, whatever else is committed with it or behind it': async (
    bench,
  ) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const edited = (revision: number) => node.submit([canvas], (tx) => tx.scope(canvas).isEditedSince(revision));
    const newest = () => node.store.head(canvas)!.content_revision;
    const touch = () =>
      node.submit([canvas], (tx) => tx.scope(canvas).insert(Note, note(tx.newId(), { text: 'reported' })), { incidental: true });
    const first = newest()!;
    expect(first).toBe(node.store.revision(canvas));
    await touch();
    expect([newest(), await edited(first), await edited(first - 1)]).toEqual([first, false, true]);
    // Not durable yet: both begin in the turn in which the write was sent
    const [, meanwhile] = await Promise.all([node.write(canvas, { a: '1' }), edited(first + 1), touch()]);
    expect(meanwhile).toBe(true);
    const second = newest()!;
    expect([second > first, await edited(second), await edited(node.store.revision(canvas)! + 1)]).toEqual([true, false, true]);
    await touch();
    await expect(
      node.submit([canvas], (tx) => {
        apply(tx.scope(canvas), { a: '2' });
        throw refuse.denied();
      }),
    ).rejects.toThrow();
    expect([newest(), await edited(second)]).toEqual([second, false]);
    for await (const one of bench.alsoReopened(node)) expect(one.store.head(canvas)!.content_revision).toBe(second);
  },

  'only content moves the time of a canvas': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({}, 'p');
    const before = node.store.head('directory');
    bench.clock.advance(1000);
    await node.submit(['directory', canvas], (tx) => tx.directory.update(Place, { id: canvas, name: 'other', folder: '' }));
    expect([node.store.head(canvas)!.modified_at, node.store.head('directory')]).toEqual([
      expect.stringContaining(':00.000Z'),
      before,
    ]);
  },
};
