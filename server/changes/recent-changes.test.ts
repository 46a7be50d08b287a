import { expect, it } from 'vitest';
import { atOnce } from '../scheduler.ts';
import { netOf, RecentChanges } from './recent-changes.ts';

const seen = (key: string, shown: string) => ({ key, shown });
const changed = (key: string, before: string | undefined, after: string | undefined) => ({
  key,
  before: before === undefined ? undefined : seen(key, before),
  after: after === undefined ? undefined : seen(key, after),
});

const since = (recent: RecentChanges, cursor: number) => atOnce(netOf(recent.since(cursor)));

it('merges from a cursor: what is equal again, and what came and went, is nothing', () => {
  const recent = new RecentChanges();
  recent.add([changed('a', '1', '2'), changed('b', undefined, 'new'), changed('c', 'old', undefined)], 1);
  recent.add([changed('a', '2', '1'), changed('b', 'new', undefined), changed('d', undefined, 'new')], 1);
  expect(since(recent, 0)).toEqual([changed('c', 'old', undefined), changed('d', undefined, 'new')]);
  expect(since(recent, 1).map(({ key }) => key)).toEqual(['a', 'b', 'd']);
  expect(since(recent, 2)).toEqual([]);
});

it('forgets older steps: a cursor that fell behind keeps one entry per record, however much changes', () => {
  const recent = new RecentChanges();
  recent.add([changed('a', '0', '1')], 1);
  for (let n = 1; n < 5000; n++) {
    recent.add([changed('a', String(n), String(n + 1)), changed(`short-lived ${n}`, undefined, 'x')], 1);
    recent.add([changed(`short-lived ${n}`, 'x', undefined)], 1);
    recent.shorten(() => new Set([0, recent.head - 2]));
    expect(recent.steps(recent.head - 2)).toHaveLength(2);
  }
  expect(recent.steps(0)).toBeUndefined();
  expect(recent.steps(recent.head - 513)).toBeUndefined();
  expect(since(recent, 0)).toEqual([changed('a', '0', '5000')]);
});

it('keeps few steps when they are large', () => {
  const recent = new RecentChanges();
  for (let n = 0; n < 20; n++) {
    recent.add([changed('a', String(n).repeat(500_000), String(n + 1).repeat(500_000))], 1);
    recent.shorten(() => new Set([0]));
  }
  expect(recent.steps(recent.head - 6)).toBeUndefined();
  expect(since(recent, 0).map(({ before }) => before?.shown[0])).toEqual(['0']);
});

it('forgets what was missed when everybody is at the head', () => {
  const recent = new RecentChanges();
  recent.add([changed('a', '0', '1')], 1);
  expect(since(recent, 0)).toHaveLength(1);
  recent.clear();
  expect([since(recent, 0), recent.head]).toEqual([[], 1]);
});
