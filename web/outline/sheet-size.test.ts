import { describe, expect, test } from 'vitest';
import { type SheetSize, sizeAfterDrag, sizeAfterKey } from './sheet-size.ts';

describe('a sheet', () => {
  test.each<[SheetSize, number, SheetSize]>([
    ['half', 10, 'half'],
    ['half', 90, 'half'],
    ['half', 120, 'closed'],
    ['half', -30, 'half'],
    ['half', -60, 'tall'],
    ['tall', 150, 'half'],
    ['tall', 300, 'closed'],
    ['tall', -60, 'tall'],
  ])('of 400 pixels that is %s and moved by %d is %s', (size, by, after) => expect(sizeAfterDrag(size, by, 400)).toBe(after));

  test('grows, shrinks and closes by arrow keys', () => {
    expect(sizeAfterKey('half', 'ArrowUp')).toBe('tall');
    expect(sizeAfterKey('tall', 'ArrowDown')).toBe('half');
    expect(sizeAfterKey('half', 'ArrowDown')).toBe('closed');
    expect(sizeAfterKey('half', 'Enter')).toBeUndefined();
  });
});
