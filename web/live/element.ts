import type { ShownWidget } from '../../model/looks/looks.ts';
import type { Annotation } from '../../model/resources/annotation.ts';
import type { Widget, WidgetType } from '../../model/widgets/index.ts';

/** A stroke as lists of widgets show it. */
export type Stroke = Pick<Annotation, 'id' | 'points' | 'line_color' | 'depth' | 'page'>;

/** A widget as answers show it, without its strokes. `WidgetOf<'Note'>` is a note. */
export type WidgetOf<T extends WidgetType = WidgetType> = Extract<Widget, { readonly widget_type: T }> & ShownWidget;

/** Elements of `GET …/widgets?annotations=1&elements=1` and of the messages of its stream (interface/widgets 16.4). */
export type Element = WidgetElement | StrokeElement;
export type WidgetElement = WidgetOf & { readonly annotations?: readonly Stroke[] };
export type StrokeElement = Stroke & { readonly widget_type: 'Annotation'; readonly parent_id: string; readonly state: string };

export const isWidgetElement = (element: Element): element is WidgetElement => (element.widget_type as string) !== 'Annotation';

/** The strokes among elements, by the widget on which they lie. */
export function strokesIn(elements: Iterable<Element>): Map<string, StrokeElement[]> {
  const found = new Map<string, StrokeElement[]>();
  for (const element of elements) {
    if (isWidgetElement(element)) continue;
    const strokes = found.get(element.parent_id);
    if (strokes) strokes.push(element);
    else found.set(element.parent_id, [element]);
  }
  return found;
}
