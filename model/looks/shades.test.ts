import { describe, expect, it } from 'vitest';
import { shadeOf, strengthAcross, strengthDown, withShade } from './shades.ts';

/** A size whose unit is one pixel. */
const size = { width: 300, height: 190 };
const shade = shadeOf(size, 3);

describe('the shadow of a thing', () => {
  it('lies 7 units lower, is blurred by 14 and smaller by 7, in the colour of 30 per cent', () => {
    expect(shade).toMatchObject({ blur: 14, radius: 3, colour: '#2a1f0a4d', contact: '#2a1f0a1f' });
    expect(Math.round(100 * (0x4d / 255))).toBe(30);
    // The middle of the blurred edge: half as strong
    expect([strengthAcross(7, shade), strengthAcross(293, shade), strengthDown(190, shade)]).toEqual([0.5, 0.5, 0.5]);
    expect([strengthAcross(150, shade), strengthDown(100, shade)]).toEqual([1, 1]);
  });

  it('ends where it is no longer painted', () => {
    const { x, y, width, height } = withShade('Note', { x: 0, y: 0, ...size });
    expect({ x, y, width, height }).toEqual({ x: -7, y: 0, width: 314, height: 204 });
    expect([strengthAcross(x, shade), strengthAcross(x + width, shade)]).toEqual([0, 0]);
    expect([strengthDown(y, shade), strengthDown(y + height, shade)]).toEqual([0, 0]);
    expect(withShade('Anchor', { x: 1, y: 2, width: 3, height: 4 })).toEqual({ x: 1, y: 2, width: 3, height: 4 });
  });

  it('is the same at every size', () => {
    const twice = shadeOf({ width: 600, height: 380 }, 6);
    for (const at of [-5, 0, 20, 200]) expect(strengthAcross(2 * at, twice)).toBeCloseTo(strengthAcross(at, shade));
  });
});
