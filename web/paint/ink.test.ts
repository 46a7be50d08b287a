import { expect, it } from 'vitest';
import { scattered } from '../../test/kit/page-board.ts';
import { Random } from '../../test/kit/random.ts';
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

it('strokes that come, change and go are found as they are, in their order, also those of one depth', () => {
  const ink = createInk();
  const root = scattered(300).root.peek()!;
  const random = new Random(7);
  const box = { x: 1000, y: 200, width: 9000, height: 5000 };
  let strokes = root.strokes;
  for (let step = 0; step < 60; step++) {
    const at = random.below(strokes.length);
    const next = { ...strokes[at]!, id: `s${step}`, depth: step % 3 === 0 ? strokes[at]!.depth : 1e6 + step };
    const kept = step % 2 === 0 ? strokes : strokes.filter((_, other) => other !== at);
    const earlier = { widget: root.widget, strokes };
    strokes = [...kept, next].toSorted((a, b) => a.depth - b.depth);
    const found = ink.strokesIn({ widget: root.widget, strokes }, box);
    expect(found).toEqual(strokes.filter((stroke) => meets(boxOfStroke(stroke), box)));
    // A picture that was begun before goes on with what was there
    if (step % 7 === 0)
      expect(ink.strokesIn(earlier, box)).toEqual(earlier.strokes.filter((stroke) => meets(boxOfStroke(stroke), box)));
  }
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
