import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regionOf, shownView, viewOf, wholeCanvas, zoomOf } from './view-rectangle.ts';

const size = { width: 1600, height: 900 };

describe('a view rectangle', () => {
  test('shows the region of the reference’s example', () => {
    const view = { x: -1000, y: -500, width: 800, height: 450 };
    expect(regionOf(view, size)).toEqual({ x: 2000, y: 1000, width: 3200, height: 1800 });
    expect(viewOf({ x: 2000, y: 1000, width: 3200, height: 1800 }, size)).toEqual(view);
  });

  test('of an old sample is centred on its canvas', () => {
    const view = { x: -2244.5, y: -1080, width: 762.6, height: 648 };
    const region = regionOf(view, { width: 1271, height: 1080 });
    expect([region.x + region.width / 2, region.y + region.height / 2].map((at) => Math.round(at))).toEqual([4800, 2700]);
  });

  test('whose sides do not agree is shown at the smaller zoom, where it was asked for', () => {
    const asked = { x: -100, y: -50, width: 1600, height: 450 };
    expect(zoomOf(asked, size)).toBe(0.5);
    expect(shownView(asked, size)).toEqual({ x: -100, y: -50, width: 800, height: 450 });
  });

  test('beyond the range keeps its centre', () => {
    const asked = { x: -10_000, y: -5_000, width: 16_000, height: 9_000 };
    const shown = shownView(asked, size, { min: 0.1, max: 2 });
    expect(shown).toMatchObject({ width: 3200, height: 1800 });
    const before = regionOf(asked, size);
    const after = regionOf(shown, size);
    expect(after.x + after.width / 2).toBeCloseTo(before.x + before.width / 2);
    expect(after.y + after.height / 2).toBeCloseTo(before.y + before.height / 2);
    expect(shownView({ ...asked, width: 1, height: 1 }, size, { min: 0.1, max: 2 })).toMatchObject({ width: 160, height: 90 });
  });

  test('of a whole canvas of another shape has it in the middle', () => {
    expect(wholeCanvas({ width: 1000, height: 900 }, size)).toEqual({ x: 300, y: 0, width: 1600, height: 900 });
  });
});

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test('a region that is turned into a view and back is the same one, and its view is shown bit by bit', () => {
  const anySize = fc.record({ width: fc.integer({ min: 1, max: 10_000 }), height: fc.integer({ min: 1, max: 10_000 }) });
  const origin = fc.record({ x: number(-1e6, 1e6), y: number(-1e6, 1e6) });
  fc.assert(
    fc.property(anySize, origin, number(0.01, 100), (size, at, zoom) => {
      const region = { ...at, width: size.width / zoom, height: size.height / zoom };
      const view = viewOf(region, size);
      const back = regionOf(view, size);
      for (const key of ['x', 'y', 'width', 'height'] as const) {
        expect(Math.abs(back[key] - region[key])).toBeLessThanOrEqual(
          1e-6 * Math.max(1, Math.abs(region[key]), size.width / zoom),
        );
      }
      expect(shownView(view, size)).toBe(view);
    }),
  );
});
