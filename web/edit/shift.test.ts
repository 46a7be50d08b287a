import { expect, it } from 'vitest';
import { after, rest, scalingOf, shifted, shiftOf, still } from './shift.ts';

const box = { x: 10, y: 20, width: 30, height: 40 };

it('what is left of a shift behind a part of it leads to the same place', () => {
  const whole = { scale: 3, x: -7, y: 11 };
  const done = { scale: 2, x: 5, y: -3 };
  expect(shifted(shifted(box, done), rest(whole, done))).toEqual(shifted(box, whole));
  expect(after(done, rest(whole, done))).toEqual(whole);
});

it('two fingers on one point leave something of a widget', () => {
  const grip = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ];
  expect(shiftOf(grip, [grip[0]!, grip[0]!]).scale).toBeGreaterThan(0);
});

it('a shift that scales leaves one point where it is', () => {
  const shift = { scale: 2, x: -100, y: -50 };
  const { factor, about } = scalingOf(shift)!;
  expect(factor).toBe(2);
  expect(shifted({ ...about, width: 0, height: 0 }, shift)).toMatchObject(about);
  expect(scalingOf({ ...still, x: 5 })).toBeUndefined();
});
