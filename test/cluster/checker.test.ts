import { describe, expect, test } from 'vitest';
import { check, type Ending } from '../kit/cluster/check.ts';
import { GONE, History, type Intent, type Numbered, type Operation, type Shown } from '../kit/cluster/history.ts';

/** Writes histories on a clock of its own. Each request takes the time from one number to the other. */
class Story {
  #now = 0;
  readonly history = new History(() => this.#now);

  ok(from: number, to: number, intent: Partial<Intent>, told: { shown?: Shown; numbered?: Numbered } = {}): this {
    const operation = this.#begin(from, intent);
    this.#now = to;
    this.history.ok(operation, told);
    return this;
  }

  refused(from: number, to: number, intent: Partial<Intent>): this {
    const operation = this.#begin(from, intent);
    this.#now = to;
    this.history.refused(operation, '400');
    return this;
  }

  unknown(from: number, intent: Partial<Intent>): this {
    this.history.unknown(this.#begin(from, intent), 'connection closed');
    return this;
  }

  write(from: number, to: number, key: string, value: string): this {
    return this.ok(from, to, { what: `write ${value}`, writes: { [key]: value } });
  }

  read(from: number, to: number, key: string, value: string): this {
    return this.ok(from, to, { what: `read ${value}` }, { shown: { values: new Map([[key, value]]) } });
  }

  number(from: number, to: number, owner: string, number: number): this {
    return this.ok(from, to, { what: `make ${owner}` }, { numbered: { series: 'index', owner, number } });
  }

  stream(...seen: readonly (readonly [at: number, key: string, value: string])[]): this {
    const stream = this.history.stream('b', '/notes');
    for (const [at, key, value] of seen) {
      this.#now = at;
      this.history.show(stream, key, value);
    }
    return this;
  }

  faults(...endings: readonly Partial<Ending>[]): string[] {
    const whole = endings.map((one, at) => ({
      node: `node ${at}`,
      audit: [],
      answers: new Map(),
      held: new Map(),
      orders: [],
      ...one,
    }));
    return check(this.history, whole);
  }

  #begin(at: number, intent: Partial<Intent>): Operation {
    this.#now = at;
    return this.history.begin({ by: 'w', node: 'a', what: 'request', ...intent });
  }
}

const story = (): Story => new Story();
const made = (): Story => story().write(0, 1, 'k', 'v1');
const bound = (from: string, value: string) => ({ what: `${from} to ${value}`, writes: { k: value }, from });
const created = { what: 'create', writes: { k: 'v' }, audit: 'User created: k' };

describe('a history without a fault is passed', () => {
  test.each<[string, Story]>([
    ['an old value while the write is under way', made().write(2, 6, 'k', 'v2').read(3, 4, 'k', 'v1').read(5, 7, 'k', 'v2')],
    [
      'a write without an answer that took effect late',
      made().unknown(2, bound('v1', 'v2')).read(3, 4, 'k', 'v1').read(8, 9, 'k', 'v2'),
    ],
    [
      'a write without an answer that never took effect',
      made().unknown(2, bound('v1', 'v2')).read(3, 4, 'k', 'v1').read(8, 9, 'k', 'v1'),
    ],
    [
      'nothing before it was made, nothing after it was deleted',
      story().read(0, 1, 'k', GONE).write(2, 3, 'k', 'v1').write(4, 5, 'k', GONE).read(6, 7, 'k', GONE),
    ],
    [
      'a refused write that nobody sees',
      made()
        .refused(2, 3, { writes: { k: 'v2' } })
        .read(4, 5, 'k', 'v1'),
    ],
    [
      'two writers at once, in either order',
      made().write(2, 6, 'k', 'v2').write(3, 5, 'k', 'v3').read(7, 8, 'k', 'v2').read(9, 10, 'k', 'v2'),
    ],
    [
      'bound writes of which one is refused',
      made().ok(2, 3, bound('v1', 'v2')).refused(2, 4, bound('v1', 'v3')).read(5, 6, 'k', 'v2'),
    ],
    [
      'numbers that rise, and one that stays with what has it',
      story().number(0, 1, 'x', 1).number(2, 3, 'y', 2).number(4, 5, 'y', 2),
    ],
    [
      'a permission that comes again',
      story()
        .write(0, 1, 'grant c 5', 'view')
        .write(2, 3, 'grant c 5', GONE)
        .write(4, 5, 'grant c 5', 'view')
        .read(6, 7, 'grant c 5', 'view'),
    ],
    ['a request without an answer that stands in the audit log', story().unknown(0, created).read(1, 2, 'k', 'v')],
  ])('%s', (_name, { history }) => expect(check(history, [])).toEqual([]));
});

describe('a planted fault is found', () => {
  test.each<[string, Story, string]>([
    [
      'an acknowledged write that is lost',
      made().write(2, 3, 'k', 'v2').read(4, 5, 'k', 'v1'),
      'lost, or read too late: k is v1 again after v2',
    ],
    [
      'an acknowledged create that is lost',
      made().read(2, 3, 'k', GONE),
      'lost, or read too late: k is (not yet made) again after v1',
    ],
    [
      'a deletion that is undone',
      made().write(2, 3, 'k', GONE).read(4, 5, 'k', 'v1'),
      'lost, or read too late: k is v1 again after (deleted)',
    ],
    [
      'a read that misses what another reader had seen',
      made().write(2, 9, 'k', 'v2').read(3, 4, 'k', 'v2').read(5, 6, 'k', 'v1'),
      'lost, or read too late: k is v1 again',
    ],
    [
      'a read that misses what a stream had shown, though nobody was answered',
      made().unknown(2, bound('v1', 'v2')).stream([3, 'k', 'v2']).read(4, 5, 'k', 'v1'),
      'lost, or read too late: k is v1 again',
    ],
    [
      'a value that comes again',
      made().write(2, 3, 'k', 'v2').read(4, 5, 'k', 'v2').read(6, 7, 'k', 'v1').read(8, 9, 'k', 'v2'),
      'lost, or read too late',
    ],
    [
      'a refused write in effect',
      made()
        .refused(2, 3, { writes: { k: 'v2' } })
        .read(4, 5, 'k', 'v2'),
      'refused, and in effect: k = v2',
    ],
    ['a value that nobody wrote', made().read(4, 5, 'k', 'v9'), 'from nowhere: k = v9'],
    ['a value before it was written', made().read(2, 3, 'k', 'v2').write(4, 5, 'k', 'v2'), 'seen before it was written: k = v2'],
    [
      'something missing in a list',
      made().ok(2, 3, {}, { shown: { values: new Map(), covers: 'k' } }),
      'lost, or read too late: k is (not yet made)',
    ],
    ['a lost update', made().ok(2, 4, bound('v1', 'v2')).ok(3, 5, bound('v1', 'v3')), 'lost update: k was v1 for two'],
    [
      'a lost update of which one has no answer',
      made().unknown(2, bound('v1', 'v2')).read(3, 4, 'k', 'v2').ok(3, 5, bound('v1', 'v3')),
      'lost update: k was v1 for two',
    ],
    ['a number given twice', story().number(0, 5, 'x', 1).number(1, 4, 'y', 1), 'given twice: index 1'],
    ['a number that falls', story().number(0, 1, 'x', 7).number(2, 3, 'y', 6), 'fell: index 6 after 7'],
    [
      'a stream that goes back',
      made().write(2, 9, 'k', 'v2').stream([3, 'k', 'v1'], [4, 'k', 'v2'], [5, 'k', 'v1']),
      'went back: k is v1 again on the stream of /notes',
    ],
    [
      'a permission out of date',
      story().write(0, 1, 'grant c 5', 'view').write(2, 3, 'grant c 5', GONE).read(4, 5, 'grant c 5', 'view'),
      'out of date: grant c 5 is view',
    ],
  ])('%s', (_name, { history }, expected) => {
    const faults = check(history, []);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults[0]).toContain(expected);
  });

  test('with the least that proves it', () => {
    const [fault] = made().write(2, 3, 'k', 'v2').read(3.2, 3.4, 'k', 'v2').read(4, 5, 'k', 'v1').faults();
    expect(fault!.split('\n').slice(1)).toEqual(
      [
        '    0.0 ms to 1.0 ms on a: w write v1: ok',
        '    2.0 ms to 3.0 ms on a: w write v2: ok',
        '    4.0 ms to 5.0 ms on a: w read v1: ok',
      ].toSpliced(2, 0, '    3.2 ms to 3.4 ms on a: w read v2: ok'),
    );
  });

  test.each<[string, Story, Partial<Ending>[], string]>([
    [
      'an entry of the audit log that is missing',
      story().ok(0, 1, created),
      [{}],
      'audit log on node 0: 0 times "User created: k"',
    ],
    [
      'an entry that is there twice',
      story().ok(0, 1, created),
      [{ audit: [created.audit, created.audit] }],
      '2 times "User created: k"',
    ],
    ['an entry of a refused request', story().refused(0, 1, created), [{ audit: [created.audit] }], '1 times "User created: k"'],
    [
      'nodes that differ',
      story(),
      [{ answers: new Map([['/users', '[1]']]) }, { answers: new Map([['/users', '[2]']]) }],
      'node 1 and node 0 differ: /users',
    ],
    [
      'a stream that stayed behind',
      story(),
      [{ answers: new Map([['/users', '[1]']]), held: new Map([['/users', '[]']]) }],
      'the stream of /users on node 0 differs from its GET',
    ],
    ['a list in the wrong order', made().write(2, 3, 'l', 'v'), [{ orders: [['l', 'k']] }], 'creation order on node 0'],
  ])('%s', (_name, one, endings, expected) => {
    const faults = one.faults(...endings);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults[0]).toContain(expected);
  });
});
