import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialValues } from '../field.ts';
import { Background } from '../resources/background.ts';
import { contrastOn, opacityOf } from './colours.ts';
import { groundOf, onGround, ringOn, seenOn } from './grounds.ts';

const solid = (background_color: string) => groundOf({ ...initialValues(Background.fields), background_color });

describe('a ground', () => {
  it('is dark below a luminance of 0.18, whatever the theme', () => {
    expect(['#fbfaf7', '#ffffff', '#2b2f36', '#17161a', '#777777', '#757575'].map((colour) => solid(colour).isDark)).toEqual([
      ...[false, false, true, true],
      ...[false, true],
    ]);
  });

  it('of two colours counts as their mixture', () => {
    const haze = { ...initialValues(Background.fields), type: 'haze' as const };
    expect(groundOf(haze)).toEqual({ colour: '#0b2d68ff', isDark: true });
  });

  it('decides about the colours of frames and letters', () => {
    expect([onGround(solid('#ffffff')).frameLine, onGround(solid('#2b2f36')).frameLine]).toEqual(['#d5cec1ff', '#45413aff']);
    for (const ground of ['#fbfaf7', '#ffffff', '#2b2f36', '#17161a'].map(solid)) {
      const { ink, muted, accent } = onGround(ground);
      for (const letters of [ink, muted, accent]) expect(contrastOn(letters, ground.colour)).toBeGreaterThan(4.5);
    }
  });
});

describe('a ring', () => {
  it('has the colour of the theme that is as light as the ground', () => {
    expect(['#fbfaf7', '#17161a'].map((colour) => ringOn(solid(colour)))).toEqual(['#2f5bdbff', '#7fa2ffff']);
    expect(['#fbfaf7', '#17161a'].map((colour) => ringOn(solid(colour), true))).toEqual(['#0b35a8ff', '#a9c1ffff']);
  });

  it('has a contrast of 3 at least with any ground', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), fc.boolean(), (parts, isStrong) => {
        const ground = solid(`#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);
        expect(contrastOn(ringOn(ground, isStrong), ground.colour)).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});

describe('a line', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  const colours = fc
    .tuple(channel, channel, channel, fc.integer({ min: 1, max: 255 }))
    .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

  it('has a contrast of 3 at least with any ground', () => {
    fc.assert(
      fc.property(colours, colours, (line, behind) => {
        const ground = solid(behind.slice(0, 7));
        expect(contrastOn(seenOn(line, ground), ground.colour)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('that is seen, or that nobody should see, stays as it is', () => {
    expect(seenOn('#2f5bdbff', solid('#fbfaf7'))).toBe('#2f5bdbff');
    expect(seenOn('#8d8372ff', solid('#fbfaf7'))).toBe('#8d8372ff');
    expect(seenOn('#8d8372ff', solid('#2b2f36'))).toBe('#8d8372ff');
    expect(seenOn('#e7e7f200', solid('#ffffff'))).toBe('#e7e7f200');
    expect(seenOn('#e7e7f2ff', solid('#25242d'))).toBe('#e7e7f2ff');
  });

  it('in the default colour of connectors is seen on paper, and keeps its translucency', () => {
    expect(contrastOn('#e7e7f2ff', '#fbfaf7')).toBeLessThan(1.2);
    expect(contrastOn(seenOn('#e7e7f2ff', solid('#fbfaf7')), '#fbfaf7')).toBeGreaterThanOrEqual(3);
    expect(opacityOf(seenOn('#e7e7f2c0', solid('#fbfaf7')))).toBe(0xc0 / 255);
  });
});
