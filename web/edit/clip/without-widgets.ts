import type { WidgetElement } from '../../live/element.ts';
import { isLine, isPlaced, type PlacedWidget } from '../../live/forms.ts';

/**
 * A copy without some of its widgets: what lies on them lies on their parents then, at the same place, and connectors at them are left
 * out. @param widgets parents before what lies on them
 */
export function withoutWidgets(widgets: readonly WidgetElement[], ids: Iterable<string>): WidgetElement[] {
  const left = new Map<string, PlacedWidget | undefined>([...ids].map((id) => [id, undefined]));
  const kept: WidgetElement[] = [];
  for (const widget of widgets) {
    if (isLine(widget)) {
      if (!left.has(widget.src.id) && !left.has(widget.dst.id)) kept.push(widget);
      continue;
    }
    const parent = isPlaced(widget) ? left.get(widget.parent_id) : undefined;
    const lifted = isPlaced(widget) && parent ? liftedFrom(widget, parent) : widget;
    if (left.has(widget.id)) left.set(widget.id, lifted as PlacedWidget);
    else kept.push(lifted);
  }
  return kept;
}

function liftedFrom<W extends PlacedWidget>(widget: W, { parent_id, location, scale }: PlacedWidget): W {
  const place = { x: location.x + widget.location.x * scale, y: location.y + widget.location.y * scale };
  return { ...widget, parent_id, location: place, scale: widget.scale * scale };
}
