import { expect, test } from 'vitest';
import { initialsOf } from './person.ts';

test('initials are the first letters of the first and the last word', () =>
  expect(
    ['Ada Lovelace', 'admin', 'Jean-Luc van der Berg', 'kim@corp.example', 'émile', '王 小明'].map((name) => initialsOf(name)),
  ).toEqual(['AL', 'A', 'JB', 'KE', 'É', '王小']));

test('a name without letters has a question mark', () =>
  expect(['', ' ', '—', '()'].map((name) => initialsOf(name))).toEqual(['?', '?', '?', '?']));

test('a letter of two code units, one with an accent of its own and an emoji of several parts are whole', () =>
  expect(['𝒜da 𠮷田', 'e\u0301mile', '👩🏽‍🚀', '🦊 Kim', '🇩🇰 🇸🇪'].map((name) => initialsOf(name))).toEqual([
    '𝒜𠮷',
    'E\u0301',
    '👩🏽‍🚀',
    'K',
    '🇩🇰🇸🇪',
  ]));

test('a small face has the first one', () =>
  expect(['Ada Lovelace', '𠮷田 小明', '🦊'].map((name) => initialsOf(name, 1))).toEqual(['A', '𠮷', '🦊']));
