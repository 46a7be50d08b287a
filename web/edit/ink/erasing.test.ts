import { expect, test } from 'vitest';
import { base64 } from '../../../test/kit/strokes.ts';
import { Erasing } from './erasing.ts';

/** Strokes of 8 px, 10 px from each other, in rows of a hundred. */
const COUNT = 10_000;

test('an eraser among 10,000 strokes reads each of them once, and then only those that it meets', () => {
  let reads = 0;
  const strokes = Array.from({ length: COUNT }, (_, at) => {
    const x = (at % 100) * 10;
    const y = Math.floor(at / 100) * 10;
    const points = base64([
      [x, y, 2, x, y, 2, x, y, 2],
      [x + 8, y, 2, x + 8, y, 2, x + 8, y, 2],
    ]);
    return {
      id: `stroke ${at}`,
      line_color: '#000000ff',
      depth: at + 1,
      get points() {
        reads++;
        return points;
      },
    };
  });
  const box = { x: 0, y: 0, width: 1000, height: 1000 };
  const root = { id: 'root', widget: { widget_type: 'SharedCanvas' }, box, reach: box, zoom: 1, order: 0, strokes };
  const shown: string[][] = [];
  const editing = {
    board: { root: { peek: () => root }, itemsIn: () => [] },
    camera: { view: { peek: () => ({ zoom: 1 }) } },
    edits: {
      preview: ({ operations }: { readonly operations: readonly { readonly id: string }[] }) => {
        shown.push(operations.map(({ id }) => id));
        return () => undefined;
      },
    },
    perform: () => undefined,
  };
  const erasing = new Erasing(editing as never, { size: 6, isWhole: true });
  erasing.to({ x: 504, y: 500 });
  expect(reads).toBeLessThanOrEqual(COUNT + 20);
  expect(shown).toEqual([['stroke 5050']]);
  reads = 0;
  for (let step = 1; step <= 10; step++) erasing.to({ x: 504 + step * 10, y: 500 });
  expect(shown).toHaveLength(11);
  expect(reads).toBeLessThan(60);
});
