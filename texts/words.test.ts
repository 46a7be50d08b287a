import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

describe('German texts', () => {
  const folder = new URL('de/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const filesWith = (words: RegExp): string[] => files.filter((file) => words.test(readFileSync(new URL(file, folder), 'utf8')));

  test('have one word for a canvas', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(filesWith(/leinwand/i)).toEqual([]);
  });

  test('have one gender for it: der Canvas', () => {
    expect(filesWith(/\b(das|das ganze|dieses|jedes|welches) Canvas\b(?!-)/i)).toEqual([]);
  });
});
