import { palette } from '../../model/looks/colours.ts';
import type { LookContext } from '../../model/looks/look.ts';
import { shapesOf } from '../../model/looks/looks.ts';
import { measure } from '../../model/looks/measure.ts';
import { still, whole } from '../../model/looks/parts.ts';
import type { Phrases } from '../../model/looks/phrases.ts';
import type { Box, Colour, Picture, Shape } from '../../model/looks/shapes.ts';
import type { Board, Item } from '../live/board.ts';

/** How widgets look, and how they look from so far away that only their colours are seen. */
export interface Looks {
  shapesOf(item: Item): readonly Shape[];
  farOf(item: Item): Far;
}

interface Looked {
  readonly shapes: readonly Shape[];
  readonly ends: Ends | undefined;
}

/** One colour, or that of a picture; `hollow`: only the edge. Without both, nothing is seen from afar. */
export interface Far {
  readonly colour?: Colour;
  readonly picture?: Picture;
  readonly hollow?: boolean;
}

/** Looks are made once, and kept as long as the page keeps the record of the widget. */
export function createLooks(board: Pick<Board, 'item'>, phrases: Phrases): Looks {
  const kept = new WeakMap<Item['widget'], Looked>();
  const fars = new WeakMap<Item['widget'], Far>();
  const boxOf = (id: string): Box | undefined => board.item(id)?.box;
  const context: LookContext = { measure, phrases, boxOf };
  return {
    shapesOf({ widget }) {
      const known = kept.get(widget);
      const ends = widget.widget_type === 'Connector' ? ([boxOf(widget.src.id), boxOf(widget.dst.id)] as const) : undefined;
      if (known && areSame(known.ends, ends)) return known.shapes;
      const shapes = shapesOf(widget, context);
      kept.set(widget, { shapes, ends });
      return shapes;
    },
    farOf({ widget }) {
      const known = fars.get(widget);
      if (known) return known;
      const far = farOfWidget(widget) ?? farOfShapes(shapesOf(widget, context));
      fars.set(widget, far);
      return far;
    },
  };
}

/** Of the types that canvases are full of; their whole look would cost some microseconds each when a canvas is opened. */
function farOfWidget(widget: Item['widget']): Far | undefined {
  if (widget.widget_type === 'Note') return { colour: widget.background_color };
  if (widget.widget_type !== 'Image' || widget.hash === '') return undefined;
  return { colour: palette.missing, picture: still(whole(widget.size), widget.hash) };
}

/** Where a connector begins and ends. Its look changes with them, while its record stays. */
type Ends = readonly [Box | undefined, Box | undefined];

const areSame = (one: Ends | undefined, other: Ends | undefined): boolean =>
  one === other || (!!one && !!other && isSame(one[0], other[0]) && isSame(one[1], other[1]));

const isSame = (a: Box | undefined, b: Box | undefined): boolean =>
  a === b || (!!a && !!b && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);

/** The first thing that fills it. */
export function farOfShapes(shapes: readonly Shape[]): Far {
  for (const shape of shapes) {
    if (shape.kind === 'area') return { colour: shape.colour };
    if (shape.kind === 'picture') return { colour: palette.missing, picture: shape };
    if (shape.kind === 'outline') return { colour: shape.colour, hollow: true };
  }
  return {};
}
