import { describe, expect, test } from 'vitest';
import { placeFor, sizeFor } from './add-place.ts';

const seen = { x: 0, y: 0, width: 1000, height: 700 };
const size = { width: 200, height: 200 };

describe('where something new comes', () => {
  test('into the middle of the view, where nothing is selected', () => {
    expect(placeFor(size, [], seen, 1)).toEqual({ x: 500, y: 350 });
  });

  test('to the right of the selection', () => {
    const boxes = [
      { x: 100, y: 100, width: 100, height: 100 },
      { x: 200, y: 200, width: 100, height: 100 },
    ];
    expect(placeFor(size, boxes, seen, 1)).toEqual({ x: 420, y: 200 });
  });

  test('below it, where the right is not seen', () => {
    expect(placeFor(size, [{ x: 800, y: 100, width: 100, height: 100 }], seen, 1)).toEqual({ x: 850, y: 320 });
  });

  test('into the middle, where a selection fills the view', () => {
    expect(placeFor(size, [{ x: 0, y: 0, width: 1000, height: 700 }], seen, 1)).toEqual({ x: 500, y: 350 });
  });

  test('beside what lies there already, so that none is hidden by another', () => {
    const first = { x: 400, y: 250, width: 200, height: 200 };
    const second = { x: 440, y: 290, width: 200, height: 200 };
    expect(placeFor(size, [], seen, 1, [first])).toEqual({ x: 540, y: 390 });
    expect(placeFor(size, [], seen, 1, [second, first])).toEqual({ x: 580, y: 430 });
    expect(placeFor(size, [], seen, 2, [first])).toEqual({ x: 520, y: 370 });
  });

  test.each([
    [4 / 3, { width: 1000, height: 700 }, { width: 310, height: 230 }],
    [16 / 9, { width: 100, height: 100 }, { width: 50, height: 50 }],
    [1, { width: 90_000, height: 90_000 }, { width: 4000, height: 4000 }],
  ])('a third of the view with a ratio of %d', (ratio, view, expected) => {
    expect(sizeFor(ratio, view)).toEqual(expected);
  });
});
