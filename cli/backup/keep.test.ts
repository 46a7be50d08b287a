import { describe, expect, test } from 'vitest';
import { keepRule } from '../../server/settings/keep-rule.ts';
import type { Manifest } from './format.ts';
import { unkept } from './keep.ts';

/** What stays of backups of these times, which come newest first. */
function kept(rule: string, times: readonly string[]): string[] {
  const manifests = times.map((at) => ({ at }) as Manifest);
  const gone = new Set(unkept(keepRule.read(rule), manifests));
  return manifests.filter((one) => !gone.has(one)).map(({ at }) => at);
}

/** Backups each half hour, for this many days before this moment. */
const halfHourly = (days: number): string[] =>
  Array.from({ length: days * 48 }, (_, at) => new Date(Date.parse('2026-11-23T14:30:00Z') - at * 1_800_000).toISOString());

describe('a rule of what is kept', () => {
  test('keeps the newest backup of each period', () => {
    const times = halfHourly(60);
    expect(kept('3h', times)).toEqual(['2026-11-23T14:30:00.000Z', '2026-11-23T13:30:00.000Z', '2026-11-23T12:30:00.000Z']);
    expect(kept('2d', times)).toEqual(['2026-11-23T14:30:00.000Z', '2026-11-22T23:30:00.000Z']);
    // 23 November 2026 is a Monday
    expect(kept('3w', times)).toEqual(['2026-11-23T14:30:00.000Z', '2026-11-22T23:30:00.000Z', '2026-11-15T23:30:00.000Z']);
    expect(kept('2m', times)).toEqual(['2026-11-23T14:30:00.000Z', '2026-10-31T23:30:00.000Z']);
    // Some backups are the newest of several periods
    expect(kept('24h 14d 8w 12m', times)).toHaveLength(24 + 12 + 5 + 2);
  });

  test('counts no period in which the server stood still', () => {
    const times = ['2026-11-23T14:00:00.000Z', '2025-03-01T10:00:00.000Z', '2024-01-01T10:00:00.000Z'];
    expect(kept('2d', times)).toEqual(times.slice(0, 2));
    expect(kept('2y 1h', times)).toEqual(times.slice(0, 2));
  });

  test('keeps all when it says so, and the newest in any case', () => {
    expect(kept('all', halfHourly(2))).toHaveLength(96);
    expect(kept('1m', halfHourly(2))).toHaveLength(1);
    expect(unkept(keepRule.read('1h'), [])).toEqual([]);
  });

  test.each(['', '24', '0h', 'h', '3h 4h', '2x', '12345h', '1.5d', '-1d'])('cannot be “%s”', (text) => {
    expect(() => keepRule.read(text)).toThrow('must be numbers of hours, days, weeks, months and years');
  });

  test('is printed as it is written', () => {
    for (const text of ['24h 14d 8w 12m', '3y', 'all']) expect(keepRule.show(keepRule.read(text))).toBe(text);
    expect(keepRule.show(keepRule.read(' 2d   1h '))).toBe('1h 2d');
  });
});
