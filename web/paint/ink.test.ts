import { expect, it } from 'vitest';
import { scattered } from '../../test/kit/page-board.ts';
import { boxOfStroke, meets } from '../live/boxes.ts';
import { createInk } from './ink.ts';

it.each([100, 2000])('strokes in a box are found in their order, on a canvas of %i widgets', (count) => {
  const root = scattered(count).root.peek()!;
  const box = { x: 300, y: 200, width: 4000, height: 2000 };
  const found = createInk().strokesIn(root, box);
  expect(found).toEqual(root.strokes.filter((stroke) => meets(boxOfStroke(stroke), box)));
  expect(found.length).toBeGreaterThan(0);
});
