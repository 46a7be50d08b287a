import { expect, it } from 'vitest';
import { drawn } from './qr-code.tsx';

/** Three corners of a code have a dark frame of 7 around a light one, by which a camera finds it. */
const isFinder = (path: string, left: number, top: number): boolean =>
  [0, 6].every((y) => [0, 1, 2, 3, 4, 5, 6].every((x) => path.includes(`M${left + x} ${top + y}h`))) &&
  [1, 5].every((y) => [1, 2, 3, 4, 5].every((x) => !path.includes(`M${left + x} ${top + y}h`)));

it('draws a code whose three corners a camera finds', () => {
  const { size, path } = drawn('https://easel.example/open/0b1f6c2e-6f0a-4a5f-9d8e-1f2a3b4c5d6e');
  expect(size).toBeGreaterThanOrEqual(33);
  expect(isFinder(path, 0, 0) && isFinder(path, size - 7, 0) && isFinder(path, 0, size - 7)).toBe(true);
  expect(isFinder(path, size - 7, size - 7)).toBe(false);
});

it('draws long addresses, too', () => expect(drawn(`https://easel.example/${'a'.repeat(2000)}`).size).toBeLessThanOrEqual(177));
