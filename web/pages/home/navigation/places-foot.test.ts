import { expect, test } from 'vitest';
import { sizeText } from './places-foot.tsx';

test('a number of bytes is written in the largest unit of which there is at least one, and as 1 kB below that', () => {
  expect([5, 1000, 4_212_345, 4_200_000_000, 12e15].map((bytes) => sizeText(bytes, 'en'))).toEqual([
    '1 kB',
    '1 kB',
    '4.2 MB',
    '4.2 GB',
    '12,000 TB',
  ]);
  expect(sizeText(4_200_000_000, 'de')).toBe('4,2\u00a0GB');
});
