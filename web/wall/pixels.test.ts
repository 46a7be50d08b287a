import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placedBy, rectangleOf } from './pixels.ts';

const side = fc.integer({ min: 200, max: 8000 });
const size = fc.record({ width: side, height: side });
const ratio = fc.constantFrom(1, 1.25, 1.5, 2, 3);
const place = fc.double({ min: -1e7, max: 1e7, noNaN: true });

it('an asked rectangle of a possible zoom comes back bit by bit, wherever it lies', () =>
  fc.assert(
    fc.property(size, ratio, place, place, fc.double({ min: 0.01, max: 50, noNaN: true }), (wall, dense, x, y, zoom) => {
      const asked = { x, y, width: wall.width * zoom, height: wall.height * zoom };
      expect(placedBy(asked, wall, dense).rectangle).toBe(asked);
    }),
  ));

it('what is placed is what is seen', () =>
  fc.assert(
    fc.property(size, ratio, place, place, fc.double({ min: 0.01, max: 50, noNaN: true }), (wall, dense, x, y, zoom) => {
      const asked = { x, y, width: wall.width * zoom, height: wall.height * zoom };
      const seen = rectangleOf(placedBy(asked, wall, dense).view, wall, dense);
      for (const key of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs(seen[key] - asked[key])).toBeLessThanOrEqual(Math.abs(asked[key]) * 1e-9 + 1e-6);
    }),
  ));

it('a zoom that no page shows becomes the nearest, around the same middle', () => {
  const wall = { width: 1000, height: 500 };
  const { rectangle, view } = placedBy({ x: -100_000, y: 0, width: 1e6, height: 5e5 }, wall, 1);
  expect(rectangle).toMatchObject({ width: 64_000, height: 32_000 });
  expect(view.x + 500 / view.zoom).toBeCloseTo((100_000 + 500) / 1000, 6);
});
