import { hasCaption } from '../../model/looks/captions.ts';
import { opacityOf } from '../../model/looks/colours.ts';
import type { LookContext } from '../../model/looks/look.ts';
import { shapesOf } from '../../model/looks/looks.ts';
import type { Box, Group, Shape } from '../../model/looks/shapes.ts';
import { strokePath } from '../../model/looks/strokes.ts';
import { holdsHead } from '../../model/looks/traits-of.ts';
import type { Board, Item, Stroke } from '../live/board.ts';

/** What lies above an element. */
export interface Above {
  /** Parts on the canvas that something covers that is not seen through: the picture shows these. */
  readonly holes: readonly Box[];
  /** To be painted on the element itself, in pixels of the canvas and in this order: its strokes, lines and frames across it. */
  readonly marks: readonly Group[];
}

/** The largest become holes; the others are painted, which costs more but hides as much. */
const MOST_HOLES = 64;
/** Painted things across one element. */
const MOST_MARKS = 400;
/** Nodes of one stroke, and how near they may lie to each other in pixels of the widget. */
const DETAIL = { near: 0.1, reach: 1e6, most: 20_000 };

export type Context = Omit<LookContext, 'boxOf' | 'holdsHead'>;

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
  return (item, means, seesThrough = false) => {
    const context = {
      ...means,
      boxOf: (id: string) => board.item(id)?.box,
      holdsHead: (id: string) => holdsHead(board.item(id)?.widget),
    };
    const shown = board
      .itemsIn(item.box)
      .filter(({ order }) => order > item.order)
      .map((one) => ({ one, shapes: shapesOf(one.widget, context) }));
    const holes = new Set(
      largest(shown.filter(({ one, shapes }) => hides(one, shapes, seesThrough ? 0.01 : 1)).map(({ one }) => one)),
    );
    const outside = (shapes: readonly Shape[]): readonly Shape[] => (seesThrough ? [] : shapes.filter(isOutside));
    const painted = shown.map(({ one, shapes }) =>
      groupOf(one, holes.has(one) ? outside(shapes) : [...shapes, ...one.strokes.map(lineOf)]),
    );
    const names = seesThrough
      ? []
      : namesOver(
          board.itemsIn(withNames(item.box)),
          item,
          shown.map(({ one }) => one),
          context,
        );
    const marks = [groupOf(item, item.strokes.map(lineOf)), ...painted, ...names].filter(({ shapes }) => shapes.length > 0);
    return { holes: [...holes].map(({ box }) => box), marks: marks.slice(0, MOST_MARKS) };
  };
}

/** In pixels of the canvas: where a canvas is seen very small, the name of a frame reaches that far above it. */
const NAME = 520;

/** A box with the places of frames whose names may lie on it. */
export const withNames = ({ x, y, width, height }: Box): Box => ({ x, y, width, height: height + NAME });

/** Names of frames that lie below an element or begin under its lower edge: they would be hidden behind it. */
const namesOver = (near: readonly Item[], item: Item, shown: readonly Item[], context: LookContext): Group[] =>
  near
    .filter((one) => one !== item && hasCaption(one.widget.widget_type) && !shown.includes(one))
    .map((one) =>
      groupOf(
        one,
        shapesOf(one.widget, context).filter(({ kind }) => kind === 'caption'),
      ),
    );

/** A shadow, or the name of a table: it falls on the element beside the hole. */
const isOutside = ({ kind }: Shape): boolean => kind === 'shade' || kind === 'caption';

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
function hides({ widget }: Pick<Item, 'widget'>, shapes: readonly Shape[], least = 1): boolean {
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
