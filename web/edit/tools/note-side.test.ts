import { expect, test } from 'vitest';
import type { Item } from '../../live/board.ts';
import { noteSide } from './note-side.ts';

const seen = { x: 0, y: 0, width: 1000, height: 700 };
const boardOf = (sides: readonly number[], more: object = {}) => ({
  itemsIn: () =>
    sides.map((side) => {
      const widget = { widget_type: 'Note', background_color: '#ffdb6eff', ...more };
      return { widget, box: { x: 0, y: 0, width: side, height: side / 2 } } as Item;
    }),
});

test('a new note is 200 px of the screen, rounded to 10 px of the canvas', () => {
  expect(noteSide(boardOf([]), seen, 1)).toEqual({ width: 200, height: 200 });
  expect(noteSide(boardOf([]), seen, 0.3)).toEqual({ width: 670, height: 670 });
});

test('it is never smaller than 50 nor larger than 4,000', () => {
  expect(noteSide(boardOf([]), seen, 40).width).toBe(50);
  expect(noteSide(boardOf([]), seen, 0.001).width).toBe(4000);
});

test('it is as large as the notes in view, when there are three', () => {
  expect(noteSide(boardOf([100, 902]), seen, 1)).toEqual({ width: 200, height: 200 });
  expect(noteSide(boardOf([100, 304, 2000]), seen, 1)).toEqual({ width: 300, height: 150 });
  expect(noteSide(boardOf([100, 304, 2000], { background_color: '#00000000' }), seen, 1).width).toBe(200);
  expect(noteSide(boardOf([100, 304, 2000], { widget_type: 'Image' }), seen, 1).width).toBe(200);
});
