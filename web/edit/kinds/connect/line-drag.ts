import { connectorShapes } from '../../../../model/looks/connectors.ts';
import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { Board, Item } from '../../../live/board.ts';
import type { Line } from '../../../live/forms.ts';
import type { ConnectorEndAt } from './connect.ts';
import { connectableAt } from './connectable.ts';
import { type ConnectorStyle, widthOnCanvas } from './connector-style.ts';
import { type EndPlace, endAt } from './drop-end.ts';

/** A line of which one end is being led somewhere. */
export interface FreeLine {
  readonly look: Pick<Line, 'type' | 'line_color' | 'line_width'>;
  readonly tips: ConnectorStyle['tips'];
  /** The end that stays. */
  readonly fixed: ConnectorEndAt;
  /** Which end is led. */
  readonly free: 'src' | 'dst';
}

export const newLine = (fixed: ConnectorEndAt, style: ConnectorStyle, zoom: number): FreeLine => ({
  look: { type: style.type, line_color: style.line_color, line_width: widthOnCanvas(style.width, zoom) },
  tips: style.tips,
  fixed,
  free: 'dst',
});

export function lineWithFreeEnd(line: Line, free: 'src' | 'dst'): FreeLine {
  const { id, auto_location, rel_location } = free === 'src' ? line.dst : line.src;
  const place = { auto_location, rel_location };
  return { look: line, tips: { src: line.src.tip, dst: line.dst.tip }, fixed: { id, place }, free };
}

/** How near to a widget one must point, and how near to the middle of a side; in pixels of the canvas. */
export interface Reach {
  readonly slack: number;
  readonly snap: number;
}

/** Where a free end would come to lie. Undefined: on empty canvas, or on the widget at its other end. */
export function endFor(
  board: Pick<Board, 'item' | 'itemsIn'>,
  fixed: string,
  point: XY,
  { slack, snap }: Reach,
): { readonly item: Item; readonly place: EndPlace } | undefined {
  const item = connectableAt(board, point, slack);
  return item && item.id !== fixed ? { item, place: endAt(item.box, point, snap) } : undefined;
}

/** What is shown of a line whose free end is at a point, or at a place of a widget. Nothing once the widget at its other end is gone. */
export function shapesOf(
  line: FreeLine,
  fixedBox: Box,
  point: XY,
  end: { readonly item: Item; readonly place: EndPlace } | undefined,
) {
  const other = end?.item.box ?? { ...point, width: 0, height: 0 };
  const fixed = { id: line.fixed.id, ...line.fixed.place };
  const free = { id: end?.item.id ?? '', ...(end?.place ?? loose) };
  const { src, dst } = line.tips;
  return line.free === 'dst'
    ? connectorShapes({ ...line.look, src: { ...fixed, tip: src }, dst: { ...free, tip: dst } }, fixedBox, other)
    : connectorShapes({ ...line.look, src: { ...free, tip: src }, dst: { ...fixed, tip: dst } }, other, fixedBox);
}

/** An end at no widget comes from where the other end is. */
const loose: EndPlace = { auto_location: false, rel_location: { x: 0.5, y: 0.5 } };
