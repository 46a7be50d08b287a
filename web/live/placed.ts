import type { Box } from '../../model/looks/shapes.ts';
import type { Item, Stroke, WidgetOf } from './board.ts';
import { around, boxOfStroke } from './boxes.ts';

/** A widget with a place of its own; connectors have none. */
export type PlacedWidget = Extract<WidgetOf, { readonly location: unknown }>;
export type Line = WidgetOf<'Connector'>;

export const isPlaced = (widget: WidgetOf): widget is PlacedWidget => 'location' in widget;

/** What is known of a widget. Its item is there only while it lies on the canvas: with all its parents, or with both its ends. */
export class Entry {
  item: PlacedItem | undefined;
  strokes: readonly Stroke[] = none;
  /** By these it stands among its siblings. They follow the record at the end of a message. */
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
  ) {
    this.reach = strokes.length === 0 ? box : withStrokes(box, zoom, strokes);
  }

  get id(): string {
    return this.widget.id;
  }
}

export const none: readonly Stroke[] = [];

function withStrokes(box: Box, zoom: number, strokes: readonly Stroke[]): Box {
  let reach = box;
  for (const stroke of strokes) {
    const { x, y, width, height } = boxOfStroke(stroke);
    reach = around(reach, { x: box.x + x * zoom, y: box.y + y * zoom, width: width * zoom, height: height * zoom });
  }
  return reach;
}
