import { expect, test } from 'vitest';
import { durationText } from './duration.ts';

test('a short time is told in seconds and a longer one in minutes, rounded up', () =>
  expect([1, 41.2, 89, 90, 121, 600].map((seconds) => durationText(seconds, 'en'))).toEqual([
    '1 second',
    '42 seconds',
    '89 seconds',
    '2 minutes',
    '3 minutes',
    '10 minutes',
  ]));

test('in the language of the page', () => expect(durationText(1, 'de')).toBe('1 Sekunde'));
