import type { Size } from '../../../../model/types.ts';
import type { WidgetOf } from '../../../live/element.ts';
import type { PlacedWidget } from '../../../live/forms.ts';
import { editingByType } from '../../by-type.ts';

/** Between a cell and what fills it, as a share of the cell's width and height. */
const INSET = 0.04;
/** What is as large as its place in a cell, but for this share of the cell, fills it. */
const NEARLY = 0.02;

/** Where something lies in its parent, in pixels of that. */
export interface PlaceIn {
  readonly location: { readonly x: number; readonly y: number };
  readonly size: Size;
  readonly scale: number;
}

/** Where a widget lies that fills a cell, in pixels of the cell: in all of it, or in as much as its ratio leaves, in the middle. */
export function fittedIn(cell: Size, widget: Pick<PlacedWidget, 'widget_type' | 'size'>): PlaceIn {
  const inner = { width: cell.width * (1 - 2 * INSET), height: cell.height * (1 - 2 * INSET) };
  const size = hasRatio(widget) ? within(inner, widget.size) : inner;
  return { location: { x: (cell.width - size.width) / 2, y: (cell.height - size.height) / 2 }, size, scale: 1 };
}

/** A note that is the text of a cell: it fills the cell, and has no paper. The sheet of a table is light on every ground, so letters are dark. */
export const noteInCell = (cell: Size) => ({
  ...fittedIn(cell, { widget_type: 'Note', size: cell }),
  background_color: '#00000000',
  auto_text_color: false,
  text_color: '#23201aff',
});

/** Notes and pictures fill the cell that they are dropped into; everything else stays as large as it is. */
export const fillsCells = ({ widget_type }: Pick<WidgetOf, 'widget_type'>): boolean =>
  widget_type === 'Note' || widget_type === 'Image';

/** Whether a widget fills a cell of this size. */
export function isFilling(cell: Size, widget: PlacedWidget): boolean {
  if (!fillsCells(widget)) return false;
  const { location, size } = fittedIn(cell, widget);
  const near = (one: number, other: number, length: number): boolean => Math.abs(one - other) <= length * NEARLY;
  return (
    near(widget.location.x, location.x, cell.width) &&
    near(widget.location.y, location.y, cell.height) &&
    near(widget.size.width * widget.scale, size.width, cell.width) &&
    near(widget.size.height * widget.scale, size.height, cell.height)
  );
}

const hasRatio = ({ widget_type }: Pick<WidgetOf, 'widget_type'>): boolean =>
  widget_type in editingByType && editingByType[widget_type as keyof typeof editingByType].resize === 'ratio';

function within(area: Size, { width, height }: Size): Size {
  const factor = Math.min(area.width / width, area.height / height);
  return { width: width * factor, height: height * factor };
}
