import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { createLoginFailures } from './login-failures.ts';

function counting() {
  const clock = fakeClock();
  return { count: createLoginFailures(clock), clock };
}

const often = <T>(times: number, run: () => T): T[] => Array.from({ length: times }, run);

test('ten failures a second from one address are written, and further ones only counted', () => {
  const { count } = counting();
  expect(often(13, () => count('192.0.2.1'))).toEqual([...often(10, () => 0), undefined, undefined, undefined]);
});

test('the next written failure says how many were only counted', () => {
  const { count, clock } = counting();
  often(13, () => count('192.0.2.1'));
  clock.advance(1000);
  expect(count('192.0.2.1')).toBe(3);
  expect(count('192.0.2.1')).toBe(0);
});

test('each address has failures of its own that may be written', () => {
  const { count } = counting();
  often(20, () => count('192.0.2.1'));
  expect(count('192.0.2.2')).toBe(0);
});

test('the memory does not fill however many addresses fail', () => {
  const { count } = counting();
  const answers = Array.from({ length: 30_000 }, (_, n) => count(`address ${n}`));
  expect(answers.every((answer) => answer === 0)).toBe(true);
});
