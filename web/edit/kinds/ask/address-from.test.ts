import { expect, it } from 'vitest';
import { addressFrom } from './address-from.ts';

it.each([
  ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
  ['  example.org ', 'https://example.org'],
  ['http://10.0.0.5:8080', 'http://10.0.0.5:8080'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['', undefined],
  ['two words', undefined],
  ['ftp://example.org', undefined],
  ['javascript:alert(1)', undefined],
  ['https://', undefined],
])('the address that somebody means by %j is %j', (typed, address) => {
  expect(addressFrom(typed)).toBe(address);
});
