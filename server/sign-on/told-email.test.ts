import { expect, test } from 'vitest';
import { isToldEmail } from './told-email.ts';

test('no character that an identity provider tells apart turns into one of ASCII when letters are made small', () => {
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (/^\p{ASCII}+$/u.test(character.toLowerCase())) expect(isToldEmail(`${character}im@corp.example`)).toBe(false);
  }
});

test.each([
  '',
  'kim',
  'kim@',
  '@corp.example',
  'kim @corp.example',
  'kim\u0000@corp.example',
  'kim@corp.example\u007f',
  'kim\ud83d@corp.example',
])('%j is none', (text) => {
  expect(isToldEmail(text)).toBe(false);
});

test.each(['kim@corp.example', 'KIM@corp.example', 'jürgen@bücher.example'])('%s is one', (text) => {
  expect(isToldEmail(text)).toBe(true);
});
