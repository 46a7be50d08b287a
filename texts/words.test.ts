import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('German texts have one word for a canvas', () => {
  const folder = new URL('de/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /leinwand/i.test(readFileSync(new URL(file, folder), 'utf8')))).toEqual([]);
});
