import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    ['fi-FI, fi;q=0.9, sv;q=0.8', 'fi'],
    ['ja-JP, ja;q=0.9, en;q=0.8', 'ja'],
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

test('every file that a new language must join is in the recipe for one', () => {
  const root = join(import.meta.dirname, '..');
  const below = ['texts', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  );
  const joining = below
    .filter((file) => /\.tsx?$/.test(file) && !/^texts\/[a-z]{2}\//.test(file))
    .filter((file) => /['/]fr\/[^']*\.ts'/.test(readFileSync(join(root, file), 'utf8')));
  const recipe = /A language is a folder.*?\n\n/s.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))![0];
  expect(joining.length).toBeGreaterThan(5);
  expect(joining.filter((file) => !recipe.includes(`](${file})`))).toEqual([]);
});
