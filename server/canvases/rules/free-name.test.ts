import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Canvas, canvasIn } from '../../../model/resources/canvas.ts';
import { Folder, folderIn } from '../../../model/resources/folder.ts';
import { type Made, MemoryDirectory } from '../../../test/kit/memory-directory.ts';
import { freeName, numberedName } from './free-name.ts';

const directoryOf = (...names: string[]): MemoryDirectory =>
  new MemoryDirectory(names.map((name, at) => [Canvas, canvasIn('F', `c${at}`, name, '')] as const));

const free = (...taken: string[]): string => freeName(directoryOf(...taken).directory, 'canvases-numbered', 'F', 'New canvas');

it('numbers a default name with the lowest number that is free among the siblings', () => {
  expect(free()).toBe('New canvas');
  expect(free('New canvas')).toBe('New canvas (1)');
  expect(free('New canvas', 'New canvas')).toBe('New canvas (1)');
  expect(free('New canvas', 'New canvas (2)')).toBe('New canvas (1)');
  expect(free('New canvas', 'New canvas (1)', 'New canvas (2)')).toBe('New canvas (3)');
  expect(free('New canvas', 'New canvas (01)', 'New canvas (1) ', 'New canvas (1000000000)')).toBe('New canvas (1)');
  expect(free('New canvas (1)', 'new canvas')).toBe('New canvas');
});

it('looks neither at other folders nor at another kind', () => {
  const records: Made[] = [
    [Canvas, canvasIn('G', 'c', 'New canvas', '')],
    [Folder, folderIn('F', 'f', 'New canvas')],
  ];
  expect(freeName(new MemoryDirectory(records).directory, 'canvases-numbered', 'F', 'New canvas')).toBe('New canvas');
  const { directory } = new MemoryDirectory([[Folder, folderIn('F', 'f', 'New folder')]]);
  expect(freeName(directory, 'folders-numbered', 'F', 'New folder')).toBe('New folder (1)');
});

const numbered = (name: string, ...taken: string[]): string =>
  numberedName(directoryOf(name, ...taken).directory, 'canvases-numbered', 'F', name);

it('numbers a duplicate, and counts on from the number that its source has', () => {
  expect(numbered('Plan')).toBe('Plan (1)');
  expect(numbered('New canvas')).toBe('New canvas (1)');
  expect(numbered('Plan', 'Plan (1)', 'Plan (3)')).toBe('Plan (2)');
  expect(numbered('Plan (1)')).toBe('Plan (2)');
  expect(numbered('Plan (2)', 'Plan (3)')).toBe('Plan (4)');
  expect(numbered('Plan(1)')).toBe('Plan(1) (1)');
  expect(numbered('Plan (0)')).toBe('Plan (0) (1)');
  expect(numbered(' (7)')).toBe(' (7) (1)');
  expect(numbered('Plan (999999998)')).toBe('Plan (999999999)');
  expect(numbered('Plan (999999999)', 'Plan (999999999) (1)')).toBe('Plan (999999999) (2)');
});

it('keeps the name of a duplicate within 255 characters, of which longer numbers take more', () => {
  const long = 'x'.repeat(255);
  const ofDigits = (digits: number): string => 'x'.repeat(252 - digits);
  expect(numbered(long)).toBe(`${ofDigits(1)} (1)`);
  expect(numbered(`${ofDigits(1)} (9)`)).toBe(`${ofDigits(2)} (10)`);
  const nine = Array.from({ length: 9 }, (_, at) => `${ofDigits(1)} (${at + 1})`);
  expect(numbered(long, ...nine)).toBe(`${ofDigits(2)} (10)`);
  expect(numbered(long, ...nine, `${ofDigits(2)} (10)`, `${ofDigits(2)} (12)`)).toBe(`${ofDigits(2)} (11)`);
});

describe('whatever is made, renamed, moved and deleted', () => {
  const names = ['New canvas', ...Array.from({ length: 5 }, (_, at) => `New canvas (${at + 1})`), 'Plan', 'Plan (1)', 'Plan (2)'];
  const step = fc.record({
    id: fc.nat({ max: 12 }),
    name: fc.constantFrom(...names),
    folder: fc.constantFrom('F', 'F', 'G'),
    isGone: fc.boolean(),
  });

  it('the names are those of a plain search', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const memory = directoryOf('Plan');
        const held = new Map([['c0', { folder: 'F', name: 'Plan' }]]);
        for (const { id, name, folder, isGone } of steps) {
          const key = `c${id}`;
          if (!isGone) memory.put([Canvas, canvasIn(folder, key, name, '')]);
          else if (held.has(key)) memory.remove(Canvas, key);
          if (isGone) held.delete(key);
          else held.set(key, { folder, name });
          const taken = [...held.values()].filter((one) => one.folder === 'F').map((one) => one.name);
          const found = freeName(memory.directory, 'canvases-numbered', 'F', 'New canvas');
          expect(found).toBe(taken.includes('New canvas') ? plainSearch(taken, 'New canvas', 1) : 'New canvas');
          expect(numberedName(memory.directory, 'canvases-numbered', 'F', 'Plan (1)')).toBe(plainSearch(taken, 'Plan', 2));
        }
      }),
    );
  });

  function plainSearch(taken: readonly string[], base: string, from: number): string {
    let number = from;
    while (taken.includes(`${base} (${number})`)) number++;
    return `${base} (${number})`;
  }
});

it('is found without looking through the siblings, however many there are', () => {
  const looksAmong = (count: number): number => {
    const names = Array.from({ length: count }, (_, at) => (at === 0 ? 'New canvas' : `New canvas (${at})`));
    // Half of the siblings share one name: names that callers choose may be equal
    const { directory } = directoryOf(...names, ...names.fill('New canvas'));
    freeName(directory, 'canvases-numbered', 'F', 'New canvas');
    const looks = [vi.spyOn(Map.prototype, 'get'), vi.spyOn(Map.prototype, 'has'), vi.spyOn(JSON, 'parse')];
    const found = [
      freeName(directory, 'canvases-numbered', 'F', 'New canvas'),
      numberedName(directory, 'canvases-numbered', 'F', `New canvas (${count - 1})`),
      numberedName(directory, 'canvases-numbered', 'F', 'New canvas'),
    ];
    const total = looks.reduce((sum, look) => sum + look.mock.calls.length, 0);
    for (const look of looks) look.mockRestore();
    expect(found).toEqual(Array(3).fill(`New canvas (${count})`));
    return total;
  };
  // A search looks 10,000 times for the first name alone
  for (const count of [10, 1000, 10_000]) expect([count, looksAmong(count) < 60]).toEqual([count, true]);
});
