import { describe, expect, test } from 'vitest';
import { oddNames } from './handed.mjs';

describe('what a part is handed', () => {
  const said = (file, text, exceptions = []) => oddNames([{ file, text }], exceptions);

  test.each(['interface TapMeans {}', 'type Parts = string;', 'export interface ServerFacts {}', 'class Means {}'])(
    'has no other name: %s',
    (text) => expect(said('server/a.ts', text)).toHaveLength(1),
  );

  test.each([
    ['web/a.ts', 'interface TapContext {}'],
    ['web/a.ts', 'type PartsList = string;'],
    ['web/a.ts', 'const Parts = 1;'],
    ['model/a.ts', 'interface WidgetFacts {}'],
    ['web/a.test.ts', 'type Parts = string;'],
  ])('leaves others alone: %s %s', (file, text) => expect(said(file, text)).toEqual([]));

  test('is said with the words to use, and may have exceptions that are needed', () => {
    expect(said('web/a.ts', '\ntype Means = string;')).toEqual([
      'web/a.ts:2 names a type Means: what a part is handed is its …Context in the page and its …Deps in the server, and what a caller chooses …Options',
    ]);
    const exceptions = [{ file: 'web/a.ts', name: 'Parts', reason: 'pieces' }];
    expect(said('web/a.ts', 'type Parts = string;', exceptions)).toEqual([]);
    expect(said('web/a.ts', 'type B = string;', exceptions)).toEqual([
      'scripts/check/exceptions.mjs lets web/a.ts have a type Parts, which it has not: take the exception away',
    ]);
  });
});
