import type { Form } from '../../model/looks/traits.ts';
import { traitsOf } from '../../model/looks/traits-of.ts';
import type { WidgetOf } from './board.ts';

/** A widget with a place of its own; lines have none. */
export type PlacedWidget = Extract<WidgetOf, { readonly location: unknown }>;
/** Leads from one widget to another. */
export type Line = Extract<WidgetOf, { readonly src: unknown }>;

export const isPlaced = (widget: WidgetOf): widget is PlacedWidget => 'location' in widget;

/** The surface on which everything else lies: the only widget without a parent. */
export const isRoot = (widget: WidgetOf): boolean => isPlaced(widget) && widget.parent_id === '';
export const isLine = (widget: WidgetOf): widget is Line => formOf(widget) === 'line';
/** A field of its parent, which shows nothing of its own. */
export const isPart = (widget: WidgetOf): widget is PlacedWidget => formOf(widget) === 'part';
/** One sees through it. */
export const isFrame = (widget: WidgetOf): boolean => formOf(widget) === 'frame';

const formOf = (widget: WidgetOf): Form => traitsOf(widget).form ?? 'box';

/** The number of a heading of the canvas; undefined: it is none. */
export const headingNumber = (widget: WidgetOf): number | undefined => traitsOf(widget).heading?.(widget as never);
