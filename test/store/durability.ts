import { expect } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import { apply, outcomeOf, seen, stateOf, turns } from './bench.ts';
import { type Chapter, onDisk } from './chapter.ts';
import { Note } from './kinds.ts';

/** Promises 1 and 2: no answer, no reader and no subscriber runs ahead of the disk. */
export const durability: Chapter = {
  'an answer and what is published come after the commit, in this order': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: 'old' });
    node.events.length = 0;
    const held = node.faults.hold(canvas);
    const answer = node.write(canvas, { a: 'new' }).then(() => node.events.push('answered'));
    await held.arrived;
    await turns();
    expect([node.events, node.readNow(canvas)]).toEqual([[], 'a=old']);
    held.release();
    await answer;
    expect([node.events, node.readNow(canvas)]).toEqual([['published a=new', 'answered'], 'a=new']);
  }),

  'a subscriber is told in the turn in which readers see the change': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: 'old' });
    const views: string[] = [];
    node.store.feed.follow((set) => void (set.scope === canvas && views.push(`${node.readNow(canvas)} ${set.revision}`)));
    await Promise.all([node.write(canvas, { a: 'one' }), node.write(canvas, { b: 'two' })]);
    expect(views).toEqual(['a=one 2', 'a=one b=two 2']);
  },

  'commands see what is pending, readers do not: not in lists, by index, by key or in the head': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: 'old', gone: 'x' });
    const view = await node.store.load(canvas);
    const durable = (): unknown => [
      [...view.list('Note').versions()].map(({ key }) => key),
      view.list('things').pages().join(),
      view.by(Note, 'tags', 't'),
      view.get(Note, 'a')?.text,
      view.version('gone')?.key,
      view.find('b'),
      view.head.modified_at,
      node.store.head(canvas),
      view.revision,
    ];
    const before = durable();
    bench.clock.advance(5000);
    const held = node.faults.hold(canvas);
    const run = (text: string) =>
      node.submit([canvas], (tx) => {
        apply(tx.scope(canvas), { a: text, gone: undefined, b: 'made' });
        tx.scope(canvas).update(Note, { ...tx.scope(canvas).get(Note, 'a')!, tags: ['t'] });
      });
    const first = run('one');
    await held.arrived;
    expect(durable()).toEqual(before);
    const second = run('two');
    const third = node.submit([canvas], (tx) => seen(tx.scope(canvas)));
    await turns();
    expect(durable()).toEqual(before);
    held.release();
    await Promise.all([first, second]);
    expect(await third).toBe('a=two b=made');
    expect(view.by(Note, 'tags', 't').map(({ text }) => text)).toEqual(['two']);
    expect([view.head.modified_at, view.revision]).toEqual(['2026-01-01T00:00:05.000Z', 3]);
  }),

  'a refusal waits for what it may have seen': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const held = node.faults.hold(canvas);
    const write = node.write(canvas, { a: 'x' });
    await held.arrived;
    const refused = outcomeOf(
      node.submit([canvas], (tx) => {
        if (tx.scope(canvas).get(Note, 'a')) throw refuse.conflict('a is there');
      }),
    );
    await turns();
    expect(await stateOf(refused)).toBe('open');
    held.release();
    expect(await refused).toBe('refused: a is there');
    await write;
  }),

  'a refusal of what was never durable is taken back: the command runs again': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const held = node.faults.hold(canvas);
    node.faults.plan('fail', 'a', 2);
    const write = outcomeOf(node.write(canvas, { a: 'x' }));
    await held.arrived;
    const second = outcomeOf(
      node.submit([canvas], (tx) => {
        if (tx.scope(canvas).get(Note, 'a')) throw refuse.conflict('a is there');
        return 'a is not there';
      }),
    );
    held.release();
    expect([await write, await second]).toEqual(['refused: the commit failed', 'done: a is not there']);
  }),

  'nothing to change waits for what it may have seen, and for nothing else': onDisk(async (bench) => {
    const node = await bench.node();
    const one = await node.canvas({ a: 'x' });
    const other = await node.canvas({ a: 'x' });
    const commits = node.faults.commits.length;
    await node.write(one, { a: 'x' });
    expect(node.faults.commits.length, 'nothing is sent').toBe(commits);
    const held = node.faults.hold(one);
    const write = node.write(one, { a: 'y' });
    await held.arrived;
    const same = node.write(one, { a: 'y' });
    const elsewhere = node.write(other, { a: 'x' });
    const both = node.submit([other, one], () => {});
    await turns();
    expect([await stateOf(same), await stateOf(elsewhere), await stateOf(both)]).toEqual(['open', 'done', 'open']);
    held.release();
    await Promise.all([write, same, both]);
    expect(node.faults.commits.length).toBe(commits + 1);
  }),

  'a refusal of permit is an outcome like any other': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const permit = (): void => {
      throw refuse.denied();
    };
    const held = node.faults.hold(canvas);
    const write = node.write(canvas, { a: 'x' });
    await held.arrived;
    const refused = outcomeOf(node.submit([canvas], () => {}, { permit }));
    await turns();
    expect(await stateOf(refused)).toBe('open');
    held.release();
    expect(await refused).toBe('refused: Permission denied');
    await write;
    expect(await outcomeOf(node.submit([canvas], () => {}, { permit }))).toBe('refused: Permission denied');
  }),

  'what is acknowledged is there after a new start, byte for byte and in the same order': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ b: '1', a: 'x\ud800\u2028\u0085\u0000😀', c: '' });
    await node.write(canvas, { b: undefined, d: '2' });
    await node.write(canvas, { a: 'lone \udc00', b: '3' });
    await node.submit([canvas], (tx) =>
      tx.scope(canvas).update(Note, { ...tx.scope(canvas).get(Note, 'a')!, secret: 'hush\ud800' }),
    );
    const before = await node.store.load(canvas);
    const dump = (view: typeof before): unknown => [
      view.list('things').pages().map(String),
      [...view.list('Note').versions()].map(({ ordinal, shown, hidden }) => [ordinal, shown, hidden]),
      view.head,
      view.revision,
      view.get(Note, 'a'),
    ];
    const again = await (await bench.reopen(node)).store.load(canvas);
    expect(dump(again)).toEqual(dump(before));
    expect(again.list('Note').pages().join()).not.toMatch(/[\u0085\u2028]|hush/);
  }),

  'a store that is closed first brings everything to disk': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const held = node.faults.hold(canvas);
    const writes = [node.write(canvas, { a: 'x' })];
    await held.arrived;
    writes.push(node.write(canvas, { b: 'y' }));
    const closed = node.close();
    expect(await outcomeOf(node.write(canvas, { c: 'z' }))).toBe('refused: The server is ending');
    await turns();
    expect(await stateOf(closed)).toBe('open');
    held.release();
    await Promise.all([closed, ...writes]);
    expect(await (await bench.node()).read(canvas)).toBe('a=x b=y');
  }),
};
