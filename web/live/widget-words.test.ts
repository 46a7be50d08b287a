import { expect, it } from 'vitest';
import { contentOf, nameOf } from './widget-words.ts';

it('a text whose first line is the name says only the rest after it', () => {
  const note = { text: 'Gates open\nLanterns at the station\n\nBring a coat' };
  expect([nameOf(note), contentOf(note)]).toEqual(['Gates open', 'Lanterns at the station Bring a coat']);
});

it('a text of one line is the name, and says nothing besides', () => {
  expect([nameOf({ text: 'Gates open' }), contentOf({ text: 'Gates open' })]).toEqual(['Gates open', '']);
});

it('a long line is cut for the name, and goes on after the cut', () => {
  const text = `${'a'.repeat(119)} ${'b'.repeat(30)}\nmore`;
  expect([nameOf({ text }), contentOf({ text })]).toEqual([`${'a'.repeat(119)}…`, `${'b'.repeat(30)} more`]);
});

it('a title is the name before the text', () => {
  const note = { text: 'Gates open\nLanterns', title: '18:00' };
  expect([nameOf(note), contentOf(note)]).toEqual(['18:00', 'Gates open Lanterns']);
});
