import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ each: 'test' });

const page = readFileSync(join(import.meta.dirname, '../../docs/sign-on.md'), 'utf8');
const examples = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text]) => text!);

test.each(examples.map((text, at) => [at + 1, text] as const))('example %i for the configuration is taken', async (_, text) => {
  const { authentication } = JSON.parse(text);
  expect(await easel.admin.patch('/server-config', text)).toMatchObject({ status: 200, body: { authentication } });
});

test('there are examples', () => expect(examples.length).toBeGreaterThanOrEqual(2));
