import { expect, test } from 'vitest';
import { isWholeCode, spellCode } from './code.ts';

test('a code is spelled as the wall shows it, however somebody types it', () =>
  expect(['k7qf2m4x', 'K7QF-2M4X', ' k7 qf - 2m 4x ', 'K7QF', 'k7qf2', 'K7QF-', '', 'K7QF2M4XYZ'].map(spellCode)).toEqual([
    'K7QF-2M4X',
    'K7QF-2M4X',
    'K7QF-2M4X',
    'K7QF',
    'K7QF-2',
    'K7QF',
    '',
    'K7QF-2M4X',
  ]));

test('a code is whole with eight letters and digits', () =>
  expect(['K7QF-2M4X', 'K7QF-2M4', ''].map(isWholeCode)).toEqual([true, false, false]));
