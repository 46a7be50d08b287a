import { expect, test } from 'vitest';
import { boundsIn } from './bounds.mjs';

test('a constant is listed with its value in the unit of its description', () => {
  const text = `
/** Why it is so. */
const OTHER = 1;
/** Some text. @bound Bytes of a message: the connection ends. */
export const MESSAGE_BYTES = 16 * 1024 ** 2;
/**
 * Two lines
 * @bound Time for which an answer
 * waits: 503.
 */
const WAIT_MS = 90_000;
/** @bound Stars: 409. */
const STARS: number = 1_000;
`;
  expect(boundsIn('a.ts', text).map(({ name, what, beyond, value }) => [name, what, beyond, value])).toEqual([
    ['MESSAGE_BYTES', 'Bytes of a message', 'the connection ends', '16 MiB'],
    ['WAIT_MS', 'Time for which an answer waits', '503', '90 s'],
    ['STARS', 'Stars', '409', '1,000'],
  ]);
});

test.each([
  ['/** @bound Stars. */\nconst STARS = 1;', 'write "@bound'],
  ['/** @bound Stars: 409. */\nconst STARS = other();', 'STARS is other()'],
  ['/** @bound Stars: 409. */\nfunction stars() {}', '1 @bound, and 0 of them'],
])('%j is refused', (text, says) => {
  expect(() => boundsIn('a.ts', text)).toThrow(says);
});
