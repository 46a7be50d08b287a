import { expect, test } from 'vitest';
import { initialsOf } from './person.ts';

test('initials are the first letters of the first and the last word', () =>
  expect(['Ada Lovelace', 'admin', 'Jean-Luc van der Berg', 'kim@corp.example', 'émile', '王 小明'].map(initialsOf)).toEqual([
    'AL',
    'A',
    'JB',
    'KE',
    'É',
    '王小',
  ]));

test('a name without letters has a question mark', () =>
  expect(['', ' ', '—', '()'].map(initialsOf)).toEqual(['?', '?', '?', '?']));
