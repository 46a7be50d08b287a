import { describe, expect, test } from 'vitest';
import { languageOf, languages } from './languages.ts';

describe('the language of a request', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-at', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['nl, de;q=0.4, en;q=0.5', 'en'],
    ['fr-CH, fr;q=0.9', 'fr'],
    ['nl-BE, nl;q=0.9', ''],
    ['de;q=0, en;q=0.1', 'en'],
    ['*', ''],
    ['', ''],
    [undefined, ''],
    ['de;q=x', ''],
    ['de;q=5', ''],
    ['constructor, __proto__', ''],
    [';;;,,,q=1', ''],
    [`${'nl,'.repeat(5000)}de`, ''],
  ])('%s: %s', (header, language) => expect(languageOf(header)).toBe(language));

  test('is each of those that have texts', () => expect(languages.map(languageOf)).toEqual([...languages]));
});
