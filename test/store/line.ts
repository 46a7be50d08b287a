import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { until } from '../kit/until.ts';
import { apply, type Node, outcomeOf, stateOf, turns } from './bench.ts';
import { type Chapter, onDisk } from './chapter.ts';
import { Note, note } from './kinds.ts';

/** A command that goes on until the test releases it. */
function paused(node: Node, scopes: readonly string[], id: string) {
  const control = { running: false, open: false, fail: false };
  const outcome = node.submit(scopes, function* (tx): Work<string> {
    apply(tx.scope(scopes[0]!), { [id]: 'paused' });
    control.running = true;
    while (!control.open) yield;
    if (control.fail) throw refuse.conflict('after all');
    return id;
  });
  return Object.assign(control, { outcome });
}

const append = (node: Node, scopes: readonly string[], text: string): Promise<unknown> =>
  node.submit(scopes, (tx) => {
    for (const id of scopes) apply(tx.scope(id), { log: `${tx.scope(id).get(Note, 'log')?.text ?? ''}${text}` });
  });

/** Commands that wait for others, and commands with many writes. */
export const line: Chapter = {
  'a paused command holds its scopes only, and readers go on with the durable view': async (bench) => {
    const node = await bench.node();
    const one = await node.canvas({ a: '1' });
    const two = await node.canvas();
    const free = await node.canvas();
    const slow = paused(node, [one, two], 'slow');
    await until(() => slow.running);
    const waiting = [append(node, [one], 'x'), append(node, [two], 'y')];
    await append(node, [free], 'z');
    await turns(20);
    expect([await stateOf(waiting[0]!), await stateOf(waiting[1]!), node.readNow(one)]).toEqual(['open', 'open', 'a=1']);
    slow.open = true;
    await Promise.all([slow.outcome, ...waiting]);
    expect([await node.read(one), await node.read(two)]).toEqual(['a=1 slow=paused log=x', 'log=y']);
  },

  'commands that wait keep their order on every scope, and one of several scopes does not starve': async (bench) => {
    const node = await bench.node();
    const one = await node.canvas();
    const two = await node.canvas();
    const slow = paused(node, [one], 'slow');
    await until(() => slow.running);
    const early = append(node, [two], 'a');
    const both = append(node, [one, two], 'b');
    const late = Array.from({ length: 50 }, (_, at) => append(node, [two], String(at % 10)));
    const last = append(node, [one], 'c');
    await early;
    await turns(20);
    expect(await stateOf(late[0]!), 'it came after one that waits').toBe('open');
    slow.open = true;
    await Promise.all([both, last, ...late]);
    expect(await node.read(two)).toBe(`log=ab${'0123456789'.repeat(5)}`);
    expect(await node.read(one)).toBe('slow=paused log=bc');
  },

  'commands that share two scopes become durable together, in the order in which they ran': async (bench) => {
    const node = await bench.node();
    const scopes = [await node.canvas(), await node.canvas(), await node.canvas()];
    const before = node.faults.commits.length;
    await Promise.all([
      append(node, [scopes[0]!], 'a'),
      append(node, [scopes[1]!], 'b'),
      append(node, [scopes[0]!, scopes[1]!], 'c'),
      append(node, [scopes[2]!], 'd'),
      append(node, [scopes[1]!, scopes[2]!], 'e'),
      append(node, [scopes[0]!], 'f'),
    ]);
    expect(node.faults.commits.slice(before).map((commit) => commit.scopes.length)).toEqual(bench.stored(1) ? [3] : []);
    expect(scopes.map((scope) => node.store.ready(scope)!.revision)).toEqual([2, 2, 2]);
    const texts = await Promise.all(scopes.map((scope) => node.read(scope)));
    expect(texts).toEqual(['log=acf', 'log=bce', 'log=de']);
    expect(node.sets(scopes[1]!).slice(1)).toEqual(['+log=b', 'log=bc', 'log=bce']);
  },

  'scopes that share no command do not wait for each other': onDisk(async (bench) => {
    const node = await bench.node();
    const one = await node.canvas();
    const two = await node.canvas();
    const held = node.faults.hold(one);
    const first = append(node, [one], 'a');
    await held.arrived;
    const second = append(node, [two], 'b');
    held.release();
    await Promise.all([first, second]);
    expect(node.faults.commits.at(-1)!.scopes.map(({ id }) => id)).toEqual([two]);
  }),

  'thousands of commands of one turn become durable in parts, in order': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const answers: number[] = [];
    const writes = Array.from({ length: 1800 }, (_, at) =>
      node.write(canvas, { n: String(at) }).then(() => void answers.push(at)),
    );
    await Promise.all(writes);
    expect(answers).toEqual(Array.from({ length: 1800 }, (_, at) => at));
    expect(node.store.ready(canvas)!.revision).toBe(5);
    expect(node.sets(canvas).slice(1)).toEqual(answers.map((at) => `${at === 0 ? '+' : ''}n=${at}`));
  },

  'a command of very many writes takes its turns, and others are answered meanwhile': async (bench) => {
    const count = process.env.EASEL_LONG_TESTS ? 100_000 : 20_000;
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const other = await node.canvas();
    const watch = watchTurns();
    const filled = fill(node, canvas, count);
    let answered = 0;
    let over = false;
    const end = (): void => {
      over = true;
    };
    filled.then(end, end);
    for (; !over; answered++) await node.write(other, { n: String(answered) });
    await filled;
    const turnsTaken = watch();
    expect(node.published.findLast(({ scope }) => scope === canvas)!.changes).toHaveLength(count);
    expect((await node.store.load(canvas)).list('Note').size).toBe(count + 1);
    expect(answered).toBeGreaterThan(5);
    expect(turnsTaken).toBeGreaterThan(count / 2000);
    const removed = node.submit([canvas], (tx) => tx.scope(canvas).remove('top'));
    await turns();
    expect([1, count + 1], 'readers see all or nothing of it').toContain(node.store.ready(canvas)!.list('Note').size);
    await removed;
    expect(node.store.ready(canvas)!.list('Note').pages().map(String)).toEqual([expect.stringContaining('"a"')]);
    await until(() => [...node.store.ready(canvas)!.keys('children', 'top')].length === 0);
  },

  'a large command that is refused at its end leaves nothing, and who waited for it goes on': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const before = await node.newest(canvas);
    const filled = outcomeOf(fill(node, canvas, 20_000, () => Promise.reject(refuse.conflict('after all'))));
    const behind = node.newest(canvas);
    expect(await filled).toBe('refused: after all');
    expect(await behind).toEqual(before);
  },

  'commands run on while a large one is on its way to the disk, and see it': onDisk(async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const held = node.faults.hold('n7');
    const filled = fill(node, canvas, 5000);
    await held.arrived;
    const change = (text: string) =>
      node.submit([canvas], (tx) => tx.scope(canvas).update(Note, { ...tx.scope(canvas).get(Note, 'n7')!, text }));
    const changes = [change('changed'), node.write(canvas, { n8: undefined }), node.write(canvas, { n9: undefined, a: '2' })];
    await turns();
    held.release();
    await Promise.all([filled, ...changes]);
    expect(node.sets(canvas).slice(2)).toEqual(['n7=changed', '-n8=', '-n9= a=2']);
    const view = await node.store.load(canvas);
    expect([view.list('Note').size, view.by(Note, 'children', 'top').length, view.get(Note, 'n7')!.text]).toEqual([
      4999,
      4997,
      'changed',
    ]);
    const again = await (await bench.reopen(node)).store.load(canvas);
    expect(again.list('Note').pages().join()).toBe(view.list('Note').pages().join());
  }),

  'a large command is lost, fails and is looked up like any other': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const held = a.faults.hold('n7');
    const filled = fill(a, canvas, 5000);
    await held.arrived;
    await b.write(canvas, { z: 'theirs' });
    a.faults.plan('unmade', 'n7');
    held.release();
    await filled;
    a.faults.plan('fail', 'm7', 2);
    expect(await outcomeOf(fill(a, canvas, 5000, undefined, 'm'))).toBe('refused: the commit failed');
    expect((await b.store.load(canvas)).list('Note').size).toBe(5001);
    expect(b.published.findLast(({ scope }) => scope === canvas)!.changes, 'a reload is one set, of the difference').toHaveLength(
      5000,
    );
    expect(await a.newest(canvas)).toEqual(await b.newest(canvas));
  }),

  'losing a batch under a paused command runs that again, too': onDisk(async (bench) => {
    const [a, b, canvas] = await bench.pair();
    const held = a.faults.hold(canvas);
    const first = a.write(canvas, { a: '1' });
    await held.arrived;
    const slow = paused(a, [canvas], 'slow');
    await until(() => slow.running);
    await b.write(canvas, { z: 'theirs' });
    slow.running = false;
    held.release();
    await first;
    await until(() => slow.running);
    slow.open = true;
    expect(await slow.outcome).toBe('slow');
    expect(await b.read(canvas)).toBe('z=theirs a=1 slow=paused');
    expect(a.sets(canvas).slice(1)).toEqual(['+z=theirs', '+a=1', '+slow=paused']);
  }),

  'a paused command that fails lets go of its scopes': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas();
    const slow = paused(node, [canvas], 'slow');
    await until(() => slow.running);
    const behind = node.write(canvas, { a: 'x' });
    Object.assign(slow, { fail: true, open: true });
    expect(await outcomeOf(slow.outcome)).toBe('refused: after all');
    expect(await behind).toBe('a=x');
  },
};

/** Makes a note `top` with this many notes below it, in one command. */
function fill(node: Node, canvas: string, count: number, end?: () => Promise<never>, prefix = 'n'): Promise<unknown> {
  let cause: unknown;
  void end?.().catch((refusal) => (cause = refusal));
  return node.submit([canvas], function* (tx): Work {
    const scope = tx.scope(canvas);
    if (!scope.get(Note, 'top')) scope.insert(Note, note('top'));
    for (let at = 1; at < count; at++) {
      scope.insert(Note, note(`${prefix}${at}`, { parent: 'top', depth: at, tags: [`t${at % 100}`] }));
      if (at % 100 === 0) yield;
    }
    if (cause) throw cause;
  });
}

/** Counts turns of the event loop until the returned function is called. */
function watchTurns(): () => number {
  let count = 0;
  let over = false;
  const next = (): void => {
    count++;
    if (!over) setImmediate(next);
  };
  setImmediate(next);
  return () => {
    over = true;
    return count;
  };
}
