import { opacityOf } from '../../model/looks/colours.ts';
import type { LookContext } from '../../model/looks/look.ts';
import { shapesOf } from '../../model/looks/looks.ts';
import type { Box, Group, Shape } from '../../model/looks/shapes.ts';
import { strokePath } from '../../model/looks/strokes.ts';
import type { Board, Item, Stroke } from '../live/board.ts';

/** What lies above an element. */
export interface Above {
  /** Covered by something that is not seen through: the picture shows these parts. On the canvas. */
  readonly holes: readonly Box[];
  /** To be painted on the element itself, in pixels of the canvas and in this order: its strokes, lines and frames across it. */
  readonly marks: readonly Group[];
}

/** Of more, the largest; the others are painted, which costs more but hides as much. */
const MOST_HOLES = 64;
/** Painted things across one element. */
const MOST_MARKS = 400;
/** Nodes of one stroke, and how near they may lie to each other in pixels of the widget. */
const DETAIL = { near: 0.1, reach: 1e6, most: 20_000 };

export type Context = Omit<LookContext, 'boxOf'>;

/** Finds what lies above items. Strokes are read once. */
export function createAbove(
  board: Pick<Board, 'itemsIn' | 'item'>,
): (item: Item, context: Context, seesThrough?: boolean) => Above {
  const lines = new WeakMap<Stroke, Shape>();
  const lineOf = (stroke: Stroke): Shape => {
    const line = lines.get(stroke) ?? readStroke(stroke);
    lines.set(stroke, line);
    return line;
  };
  return (item, { measure, phrases }, seesThrough = false) => {
    const context = { measure, phrases, boxOf: (id: string) => board.item(id)?.box };
    const shown = board
      .itemsIn(item.box)
      .filter(({ order }) => order > item.order)
      .map((one) => ({ one, shapes: shapesOf(one.widget, context) }));
    const holes = new Set(
      largest(shown.filter(({ one, shapes }) => hides(one, shapes, seesThrough ? 0.01 : 1)).map(({ one }) => one)),
    );
    const painted = shown
      .filter(({ one }) => !holes.has(one))
      .map(({ one, shapes }) => groupOf(one, [...shapes, ...one.strokes.map(lineOf)]));
    const marks = [groupOf(item, item.strokes.map(lineOf)), ...painted].filter(({ shapes }) => shapes.length > 0);
    return { holes: [...holes].map(({ box }) => box), marks: marks.slice(0, MOST_MARKS) };
  };
}

function readStroke(stroke: Stroke): Shape {
  const reading = strokePath(stroke, DETAIL);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value.line;
  }
}

/**
 * A ground or a picture fills it. Rounded corners are too small to matter.
 * @param least opacity of the ground: under an element that is seen through, any ground would be seen twice, in the picture and painted
 */
export function hides({ widget }: Pick<Item, 'widget'>, shapes: readonly Shape[], least = 1): boolean {
  if (!('size' in widget)) return false;
  const { width, height } = widget.size;
  const fills = ({ x, y, ...box }: Box): boolean => x <= 0 && y <= 0 && x + box.width >= width && y + box.height >= height;
  return shapes.some(
    (shape) =>
      (shape.kind === 'area' && opacityOf(shape.colour) >= least && fills(shape.box)) ||
      (shape.kind === 'picture' && shape.of === 'still' && shape.fit !== 'contain' && fills(shape.box)),
  );
}

const largest = (items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height).slice(0, MOST_HOLES);

/** Types without a place of their own are drawn in pixels of the canvas. */
const groupOf = ({ widget, box, zoom }: Item, shapes: readonly Shape[]): Group =>
  'location' in widget ? { left: box.x, top: box.y, zoom, shapes } : { left: 0, top: 0, zoom: 1, shapes };
