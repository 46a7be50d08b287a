import { expect } from 'vitest';
import type { Kind, Stored } from '../../model/resource.ts';
import type { Transaction } from '../../server/store/store.ts';
import { until } from '../kit/until.ts';
import { apply, type Node, outcomeOf, seen, stateOf, turns } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { Folder, kinds, Link, Note, note, Place } from './kinds.ts';
import { enteredBehindClose } from './shared.ts';

const folder = (tx: Transaction, id: string): void => tx.directory.insert(Folder, { id, name: id, folder: '' });

/** One command over the directory and an ephemeral scope: a folder, and a note of the same id with what the command saw. */
const both = (node: Node, scope: string, id: string): Promise<string> =>
  node.submit(['directory', scope], (tx) => {
    folder(tx, id);
    apply(tx.scope(scope), { [id]: seen(tx.scope(scope)) });
    return seen(tx.scope(scope));
  });

const look = (scope: string) => (tx: Transaction) => seen(tx.scope(scope));

/** Text of a note that takes about two kilobytes in memory. */
const text = 'x'.repeat(700);

const full = 'refused: The server has no memory for more at the moment';

/** Scopes that need no disk, alone and together with scopes that do. */
export const ephemeral: Chapter = {
  'a commit sends nothing to the disk, and is published before it is answered, in a turn of its own': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas();
    const commits = node.faults.commits.length;
    node.events.length = 0;
    const answer = node.write(scope, { a: '1' }).then(() => node.events.push('answered'));
    expect([node.events, node.readNow(scope)]).toEqual([[], '']);
    await answer;
    expect([node.events, node.readNow(scope)]).toEqual([['published +a=1', 'answered'], 'a=1']);
    expect(node.faults.commits.length).toBe(commits);
  },

  'a command over both is on the disk before anybody sees any of it, and is then seen whole, in one turn': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas();
    node.events.length = 0;
    node.store.feed.follow(() => queueMicrotask(() => node.events.push('later')));
    const held = node.faults.hold('f');
    const answer = both(node, scope, 'f');
    const behind = node.write(scope, { b: '2' });
    await held.arrived;
    await turns();
    expect([node.readNow(scope), node.store.directory.get(Folder, 'f'), await stateOf(behind)]).toEqual(['', undefined, 'open']);
    held.release();
    expect([await answer, await behind]).toEqual(['f=', 'f= b=2']);
    expect(node.events.slice(0, 4)).toEqual(['published +f=Folder', 'published +f=', 'published +b=2', 'later']);
    expect(node.faults.commits.at(-1)!.scopes.map(({ id }) => id)).toEqual(['directory']);
  },

  'of a command over both that the disk refuses, nobody has seen anything, and what had seen it runs again': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas({ a: '1' });
    const sets = node.published.length;
    node.faults.plan('fail', 'f', 2);
    const refused = outcomeOf(both(node, scope, 'f'));
    const with_ = both(node, scope, 'g');
    const behind = node.submit([scope], look(scope));
    const expected = ['refused: the commit failed', 'a=1 g=a=1', 'a=1 g=a=1'];
    expect([await refused, await with_, await behind]).toEqual(expected);
    expect(node.published.slice(sets).map(({ changes }) => changes.map(({ key }) => key))).toEqual([['g'], ['g']]);
  },

  'a command over both that is lost runs again, under the lock of what is on the disk only': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas();
    node.faults.plan('lose', 'f', 2);
    const mine = both(node, scope, 'f');
    const behind: Promise<string>[] = [];
    for (const id of ['x', 'y']) {
      const held = node.faults.hold('f');
      await held.arrived;
      behind.push(node.write(scope, { [id]: '2' }));
      held.release();
    }
    expect(await Promise.all([mine, ...behind])).toEqual(['f=', 'f= x=2', 'f= x=2 y=2']);
    expect([node.faults.locked, node.sets(scope).slice(1)]).toEqual([[['directory']], ['+f=', '+x=2', '+y=2']]);
  },

  'a command over both whose outcome is unknown holds its scopes until it is looked up': async (bench) => {
    for (const fault of ['made', 'unmade'] as const) {
      const node = await bench.node();
      const scope = await node.canvas({}, fault);
      node.faults.unreachable = 1;
      node.faults.plan(fault, `${fault}-f`);
      const answer = both(node, scope, `${fault}-f`);
      await until(() => node.faults.unreachable === 0);
      const behind = node.write(scope, { b: '2' });
      await turns();
      expect([await stateOf(answer), await stateOf(behind), node.readNow(scope)]).toEqual(['open', 'open', '']);
      bench.clock.advance(250);
      expect([await answer, await behind]).toEqual([`${fault}-f=`, `${fault}-f= b=2`]);
      expect(node.sets(scope).slice(1)).toEqual([`+${fault}-f=`, '+b=2']);
    }
  },

  'commits go on while the disk is at work for others': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas();
    const held = node.faults.hold('f');
    const slow = node.submit(['directory'], (tx) => folder(tx, 'f'));
    await held.arrived;
    expect(await Promise.all(['a', 'b'].map((id) => node.write(scope, { [id]: id })))).toEqual(['a=a', 'a=a b=b']);
    expect(await stateOf(slow)).toBe('open');
    held.release();
    await slow;
  },

  'thousands of commands are not held up by a disk that is at work': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas();
    const held = node.faults.hold('f');
    const slow = node.submit(['directory'], (tx) => folder(tx, 'f'));
    await held.arrived;
    const writes = Array.from({ length: 1200 }, (_, at) => node.write(scope, { n: String(at) }));
    expect((await Promise.all(writes)).at(-1)).toBe('n=1199');
    held.release();
    await slow;
  },

  'a command waits for what is pending in a durable scope that it only reads, and sends nothing itself': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas();
    const copy = (): Promise<void> =>
      node.submit(['directory', scope], (tx) => apply(tx.scope(scope), { n: String(tx.directory.all(Folder).length) }));
    const commits = node.faults.commits.length;
    await copy();
    expect([node.readNow(scope), node.faults.commits.length - commits]).toEqual(['n=0', 0]);
    const held = node.faults.hold('f');
    const made = node.submit(['directory'], (tx) => folder(tx, 'f'));
    await held.arrived;
    const copied = copy();
    await turns();
    expect([await stateOf(copied), node.readNow(scope)]).toEqual(['open', 'n=0']);
    held.release();
    await Promise.all([made, copied]);
    expect([node.readNow(scope), node.faults.commits.length - commits]).toEqual(['n=1', 1]);
  },

  'a scope is made by its command, empty too, and not by one that is refused': async (bench) => {
    const node = await bench.node();
    const scope = 'live:empty';
    const make = (run = (): void => undefined): Promise<string> => outcomeOf(node.submit([scope], run, { fresh: [scope] }));
    const refused = make(() => {
      throw new Error('no');
    });
    const early = outcomeOf(node.write(scope, { a: '1' }));
    expect([await refused, await early, node.store.ready(scope)]).toEqual(['refused: no', bench.gone(scope), undefined]);
    const outcomes = [make(), outcomeOf(node.submit([scope], look(scope)))];
    expect(node.store.ready(scope)).toBeUndefined();
    expect(await Promise.all(outcomes)).toEqual(['done: undefined', 'done: ']);
    expect([node.sets(scope), (await node.store.load(scope)).list('Note').size]).toEqual([[''], 0]);
    await make();
    expect([node.sets(scope), node.faults.commits.length]).toEqual([[''], 0]);
  },

  'its owner closes it: subscribers are told, later commands are refused, and the next of its name is another': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas({ a: '1' });
    const rows = await bench.database.rows();
    await node.write(scope, { a: '2' });
    const closed = node.submit([scope], (tx) => {
      apply(tx.scope(scope), { a: '3' });
      tx.tombstone(scope);
    });
    const late = outcomeOf(node.write(scope, { a: '4' }));
    expect([await closed, await late, await outcomeOf(node.store.load(scope))]).toEqual([
      undefined,
      bench.gone(scope),
      bench.gone(scope),
    ]);
    expect([node.sets(scope).slice(1), node.store.head(scope)]).toEqual([['a=2', 'a=3 dead'], undefined]);
    await node.submit([scope], (tx) => apply(tx.scope(scope), { b: '1' }), { fresh: [scope] });
    expect([node.readNow(scope), node.published.at(-1)!.revision, await bench.database.rows()]).toEqual(['b=1', 1, rows]);
  },

  'a command that may make it makes it when a command before it closes it': enteredBehindClose,

  'nothing of it is there after a new start, nor ever was in the database': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas({ a: '1' });
    await both(node, scope, 'f');
    expect(await bench.database.rows()).toBe(2);
    const again = await bench.reopen(node);
    expect([again.store.ready(scope), again.store.head(scope), await outcomeOf(again.store.load(scope))]).toEqual([
      undefined,
      undefined,
      bench.gone(scope),
    ]);
    expect(again.store.directory.get(Folder, 'f')).toBeDefined();
  },

  'each scope and all of them have a bound, and canvases another one; what is closed makes room': async (bench) => {
    const memory = { cacheBytes: 1, canvasBytes: 1, loadedBytes: 1, ephemeral: { scopeBytes: 5500, bytes: 7000 } };
    const node = await bench.node({ memory });
    const one = await node.canvas({ a: text, b: text });
    const other = await node.canvas({ a: text });
    const sets = node.published.length;
    expect([await outcomeOf(node.write(one, { c: text })), await outcomeOf(node.write(other, { b: text }))]).toEqual([
      full,
      full,
    ]);
    expect(node.published.length).toBe(sets);
    expect(await node.write(one, { b: undefined, a: 'x' })).toBe('a=x');
    expect(await node.write(other, { b: text })).toContain('b=');
    await node.submit(['directory'], (tx) => tx.directory.remove(other));
    expect(await node.write(one, { b: text, c: text })).toContain('c=');
    await turns();
    expect([node.readNow(one).length > 1400, node.faults.loaded], 'it is never dropped').toEqual([true, []]);
  },

  'an audit entry is durable: a command that writes one names a scope that is': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas();
    const line = { action: 'looked', target_type: 'Lamp', target_id: null, target_name: '' };
    const place = (tx: Transaction): void => tx.scope(scope).insert(Place, { id: 'p', name: 'p', folder: '' });
    const refusal = 'refused: an audit entry is durable: the command must name a scope that is';
    expect(await outcomeOf(node.submit([scope], (tx) => tx.audit(line)))).toBe(refusal);
    expect(await outcomeOf(node.submit([scope], place))).toBe(refusal);
    expect(node.store.ready(scope)!.get(Place, 'p')).toBeUndefined();
    await node.submit([scope, 'directory'], place);
    const last = (await bench.database.audit()).at(-1)!;
    expect([last.action, last.target_id, node.sets(scope).at(-1)]).toEqual(['Place created', 'p', '+p=Place']);
  },

  'a record here keeps no file alive, so it may have none': async (bench) => {
    const Paper: Kind<Stored> = { ...(Link as unknown as Kind<Stored>), name: 'Paper', assets: () => [], indexes: {} };
    const node = await bench.node({ kinds: [...kinds, Paper] });
    const scope = await node.canvas();
    const put = node.submit([scope], (tx) => tx.scope(scope).insert(Paper, { id: 'p' }));
    expect(await outcomeOf(put)).toBe(`refused: a Paper in ${scope} would keep no file alive`);
  },

  'a command of very many writes is seen whole, and others are answered meanwhile': async (bench) => {
    const node = await bench.node();
    const scope = await node.canvas();
    const other = await node.canvas();
    const commits = node.faults.commits.length;
    let over = false;
    const filled = node
      .submit([scope], function* (tx) {
        for (let at = 0; at < 6000; at++) {
          tx.scope(scope).insert(Note, note(`n${at}`));
          if (at % 100 === 0) yield;
        }
      })
      .finally(() => {
        over = true;
      });
    const sizes = new Set<number>();
    let answered = 0;
    for (; !over; answered++) {
      await node.write(other, { n: String(answered) });
      sizes.add(node.store.ready(scope)!.list('Note').size);
    }
    await filled;
    expect([answered > 3, [...sizes], node.faults.commits.length - commits]).toEqual([true, [0, 6000], 0]);
  },
};
