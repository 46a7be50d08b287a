import { describe, expect, test } from 'vitest';
import { GONE, Ledger } from './ledger.ts';

const state = (values: Record<string, string> = {}) => new Map(Object.entries(values));
const ledger = (values: Record<string, string> = {}) => new Ledger(state(values));
const acked = (of: Ledger, values: Record<string, string>, line?: string): void => of.ack(of.send(values, line));

describe('the last acknowledged value', () => {
  test('may be there, or one that was sent later and not answered, and nothing else', () => {
    const one = ledger({ a: '0' });
    acked(one, { a: '1' });
    acked(one, { a: '2' });
    one.send({ a: '3' });
    expect(one.check(state({ a: '2' }))).toEqual([]);
    expect(one.check(state({ a: '3' }))).toEqual([]);
    expect(one.check(state({ a: '1' }))).toEqual(['lost: a was acknowledged as "2" and is "1"']);
    expect(one.check(state())).toEqual(['from nowhere: a is gone']);
    expect(one.check(state({ a: '9' }))).toEqual(['from nowhere: a is "9"']);
  });

  test('is any of those that overlapped', () => {
    const one = ledger({ a: '0' });
    const first = one.send({ a: '1' });
    const second = one.send({ a: '2' });
    one.ack(second);
    one.ack(first);
    expect(one.check(state({ a: '1' }))).toEqual([]);
    expect(one.check(state({ a: '2' }))).toEqual([]);
    expect(one.check(state({ a: '0' }))).toHaveLength(1);
  });

  test('of a deletion is that it stays deleted', () => {
    const one = ledger({ a: '0' });
    acked(one, { a: GONE });
    expect(one.check(state())).toEqual([]);
    expect(one.check(state({ a: '0' }))).toEqual(['lost: a was acknowledged as gone and is "0"']);
  });

  test('of a create that was not answered may be there or not', () => {
    const one = ledger();
    one.send({ a: '1' });
    expect(one.check(state())).toEqual([]);
    expect(one.check(state({ a: '1' }))).toEqual([]);
  });
});

describe('what a stream showed', () => {
  test('is there, or a later value is', () => {
    const one = ledger({ a: '0' });
    acked(one, { a: '1' });
    one.show('s', 'a', '1');
    const pending = one.send({ a: '2' });
    expect(one.check(state({ a: '1' }))).toEqual([]);
    expect(one.check(state({ a: '2' }))).toEqual([]);
    one.show('s', 'a', '2');
    expect(one.check(state({ a: '1' }))).toEqual(['shown and lost: s: a as "2" and is "1"']);
    one.ack(pending);
    expect(one.check(state({ a: '2' }))).toEqual([]);
  });

  test('was sent by somebody', () => {
    const one = ledger();
    one.show('s', 'a', '7');
    expect(one.check(state())).toEqual(['shown from nowhere: s: a as "7"']);
  });
});

test('audit lines are those of requests that took effect, once each', () => {
  const one = ledger();
  acked(one, { a: '1' }, 'made: a');
  one.send({ b: '1' }, 'made: b');
  expect(one.checkAudit(['made: a'], state({ a: '1' }))).toEqual([]);
  expect(one.checkAudit(['made: a', 'made: b'], state({ a: '1', b: '1' }))).toEqual([]);
  expect(one.checkAudit(['made: a'], state({ a: '1', b: '1' }))).toEqual(['audit: 1 entries are missing: made: b']);
  expect(one.checkAudit(['made: a', 'made: a'], state({ a: '1' }))).toEqual(['audit: 1 entries too many: made: a']);
});
