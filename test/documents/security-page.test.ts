import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');
const page = readFileSync(join(docs, 'security.md'), 'utf8');

/** The requirements of levels 1 and 2 in OWASP ASVS 5.0.0: how many there are in a row in each section, from 1 on. */
const sections: Readonly<Record<string, number>> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.5': 5,
};
const required = Object.entries(sections).flatMap(([section, most]) =>
  Array.from({ length: most }, (_, at) => `${section}.${at + 1}`),
);

interface Row {
  readonly number: string;
  readonly state: string;
  readonly tests: readonly (readonly [file: string, title: string])[];
  readonly words: string;
}

const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line): Row => {
    const [number = '', , state = '', , words = '', ...others] = line.slice(2, -2).split(' | ');
    expect([number, others]).toEqual([number, []]);
    const tests = [...words.matchAll(/\[[\w-]+\]\(([^)]+)\) \*([^*]+)\*/g)].map(([, file, title]) => [file!, title!] as const);
    return { number, state, tests, words };
  });

/** A title as it stands in the code of a test: in quotes, or the key of a table of cases, which may need none. */
const stands = (title: string, code: string): boolean =>
  [`'${title}'`, `"${title}"`, `\`${title}\``, `\n    ${title}:`].some((form) => code.includes(form));

describe('the table of requirements', () => {
  test('has each of levels 1 and 2 once, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(required);
  });

  test('says of each whether it is met, and how it is tested or why it is not', () => {
    const wrong = rows.filter(({ state, tests, words }) => {
      const isSaid = tests.length > 0 || /^(a text|nothing to test)\b/.test(words);
      return !isSaid || !['yes', 'partly', 'no', 'n/a'].includes(state) || (words.startsWith('nothing') && state === 'partly');
    });
    expect(wrong).toEqual([]);
  });

  test.each(rows.filter(({ tests }) => tests.length > 0).map((row) => [row.number, row] as const))(
    'names tests of %s that are there',
    (_, { tests }) => {
      const missing = tests.filter(([file, title]) => !stands(title, readFileSync(join(docs, file), 'utf8')));
      expect(missing).toEqual([]);
    },
  );
});
