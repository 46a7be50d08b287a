import { expect, test } from 'vitest';
import { createSpeed } from './speed.ts';

test('speed is that of the last tenth of a second', () => {
  let time = 0;
  const speedAt = createSpeed(() => time);
  const at = (now: number, x: number): number => {
    time = now;
    return speedAt({ x, y: 0 });
  };
  expect(at(0, 0)).toBe(0);
  expect(at(10, 20)).toBe(2000);
  expect(at(50, 100)).toBe(2000);
  expect(at(1000, 100)).toBe(0);
  expect(at(1050, 105)).toBe(100);
});
