import { expect, it } from 'vitest';
import { accountTexts } from './account-texts.ts';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['en;q=0.3, DE;q=0.7', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['fr', 'en'],
  ['de;q=0', 'en'],
  ['de;q=x, en;q=0.1', 'en'],
  ['den', 'en'],
  [','.repeat(100_000), 'en'],
])('to a browser that asks for %j, pages speak %s', (header, lang) => {
  expect(accountTexts(header).lang).toBe(lang);
});
