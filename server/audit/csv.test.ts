import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

const entry = {
  id: 7,
  created_at: '2026-01-01T00:00:00.000Z',
  author_id: null,
  author_name: '',
  action: 'Login failed',
  target_type: 'user',
  target_id: null,
  target_name: '',
  ip_address: '10.0.0.1',
  details: '',
};
const cell = (details: string): string => csvLine({ ...entry, details }).slice(csvLine(entry).length - 2, -2);

test('null is an empty cell, and lines end with CR LF', () => {
  expect(csvLine(entry)).toBe('7,2026-01-01T00:00:00.000Z,,,Login failed,user,,,10.0.0.1,\r\n');
});

test.each([
  ['plain text', 'plain text'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['carriage\rreturn', '"carriage\rreturn"'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\ttab', "'\ttab"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['1=1', '1=1'],
  ["'quoted", "'quoted"],
])('%j is written as %s', (text, written) => expect(cell(text)).toBe(written));

test('a number is no text: it has no guard', () => {
  expect(csvLine({ ...entry, author_id: -5 })).toContain(',-5,');
});
