import { expect, it } from 'vitest';
import { isSizeSent, readCanvasSize } from './size.ts';

const present = { width: 2000, height: 1000 };

it('reads size or width and height, size wins, and keeps what is missing', () => {
  expect(readCanvasSize({}, undefined)).toEqual({ width: 9600, height: 5400 });
  expect(readCanvasSize({ width: 1200 }, undefined)).toEqual({ width: 1200, height: 5400 });
  expect(readCanvasSize({ height: 800 }, present)).toEqual({ width: 2000, height: 800 });
  expect(readCanvasSize({ size: { height: 900 }, width: 5000 }, present)).toEqual({ width: 2000, height: 900 });
  expect(readCanvasSize({ size: null, width: 5000, height: null }, present)).toEqual({ width: 5000, height: 1000 });
});

it('knows whether a size was sent', () => {
  expect([{}, { size: null }, { width: 1 }, { size: {} }].map(isSizeSent)).toEqual([false, false, true, true]);
});

it.each<[string, Record<string, unknown>]>([
  ['Canvas width must be at least 1200 and height must be at least 800', { width: 1199 }],
  ['Canvas width must be at least 1200 and height must be at least 800', { size: { height: 799 } }],
  ['width must be a number', { width: '2000' }],
  ['size must be an object', { size: 5 }],
  ['size.width must be a number', { size: { width: true } }],
])('refuses: %s', (text, body) => {
  expect(() => readCanvasSize(body, present)).toThrow(text);
});
