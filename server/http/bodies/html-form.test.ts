import { expect, test } from 'vitest';
import { HtmlFormBody } from './html-form.ts';

const limits = { bytes: 40, depth: 1, elements: 1, keys: 3 };
const read = async (...chunks: string[]) => {
  const form = new HtmlFormBody({ limits, share: { take: () => {} } });
  for (const chunk of chunks) form.add(Buffer.from(chunk));
  return (await form.end())();
};

test('the fields of a form are read as texts, decoded, and the first value of a name counts', async () => {
  expect(await read('a=1&b=x+y', '%2Bz&a=2')).toEqual({ a: '1', b: 'x y+z' });
  expect(await read()).toEqual({});
  expect(await read('%%%=%zz')).toEqual({ '%%%': '%zz' });
  expect(Object.keys(await read('__proto__=x'))).toEqual(['__proto__']);
});

test('a form is bounded in bytes and in fields', async () => {
  await expect(read('a='.padEnd(41, 'x'))).rejects.toMatchObject({ status: 413 });
  await expect(read('a&b&c&d')).rejects.toMatchObject({ status: 400, message: 'A form may have at most 3 fields' });
});
