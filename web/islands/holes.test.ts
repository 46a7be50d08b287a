import { describe, expect, it } from 'vitest';
import type { Box } from '../../model/looks/shapes.ts';
import { cutOut } from './holes.ts';

const size = { width: 100, height: 80 };
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

/** The even-odd rule, by which browsers clip. */
function isShown(path: string, x: number, y: number): boolean {
  const rectangles = [...path.matchAll(/M(\S+) ([^H]+)H([^V]+)V([^H]+)H/g)].map((found) => found.slice(1).map(Number));
  return rectangles.filter(([left, top, right, bottom]) => x > left! && x < right! && y > top! && y < bottom!).length % 2 === 1;
}

describe('what is cut out of an element', () => {
  it('is nothing without holes, or with holes beside it', () => {
    expect(cutOut(size, [])).toEqual({ path: undefined, covered: 0 });
    expect(cutOut(size, [box(100, 0, 10, 10), box(0, -10, 10, 10)])).toEqual({ path: undefined, covered: 0 });
  });

  it('is the part of a hole that is inside', () => {
    expect(cutOut(size, [box(-10, -10, 30, 30)])).toEqual({ path: 'M0 0H100V80H0ZM0 0H20V20H0Z', covered: 400 / 8000 });
  });

  it('is one rectangle for holes that make one', () =>
    expect(cutOut(size, [box(10, 10, 10, 20), box(20, 10, 10, 20)]).path).toBe('M0 0H100V80H0ZM10 10H30V30H10Z'));

  it('is cut out where two holes overlap, too', () => {
    const holes = [box(10, 10, 40, 40), box(30, 30, 40, 40), box(35, 35, 5, 5)];
    const { path, covered } = cutOut(size, holes);
    for (let x = 0.5; x < 100; x++) {
      for (let y = 0.5; y < 80; y++) {
        const isHidden = holes.some((hole) => x > hole.x && x < hole.x + hole.width && y > hole.y && y < hole.y + hole.height);
        if (isShown(path!, x, y) === isHidden) expect.fail(`wrong at ${x}, ${y}`);
      }
    }
    expect(covered).toBeCloseTo((1600 + 1600 - 400) / 8000);
  });

  it('is everything under a hole that is larger', () => expect(cutOut(size, [box(-1, -1, 200, 200)]).covered).toBe(1));
});
