import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arranged } from './arrangement.ts';

const view = { width: 1000, height: 700 };
const side = fc.double({ min: 1, max: 20_000, noNaN: true });

describe('where files are put', () => {
  test('one that fits has its natural size, with its middle at the point', () => {
    expect(arranged([{ width: 200, height: 100 }], { x: 500, y: 300 }, view)).toEqual([
      { x: 400, y: 250, width: 200, height: 100 },
    ]);
  });

  test('one that is too large fills half of the view with its ratio', () => {
    expect(arranged([{ width: 4000, height: 1000 }], { x: 0, y: 0 }, view)).toEqual([
      { x: -250, y: -62.5, width: 500, height: 125 },
    ]);
  });

  test('several keep their ratios, touch nowhere and lie around the point', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ width: side, height: side }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const boxes = arranged(sizes, { x: 0, y: 0 }, view);
        boxes.forEach((box, at) => {
          expect(box.width / box.height).toBeCloseTo(sizes[at]!.width / sizes[at]!.height, 6);
          expect(box.width).toBeLessThanOrEqual(sizes[at]!.width + 1e-9);
          expect(box.width).toBeLessThanOrEqual(view.width / 2 + 1e-9);
          expect(Math.abs(box.x + box.width / 2)).toBeLessThanOrEqual(view.width / 2);
        });
        for (const [at, a] of boxes.entries()) {
          for (const b of boxes.slice(at + 1)) {
            const apart = Math.max(b.x - a.x - a.width, a.x - b.x - b.width, b.y - a.y - a.height, a.y - b.y - b.height);
            expect(apart).toBeGreaterThan(0);
          }
        }
      }),
    );
  });
});
