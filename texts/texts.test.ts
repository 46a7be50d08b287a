import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('call a canvas one thing in German: der Canvas', () => {
  const folder = new URL('de/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const neuter = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\b(das|das ganze|dieses|jedes|welches) Canvas\b(?!-)/gi)].map(
      ([text]) => `${name}: ${text}`,
    ),
  );
  expect(neuter).toEqual([]);
});
