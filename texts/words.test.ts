import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accountTextsIn } from './account.ts';
import { en as edit } from './en/edit/index.ts';
import { en as page } from './en/page/index.ts';
import { en as panels } from './en/panels/index.ts';
import { en as rescue } from './en/rescue/index.ts';
import { ja as japaneseEdit } from './ja/edit/index.ts';
import { ja as japanesePage } from './ja/page/index.ts';
import { ja as japanesePanels } from './ja/panels/index.ts';
import { ja as japaneseRescue } from './ja/rescue/index.ts';
import { liveTextsIn } from './live.ts';
import { pairTextsIn } from './pair.ts';
import { wallTextsIn } from './wall.ts';

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

/** What is the same in Japanese: names, keys, signs, addresses, and letters that are filled in. */
const alike =
  /^(?:Easel|PDF|Ctrl [KV]|F2|Enter|Esc|Delete|Backspace|End|Tab|Ctrl|Shift|Home|Page (?:Up|Down)|X|Y|%|ja|[\d.]+|rtsp:.*)$/;
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

test('Japanese texts have no English words but names and keys, and one word for a note', () => {
  const texts = [
    ...textsOf(japanesePage),
    ...textsOf(japaneseEdit),
    ...textsOf(japanesePanels),
    ...textsOf(japaneseRescue),
    ...[accountTextsIn, liveTextsIn, pairTextsIn, wallTextsIn].flatMap(({ ja }) => textsOf(ja)),
  ];
  const english = [page, edit, panels, rescue, ...[accountTextsIn, liveTextsIn, pairTextsIn, wallTextsIn].map(({ en }) => en)];
  expect(texts).toHaveLength(english.flatMap(textsOf).length);
  expect(texts.filter((text) => !japanese.test(text) && !alike.test(text))).toEqual([]);
  expect(texts.filter((text) => text.includes('ノート'))).toEqual([]);
});

/** Every text without gaps. */
function textsOf(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts];
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(textsOf) : [];
}
