import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { automatic, endAt, onBox } from './drop-end.ts';

const box = { x: 100, y: 100, width: 400, height: 200 };
const at = (x: number, y: number) => endAt(box, { x: 100 + x, y: 100 + y }, 0);

describe('an end that is dropped', () => {
  it('within a quarter of a side stays at that point of the side', () => {
    expect(at(1, 80)).toEqual({ auto_location: false, rel_location: { x: 0, y: 0.4 } });
    expect(at(399, 80)).toEqual({ auto_location: false, rel_location: { x: 1, y: 0.4 } });
    expect(at(120, 1)).toEqual({ auto_location: false, rel_location: { x: 0.3, y: 0 } });
    expect(at(120, 199)).toEqual({ auto_location: false, rel_location: { x: 0.3, y: 1 } });
    expect(at(99, 100)).toMatchObject({ auto_location: false, rel_location: { x: 0 } });
  });

  it('deeper inside finds its side by itself', () => {
    expect(at(101, 100)).toBe(automatic);
    expect(at(200, 100)).toBe(automatic);
    expect(at(200, 51)).toBe(automatic);
  });

  it('in a corner goes to the side that is nearer in pixels', () => {
    expect(at(40, 30).rel_location).toEqual({ x: 0.1, y: 0 });
    expect(at(20, 30).rel_location).toEqual({ x: 0, y: 0.15 });
  });

  it('near the middle of a side lies there', () => {
    expect(endAt(box, { x: 101, y: 192 }, 10).rel_location).toEqual({ x: 0, y: 0.5 });
    expect(endAt(box, { x: 101, y: 189 }, 10).rel_location.y).toBeCloseTo(0.445);
  });

  it('always lies on the edge of its widget, or is automatic', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const side = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, side, side, number, number, (x, y, width, height, px, py) => {
        const { auto_location, rel_location } = endAt({ x, y, width, height }, { x: px, y: py }, 5);
        const shares = [rel_location.x, rel_location.y];
        for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
        if (!auto_location) expect(shares.some((share) => share === 0 || share === 1)).toBe(true);
      }),
    );
  });

  it('is a point of the canvas', () => {
    expect(onBox(box, { x: 1, y: 0.5 })).toEqual({ x: 500, y: 200 });
  });
});
