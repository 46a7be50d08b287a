import { expect, it } from 'vitest';
import { measure } from '../../../../model/looks/measure.ts';
import type { Shape } from '../../../../model/looks/shapes.ts';
import { svgOf } from './svg.ts';

const box = { x: 0, y: 0, width: 200, height: 100 };
const drawn = (...shapes: readonly Exclude<Shape, { kind: 'picture' }>[]): string =>
  svgOf(
    { width: 200, height: 100, groups: [{ left: 0, top: 0, zoom: 1, shapes }] },
    { measure, letters: true, image: () => undefined },
  );

it('a paragraph from the right ends at the right, and the one below it begins at the left', () => {
  const svg = drawn({ kind: 'words', box, text: 'שלום\nhello', colour: '#000000', most: 20 });
  expect([...svg.matchAll(/<text x="(\d+)"[^>]*?( direction="rtl")?>/g)].map(([, x, direction]) => [x, direction])).toEqual([
    ['200', ' direction="rtl"'],
    ['0', undefined],
  ]);
});
