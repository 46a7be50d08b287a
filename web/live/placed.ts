import { withShade } from '../../model/looks/shades.ts';
import type { Box } from '../../model/looks/shapes.ts';
import type { Item, Stroke, WidgetOf } from './board.ts';
import { around, boxOfStroke } from './boxes.ts';
import { isPlaced, type PlacedWidget } from './forms.ts';

/** What is known of a widget. Its item is there only while it lies on the canvas: with all its parents, or with both its ends. */
export class PlacedEntry {
  item: PlacedItem | undefined;
  strokes: readonly Stroke[] = none;
  /** The parent and the depth by which the siblings are in order. Both follow the record at the end of a message. */
  parent_id = '';
  depth = 0;

  constructor(
    public widget: WidgetOf,
    /** Place in the order of the server's list, which decides between equal depths. */
    readonly ordinal: number,
  ) {}

  get id(): string {
    return this.widget.id;
  }

  // For the index, which holds entries, so that a change of a text does not touch it
  get minX(): number {
    return this.item!.reach.x;
  }
  get minY(): number {
    return this.item!.reach.y;
  }
  get maxX(): number {
    return this.item!.reach.x + this.item!.reach.width;
  }
  get maxY(): number {
    return this.item!.reach.y + this.item!.reach.height;
  }
}

/** Only its order may change while others hold it: when all widgets are numbered anew, which keeps their order. */
export class PlacedItem implements Item {
  readonly reach: Box;

  constructor(
    readonly widget: WidgetOf,
    readonly box: Box,
    readonly zoom: number,
    public order: number,
    readonly strokes: readonly Stroke[],
    reach?: Box,
  ) {
    const shaded = isPlaced(widget) ? withShade(widget.widget_type, box) : box;
    this.reach = reach ?? reachOf(shaded, { box, zoom }, strokes);
  }

  get id(): string {
    return this.widget.id;
  }
}

export const none: readonly Stroke[] = [];

type Place = Pick<Item, 'box' | 'zoom'>;

/** Around a box and strokes of an item. */
export const reachOf = (from: Box, item: Place, strokes: readonly Stroke[]): Box =>
  strokes.reduce((reach, stroke) => around(reach, placeOfStroke(item, stroke)), from);

/** On the canvas, in its pixels. */
export function placeOfStroke({ box, zoom }: Place, stroke: Stroke): Box {
  const { x, y, width, height } = boxOfStroke(stroke);
  return { x: box.x + x * zoom, y: box.y + y * zoom, width: width * zoom, height: height * zoom };
}

/** Whether two records of a widget lie in the same place on their parent. */
export const isSamePlace = ({ scale, location, size }: PlacedWidget, other: PlacedWidget): boolean =>
  scale === other.scale &&
  location.x === other.location.x &&
  location.y === other.location.y &&
  size.width === other.size.width &&
  size.height === other.size.height;
