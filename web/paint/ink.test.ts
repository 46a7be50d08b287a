import { expect, it } from 'vitest';
import { scattered } from '../../test/kit/page-board.ts';
import { base64 } from '../../test/kit/strokes.ts';
import { boxOfStroke, meets } from '../live/boxes.ts';
import { createInk } from './ink.ts';

it.each([100, 2000])('strokes in a box are found in their order, on a canvas of %i widgets', (count) => {
  const root = scattered(count).root.peek()!;
  const box = { x: 300, y: 200, width: 4000, height: 2000 };
  const found = createInk().strokesIn(root, box);
  expect(found).toEqual(root.strokes.filter((stroke) => meets(boxOfStroke(stroke), box)));
  expect(found.length).toBeGreaterThan(0);
});

it('the box of a stroke holds its width at the widest place, or 6 where it says none', () => {
  const boxOf = (...widths: readonly number[]) => {
    const nodes = widths.map((z, at) => [10 * at, 20, z, 10 * at, 20, z, 10 * at, 20, z]);
    return boxOfStroke({ id: '', line_color: '#000000ff', depth: 1, page: undefined, points: base64(nodes) });
  };
  expect(boxOf(0, 0)).toEqual({ x: -4, y: 16, width: 18, height: 8 });
  expect(boxOf(2, 30)).toEqual({ x: -16, y: 4, width: 42, height: 32 });
  expect(boxOf(2, 401)).toEqual({ x: -4, y: 16, width: 18, height: 8 });
});
