import type { Item, WidgetOf } from '../../live/board.ts';

/** The selected widget, if it is alone and of this type. */
export function onlyOne<T extends WidgetOf['widget_type']>([item, second]: readonly Item[], type: T): WidgetOf<T> | undefined {
  return item && !second && item.widget.widget_type === type ? (item.widget as unknown as WidgetOf<T>) : undefined;
}
