import type { Measure } from '../../../../model/looks/look.ts';
import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { CreateOperation } from '../../../live/edits/edit.ts';
import { aroundAll } from '../../add/add-place.ts';
import { type InkPoint, strokesThrough } from '../../ink/curve.ts';
import { simplified } from '../../ink/simplify.ts';
import { boxFor } from '../../text/box-for.ts';
import type { DrawnLine, DrawnStroke, DrawnThing, ForeignDrawing } from './drawing.ts';

export interface DrawingTarget {
  readonly root_id: string;
  /** Where the middle of the drawing comes, in pixels of the canvas. */
  readonly at: XY;
  readonly newId: () => string;
  readonly measure: Measure;
}

/** How far a simplified stroke may lie beside the drawn one, in pixels of the canvas. */
const TOLERANCE = 0.3;
/** Letters of a text, at least and at most, in pixels of the canvas. */
const SMALLEST = 1;
const LARGEST = 2_000;

/** Everything of a drawing but its pictures: things in their order, then what connects them, then strokes. */
export function drawingOperations(drawing: ForeignDrawing, target: DrawingTarget): CreateOperation[] {
  const by = shiftOf(drawing, target.at);
  const ids = new Map<string, string>();
  const things = drawing.things.map((thing) => {
    const id = target.newId();
    if (thing.key !== '' && !ids.has(thing.key)) ids.set(thing.key, id);
    return createThing(id, thing, by, target);
  });
  const lines = drawing.lines.map((line) => createLine(target.newId(), line, ids));
  const strokes = drawing.strokes.flatMap((stroke) => createStroke(stroke, by, target.newId));
  return [...things, ...lines, ...strokes];
}

/** How far a drawing moves, so that its middle comes to a point. */
export function shiftOf(drawing: ForeignDrawing, at: XY): XY {
  const { x, y, width, height } = sizeOf(drawing);
  return { x: at.x - x - width / 2, y: at.y - y - height / 2 };
}

/** The box around a drawing. */
export function sizeOf({ things, strokes, pictures }: ForeignDrawing): Box {
  const boxes = [...things, ...pictures].map(({ box }) => box);
  let around = boxes.length > 0 ? aroundAll(boxes) : undefined;
  for (const { points } of strokes)
    for (const { x, y } of points) {
      const point = { x, y, width: 0, height: 0 };
      around = around ? aroundAll([around, point]) : point;
    }
  return around ?? { x: 0, y: 0, width: 0, height: 0 };
}

export const moved = ({ x, y, width, height }: Box, by: XY): Box => ({ x: x + by.x, y: y + by.y, width, height });

function createThing(id: string, { is, box, text, paper, letters }: DrawnThing, by: XY, target: DrawingTarget): CreateOperation {
  const { x, y, width, height } = moved(box, by);
  const place = { parent_id: target.root_id, location: { x, y } };
  const body = { ...place, size: { width, height } };
  if (is === 'page') return { op: 'create', id, type: 'Browser', body: { ...body, url: text } };
  if (is === 'region') return { op: 'create', id, type: 'Anchor', body: { ...body, ...(text !== '' && { anchor_name: text }) } };
  if (is === 'note') return { op: 'create', id, type: 'Note', body: { ...body, text, background_color: paper } };
  const size = boxFor(text, Math.min(LARGEST, Math.max(SMALLEST, letters ?? 0)), target.measure);
  return { op: 'create', id, type: 'Note', body: { ...place, size, text, background_color: '#00000000' } };
}

function createLine(
  id: string,
  { src, dst, colour, width, type, tips }: DrawnLine,
  ids: ReadonlyMap<string, string>,
): CreateOperation {
  const end = (key: string, hasTip: boolean) => ({ id: ids.get(key)!, tip: hasTip ? 'solid-equilateral-triangle' : 'none' });
  const body = { type, line_color: colour, line_width: width, src: end(src, tips.src), dst: end(dst, tips.dst) };
  return { op: 'create', id, type: 'Connector', body };
}

function createStroke({ points, colour, width, isAngular }: DrawnStroke, by: XY, newId: () => string): CreateOperation[] {
  const shifted = points.map(({ x, y }): InkPoint => ({ x: x + by.x, y: y + by.y, width }));
  // A curve turns where two points lie on each other
  const line = isAngular ? shifted.flatMap((point) => [point, point]) : simplified(shifted, TOLERANCE);
  return strokesThrough(line).map((stored) => ({
    op: 'create',
    id: newId(),
    type: 'Annotation',
    body: { points: stored, line_color: colour },
  }));
}
