import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedView, boxAround, zoomRange } from './bounds.ts';
import { seenIn } from './camera.ts';

const canvas = { width: 9600, height: 5400 };
const extent = { width: 1200, height: 800 };

describe('the bounds of a view', () => {
  it('let the whole canvas shrink to a quarter of the screen and a pixel grow to 64', () => {
    expect(zoomRange(canvas, extent)).toEqual({ least: 1200 / 9600 / 4, most: 64 });
  });

  it('let a canvas that is smaller than a quarter of the screen be seen in its own size', () => {
    expect(zoomRange({ width: 100, height: 100 }, extent).least).toBe(1);
  });

  it('keep a quarter of the screen on the canvas, or the whole canvas where that is smaller, wherever one goes', () => {
    const far = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(far, far, fc.double({ min: 1e-4, max: 100, noNaN: true }), (x, y, zoom) => {
        const seen = seenIn(boundedView({ x, y, zoom }, canvas, extent), extent);
        const across = Math.min(seen.x + seen.width, canvas.width) - Math.max(seen.x, 0);
        const down = Math.min(seen.y + seen.height, canvas.height) - Math.max(seen.y, 0);
        expect(across).toBeGreaterThan(Math.min(seen.width / 4, canvas.width) - 1e-6);
        expect(down).toBeGreaterThan(Math.min(seen.height / 4, canvas.height) - 1e-6);
      }),
    );
  });

  it('do not touch a view within them', () => {
    expect(boundedView({ x: -50, y: 20, zoom: 0.5 }, canvas, extent)).toEqual({ x: -50, y: 20, zoom: 0.5 });
  });
});

it('the box around boxes is as small as it can be, and there is none around nothing', () => {
  expect(boxAround([])).toBeUndefined();
  const boxes = [
    { x: 10, y: 20, width: 5, height: 5 },
    { x: -10, y: 40, width: 5, height: 15 },
  ];
  expect(boxAround(boxes)).toEqual({ x: -10, y: 20, width: 25, height: 35 });
});
