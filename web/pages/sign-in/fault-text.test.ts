import { expect, test } from 'vitest';
import { de } from '../../../texts/de/page/index.ts';
import { en } from '../../../texts/en/page/index.ts';
import { faultText } from './fault-text.ts';

test('words of the server that the page knows are told in its language', () => {
  const refused = { status: 403, msg: 'User is blocked' };
  expect([faultText(refused, en), faultText(refused, de)]).toEqual([
    en.signIn.refusals['User is blocked'],
    de.signIn.refusals['User is blocked'],
  ]);
});

test('every refusal has its words in every language', () =>
  expect(Object.keys(de.signIn.refusals)).toEqual(Object.keys(en.signIn.refusals)));

test('other words come as they are, but not those of a fault of the server', () => {
  expect(faultText({ status: 400, msg: 'password is too short' }, en)).toBe('password is too short');
  expect(faultText({ status: 500, msg: 'Internal server error' }, en)).toBe(en.common.failed);
  expect(faultText({ status: 400, msg: '' }, en)).toBe(en.common.failed);
});

test('how long a password must be is told in the language of the page', () => {
  const refused = { status: 400, msg: 'Password must be at least 12 characters long' };
  expect([faultText(refused, en), faultText(refused, de)]).toEqual([en.signIn.tooShort(12), de.signIn.tooShort(12)]);
});

test('a server that does not answer is told as that', () =>
  expect([0, 502, 503].map((status) => faultText({ status, msg: '' }, en))).toEqual(Array(3).fill(en.common.silent)));
