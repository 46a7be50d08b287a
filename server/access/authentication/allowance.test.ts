import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { Allowance } from './allowance.ts';

const minute = 60_000;
const take = (allowance: Allowance, key: string): number => {
  const wait = allowance.wait(key);
  if (wait === 0) allowance.count(key);
  return wait;
};

test('so many are allowed at once, and then one more whenever a share of the period has passed', () => {
  const clock = fakeClock();
  const allowance = new Allowance(clock, { most: 10, ms: 15 * minute });
  for (let count = 0; count < 10; count++) expect(take(allowance, 'a')).toBe(0);
  expect(take(allowance, 'a')).toBe(90_000);
  clock.advance(89_999);
  expect(take(allowance, 'a')).toBe(1);
  clock.advance(1);
  expect(take(allowance, 'a')).toBe(0);
  expect(take(allowance, 'a')).toBe(90_000);
  expect(take(allowance, 'b')).toBe(0);
  clock.advance(15 * minute);
  for (let count = 0; count < 10; count++) expect(take(allowance, 'a')).toBe(0);
});

test.each([1, 7, 11, 13, 100_000])('%i are allowed, whether the period can be divided by it or not', (most) => {
  const allowance = new Allowance(fakeClock(), { most, ms: 15 * minute });
  for (let count = 0; count < most; count++) if (take(allowance, 'a') > 0) throw new Error(`${count} of ${most}`);
  expect(take(allowance, 'a')).toBeGreaterThan(0);
});

test('0 is any number', () => {
  const allowance = new Allowance(fakeClock(), { most: 0, ms: minute });
  for (let count = 0; count < 1000; count++) expect(take(allowance, 'a')).toBe(0);
});

test('what is counted beyond the bound does not make the wait longer than one share', () => {
  const allowance = new Allowance(fakeClock(), { most: 2, ms: minute });
  for (let count = 0; count < 1000; count++) allowance.count('a');
  expect(allowance.wait('a')).toBe(30_000);
});

test('forgotten, a key has its whole allowance', () => {
  const allowance = new Allowance(fakeClock(), { most: 1, ms: minute });
  allowance.count('a');
  allowance.forget('a');
  expect(allowance.wait('a')).toBe(0);
});

test('with too many keys, the one that has used least is forgotten, so that a flood of keys clears no count', () => {
  const clock = fakeClock();
  const allowance = new Allowance(clock, { most: 3, ms: 3 * minute }, 100);
  for (let count = 0; count < 3; count++) allowance.count('attacked');
  for (let key = 0; key < 10_000; key++) allowance.count(`flood ${key}`);
  expect(allowance.wait('attacked')).toBe(minute);
  // What has its whole allowance again goes first
  clock.advance(3 * minute);
  for (let count = 0; count < 3; count++) allowance.count('later');
  for (let key = 0; key < 99; key++) allowance.count(`other ${key}`);
  expect(allowance.wait('later')).toBe(minute);
  expect(allowance.wait('attacked')).toBe(0);
});
