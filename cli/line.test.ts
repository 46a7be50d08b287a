import { expect, test } from 'vitest';
import { readLine } from './line.ts';

const command = { words: 'reset-password <e-mail>', options: ['--stdin', '--name <name>'] };
const read = (line: string) => readLine(line.split(' '), command);

test('a line is words, options, and options with a value, in any order', () => {
  const given = { words: ['a@b.c'], options: ['--stdin'], values: { name: 'x' } };
  expect(read('reset-password --name y a@b.c --stdin --name x')).toEqual(given);
  expect(read('--name=x reset-password --stdin a@b.c')).toEqual(given);
  expect(read('reset-password a@b.c')).toEqual({ words: ['a@b.c'], options: [], values: {} });
  expect(readLine(['reset-password', 'a@b.c', '--name=a=b'], command)).toMatchObject({ values: { name: 'a=b' } });
});

test.each([
  ['reset-password a@b.c --name', '--name needs a value: '],
  ['reset-password a@b.c --stdin=1', 'no option --stdin=1: '],
  ['reset-password a@b.c --nam x', 'no option --nam: '],
  ['reset-password', ''],
  ['delete a@b.c', ''],
])('%s is refused', (line, why) => expect(read(line)).toBe(why));
