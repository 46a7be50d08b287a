import type { Colour } from '../../../../model/looks/shapes.ts';

/** Papers of new canvases. */
export const noteColours: readonly Colour[] = [
  '#ffdb6eff',
  '#ffc799ff',
  '#ffbabdff',
  '#dbc9ffff',
  '#b9d7ffff',
  '#aee5cdff',
  '#d8ec93ff',
  '#ece3d3ff',
  '#ffffffff',
];

export const connectorColours: readonly Colour[] = [
  '#8d8372ff',
  '#23201aff',
  '#d6402bff',
  '#f08a1dff',
  '#1b7548ff',
  '#2f5bdbff',
  '#7a5bd6ff',
  '#e0559aff',
  '#ffffffff',
];

/** Ink and white. */
export const textColours: readonly Colour[] = ['#23201aff', '#ffffffff'];
