import { expect, it } from 'vitest';
import type { Element } from '../../../live/element.ts';
import { openBin } from './bin.ts';

const DAY_MS = 24 * 3_600_000;

const note = (id: string, text = ''): Element =>
  ({ id, widget_type: 'Note', state: 'normal', parent_id: 'root', text }) as unknown as Element;

function opened(canvas_id: string) {
  const clock = { now: Date.parse('2026-01-01T00:00:00.000Z') };
  const bin = openBin({ user: 1, canvas_id }, () => clock.now);
  const remove = (...records: Element[]): void =>
    bin.add({ label: 'delete', deleted: new Map(records.map((one) => [one.id, one])), places: new Map() }, ({ id }) => ({
      icon: undefined,
      name: id,
    }));
  return { bin, clock, remove, names: () => bin.entries().map(({ value }) => value.first.name) };
}

it('keeps deletions for seven days', () => {
  const { clock, remove, names } = opened('days');
  remove(note('a'));
  clock.now += 4 * DAY_MS;
  remove(note('b'));
  clock.now += 3.5 * DAY_MS;
  remove(note('c'));
  expect(names()).toEqual(['c', 'b']);
});

it('keeps the newest where there are too many or too large ones', () => {
  const many = opened('many');
  for (let at = 0; at < 210; at++) {
    many.clock.now++;
    many.remove(note(`${at}`));
  }
  expect(many.names()).toHaveLength(200);
  expect(many.names()[0]).toBe('209');
  const large = opened('large');
  for (let at = 0; at < 3; at++) {
    large.clock.now++;
    large.remove(note(`${at}`, 'x'.repeat(9_000_000)));
  }
  expect(large.names()).toEqual(['2', '1']);
});

it('counts what lay on nothing that went along', () => {
  const { bin, remove } = opened('count');
  remove(note('a'), { ...note('b'), parent_id: 'a' } as Element, note('c'));
  expect(bin.entries()[0]!.value.count).toBe(2);
});
