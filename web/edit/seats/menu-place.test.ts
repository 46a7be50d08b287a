import { expect, it } from 'vitest';
import { onRing, placeMenu } from './menu-place.ts';

const wall = { width: 3840, height: 2160 };

it('is a place on the screen, with room below', () => {
  expect(placeMenu({ x: 1900, y: 1000 }, wall, 1)).toEqual({ x: 1900, y: 1000 });
  expect(placeMenu({ x: 5, y: 5 }, wall, 2)).toEqual({ x: 436, y: 436 });
  const low = placeMenu({ x: 3835, y: 2155 }, wall, 2);
  expect(low.x).toBe(3840 - 436);
  expect(low.y).toBeCloseTo(2160 - 436 - 0.4 * 872);
});

it('gives up the room below where the screen is low, and never its upper edge', () => {
  expect(placeMenu({ x: 500, y: 490 }, { width: 1000, height: 500 }, 1).y).toBe(218);
  expect(placeMenu({ x: 10, y: 10 }, { width: 300, height: 300 }, 1)).toEqual({ x: 150, y: 150 });
});

it('has rings that begin at the right and go round with the clock', () => {
  expect(onRing(100, 0)).toEqual({ x: 100, y: 0 });
  expect(onRing(100, -90).y).toBeCloseTo(-100);
});
