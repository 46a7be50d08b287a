import { expect, test } from 'vitest';
import { createLoginFailures } from './login-failures.ts';

function counting() {
  let time = 0;
  const never = { cancel: () => {} };
  const clock = { now: () => time, after: () => never, every: () => never };
  return { count: createLoginFailures(clock), pass: (ms: number) => void (time += ms) };
}

const often = <T>(times: number, run: () => T): T[] => Array.from({ length: times }, run);

test('ten failures a second of one address are written, the others only counted', () => {
  const { count } = counting();
  expect(often(13, () => count('192.0.2.1'))).toEqual([...often(10, () => 0), undefined, undefined, undefined]);
});

test('the next written failure says how many were only counted', () => {
  const { count, pass } = counting();
  often(13, () => count('192.0.2.1'));
  pass(1000);
  expect(count('192.0.2.1')).toBe(3);
  expect(count('192.0.2.1')).toBe(0);
});

test('one address does not use up what another may write', () => {
  const { count } = counting();
  often(20, () => count('192.0.2.1'));
  expect(count('192.0.2.2')).toBe(0);
});

test('addresses without end do not fill the memory', () => {
  const { count } = counting();
  for (let n = 0; n < 30_000; n++) expect(count(`address ${n}`)).toBe(0);
});
