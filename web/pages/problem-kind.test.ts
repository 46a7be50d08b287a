import { expect, test } from 'vitest';
import { problemOf } from './problem-kind.ts';

test('a refusal of a canvas is told by its kind', () =>
  expect([0, 401, 402, 403, 404, 500].map(problemOf)).toEqual([
    'offline',
    'signIn',
    'licence',
    'denied',
    'canvasMissing',
    'failed',
  ]));
