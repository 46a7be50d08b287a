import { expect, test } from 'vitest';
import { frameOfPieces, frameOfText, payloadOf } from './frames.ts';

test.each([0, 125, 126, 65_535, 65_536, 300_000])('a message of %i bytes is found again in its frame', (length) => {
  const text = 'a'.repeat(length);
  expect(payloadOf(frameOfText(text)).toString()).toBe(text);
  const half = Math.floor(length / 2);
  const pieces = [Buffer.from(text.slice(0, half)), Buffer.from(text.slice(half))];
  expect(frameOfPieces(pieces).equals(frameOfText(text))).toBe(true);
});
