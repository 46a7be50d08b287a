import type { Widget, WidgetType } from '../widgets/index.ts';
import { looksByType } from './by-type.ts';
import type { LookContext } from './look.ts';
import type { Shape } from './shapes.ts';

type AnyLook = (widget: never, context: LookContext) => readonly Shape[];

/** A widget as answers show it, without its secrets. */
export type ShownWidget = Pick<Widget, 'id' | 'widget_type'>;

/**
 * How a widget is shown. Two types show nothing: the root widget, whose background is drawn by itself, and table cells, which
 * their table draws.
 */
export function shapesOf(widget: ShownWidget, context: LookContext): readonly Shape[] {
  const look = (looksByType as { readonly [T in WidgetType]?: AnyLook })[widget.widget_type];
  return look?.(widget as never, context) ?? [];
}
