import fc from 'fast-check';
import { expect } from 'vitest';
import { entryHash, NO_HASH } from '../../server/store/audit/chain.ts';
import type { AuditFilter, AuditQuestion } from '../../server/store/audit/types.ts';
import type { ChainedRecord } from '../../server/store/audit/verify.ts';
import type { Author } from '../../server/store/store.ts';
import { runs } from '../kit/runs.ts';
import type { Bench, Node } from './bench.ts';
import { type Chapter, onDisk } from './chapter.ts';

const ann: Author = { id: 7, name: 'Ann', ip: '10.0.0.1' };

const write = (node: Node, actions: readonly string[], author = ann, details?: object): Promise<void> =>
  node.submit<void>(
    ['directory'],
    (tx) => {
      for (const action of actions) {
        const line = { action, target_type: 'Some_Thing', target_id: action, target_name: `of ${action}` };
        tx.audit({ ...line, ...(details && { details: details as Record<string, unknown> }) });
      }
    },
    { author },
  );

const stored = async ({ database }: Bench): Promise<ChainedRecord[]> => (await database.audit()) as unknown as ChainedRecord[];

/** Every entry has the next id and its hash, from this mark on. */
function expectChain(entries: readonly ChainedRecord[], { id, hash } = { id: 0, hash: NO_HASH }): void {
  let previous = hash;
  for (const [at, entry] of entries.entries()) {
    expect([entry.id, entry.hash]).toEqual([id + at + 1, entryHash(previous, entry)]);
    previous = entry.hash;
  }
}

const whole = { filter: {}, ids: [0, 1e9], order: 'newest first', skip: 0, rows: 1000, counted: false } as const;
const patient = { most: 1e9, goOn: () => undefined };

/** The audit log: chained in the transaction of each commit, read in short looks, removed from its beginning only. */
export const audit: Chapter = {
  'entries have ids without gaps and are chained, also of commits that are made together, lost or failed': onDisk(
    async (bench) => {
      const a = await bench.node({ shared: true });
      const b = await bench.node({ shared: true });
      a.faults.plan('fail', 'directory');
      b.faults.plan('lose', 'directory');
      const at = async (node: Node, name: string): Promise<unknown> =>
        Promise.allSettled(['1', '2', '3'].map((one) => write(node, [`${name}${one}`, `${name}${one}`])));
      await Promise.all([at(a, 'a'), at(b, 'b')]);
      await Promise.all([at(a, 'c'), at(b, 'd')]);
      const entries = await stored(bench);
      expect(entries.length).toBeGreaterThan(10);
      expectChain(entries);
      expect(await a.store.audit.ends()).toEqual({ removed: { id: 0, hash: NO_HASH }, newest: markOf(entries.at(-1)!) });
    },
  ),

  'what is hashed is what is kept': onDisk(async (bench) => {
    const node = await bench.node();
    await write(node, ['plain', 'null \0 and lone \ud800 surrogates', '\u2028 "😀" \\ \u007f'], {
      id: null,
      name: '\udc00',
      ip: '',
    });
    await (await bench.reopen(node)).store.audit.ends();
    const entries = await stored(bench);
    expectChain(entries);
    expect(entries[1]!.action).toBe('null \ufffd and lone \ufffd surrogates');
  }),

  'an empty log has ends and nothing to read': onDisk(async (bench) => {
    const { audit } = (await bench.node()).store;
    const none = { id: 0, hash: NO_HASH };
    expect([await audit.ends(), await audit.olderThan('9')]).toEqual([{ removed: none, newest: none }, undefined]);
    expect(await audit.read({ ...whole, counted: true }, patient)).toEqual({ entries: [], isLong: false, matched: 0 });
  }),

  'nothing changes or removes an entry, or puts one in': onDisk(async (bench) => {
    const node = await bench.node();
    await write(node, ['a', 'b', 'c']);
    const before = await stored(bench);
    for (const statement of [
      "UPDATE audit SET action = 'x' WHERE id = 2",
      'DELETE FROM audit WHERE id = 1',
      'DELETE FROM audit WHERE id = 3',
      ...[2, 9].map((id) => `INSERT INTO audit SELECT ${id}, ${columns} FROM audit WHERE id = 1`),
    ])
      await expect(bench.database.run(statement), statement).rejects.toThrow('audit entries are');
    expect(await stored(bench)).toEqual(before);
  }),

  'a question is answered as by the plain list, however it is put': onDisk(async (bench) => {
    const node = await bench.node();
    for (let at = 0; at < 12; at++) {
      bench.clock.setDate(Date.UTC(2026, 0, 1) + ((at * 7) % 5) * 1000);
      await write(node, ['Login', `Login ${at}`, 'Größer'], { ...ann, id: at % 3, name: `Ann ${at % 2}` }, { at });
    }
    const entries = await stored(bench);
    await fc.assert(
      fc.asyncProperty(questions(entries), async (question) => {
        const page = await node.store.audit.read(question, patient);
        const { wanted, matched } = plainly(question, entries);
        expect(page.entries.map(({ id }) => id)).toEqual(wanted);
        if (question.counted) expect(page.matched).toBe(matched);
      }),
      { numRuns: runs(300) },
    );
  }),

  'much is read in several looks, with what was passed over and what is too long for one': onDisk(async (bench) => {
    const node = await bench.node();
    for (let at = 0; at < 30; at++)
      await write(
        node,
        Array.from({ length: 100 }, () => `${at % 10}`),
        ann,
        { text: 'x'.repeat(1000) },
      );
    const { audit } = node.store;
    const page = await audit.read({ ...whole, filter: { action: '7' }, skip: 150, rows: 1000, counted: true }, patient);
    expect([page.entries.length, page.matched, page.isLong]).toEqual([150, 300, false]);
    expect(page.entries[0]!.id).toBe(1750);
    const long = await audit.read({ ...whole, rows: 3000 }, { ...patient, most: 500_000 });
    expect([long.entries.length, long.isLong]).toEqual([3000, true]);
    expect(Object.keys(long.entries.at(-1)!).sort()).toEqual(['created_at', 'id']);
    let looks = 0;
    const ids: number[] = [];
    for await (const portion of audit.portions({ ...whole, rows: 2500, order: 'oldest first' }, () => undefined)) {
      looks++;
      ids.push(...portion.map(({ id }) => id));
    }
    expect([looks > 5, ids]).toEqual([true, Array.from({ length: 2500 }, (_, at) => at + 1)]);
    let asked = 0;
    const goOn = (): void => {
      if (++asked === 3) throw new Error('gone');
    };
    await expect(audit.read({ ...whole, rows: 3000 }, { most: 1e9, goOn })).rejects.toThrow('gone');
    expect(asked).toBe(3);
  }),

  'the oldest entries are removed up to a mark, in steps between which commits are made, and the chain goes on from there':
    onDisk(async (bench) => {
      const node = await bench.node();
      await write(
        node,
        Array.from({ length: 1000 }, (_, at) => `${at}`),
      );
      bench.clock.advance(1000);
      await write(node, ['young']);
      const { audit } = node.store;
      const upTo = (await audit.olderThan('2026-01-01T00:00:01.000Z'))!;
      expect(upTo).toEqual(markOf((await stored(bench))[999]!));
      expect(await audit.olderThan('2026-01-01T00:00:00.000Z')).toBeUndefined();
      let steps = 0;
      await Promise.all([
        audit.remove(
          upTo,
          async () => {},
          () => ++steps > 10_000,
        ),
        write(node, ['meanwhile']),
      ]);
      const left = await stored(bench);
      expect(left.map(({ action }) => action)).toEqual(['young', 'meanwhile']);
      expectChain(left, upTo);
      const again = await bench.reopen(node);
      await write(again, ['later']);
      expect(await again.store.audit.ends()).toEqual({ removed: upTo, newest: markOf((await stored(bench)).at(-1)!) });
      expectChain(await stored(bench), upTo);
    }),
};

const columns = 'created_at, author_id, author_name, action, target_type, target_id, target_name, ip_address, details, hash';

const markOf = ({ id, hash }: ChainedRecord) => ({ id, hash });

function questions(entries: readonly ChainedRecord[]): fc.Arbitrary<AuditQuestion> {
  const maybe = <T>(...values: T[]): fc.Arbitrary<T | undefined> => fc.option(fc.constantFrom(...values), { nil: undefined });
  const time = maybe(...[0, 1, 2, 4, 5].map((at) => `2026-01-01T00:00:0${at}.000Z`));
  return fc.record({
    filter: fc.record({
      after: time,
      before: time,
      targetType: maybe('something', 'other'),
      targetId: maybe('Login', 'Login 3'),
      authorId: maybe(0, 1, 5),
      action: maybe('login', 'LOGIN 3', 'none'),
      text: maybe('ann 1', 'grÖß', '"at":1', '%', ''),
    }) as fc.Arbitrary<AuditFilter>,
    ids: fc.tuple(fc.constantFrom(0, 5), fc.constantFrom(1000, 20)),
    order: fc.constantFrom('newest first', 'oldest first'),
    from: maybe(...entries.map(({ created_at, id }) => ({ created_at, id }))),
    skip: fc.constantFrom(0, 1, 10),
    rows: fc.constantFrom(0, 1, 5, 100),
    counted: fc.boolean(),
  });
}

/** The same in the plainest way. */
function plainly({ filter, ids, order, from, skip, rows }: AuditQuestion, entries: readonly ChainedRecord[]) {
  const { after, before, targetType, targetId, authorId, action, text } = filter;
  const sorted = [...entries].sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id);
  if (order === 'newest first') sorted.reverse();
  const isBehind = ({ created_at, id }: ChainedRecord): boolean => {
    if (!from) return true;
    const is = created_at.localeCompare(from.created_at) || id - from.id;
    return order === 'newest first' ? is < 0 : is > 0;
  };
  const holds = (entry: ChainedRecord): boolean =>
    [entry.action, entry.details, entry.author_name, entry.target_name].some((one) =>
      one.toLowerCase().includes(text!.toLowerCase()),
    );
  const fitting = sorted.filter(
    (entry) =>
      isBehind(entry) &&
      entry.id > ids[0] &&
      entry.id <= ids[1] &&
      (after === undefined || entry.created_at > after) &&
      (before === undefined || entry.created_at < before) &&
      (targetType === undefined || targetType === 'something') &&
      (targetId === undefined || entry.target_id === targetId) &&
      (authorId === undefined || entry.author_id === authorId) &&
      (action === undefined || entry.action.toLowerCase() === action.toLowerCase()) &&
      (text === undefined || holds(entry)),
  );
  return { wanted: fitting.slice(skip, skip + rows).map(({ id }) => id), matched: fitting.length };
}
