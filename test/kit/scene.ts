import { backgroundShapes } from '../../model/looks/background.ts';
import { fillOf } from '../../model/looks/frames.ts';
import { groundOf } from '../../model/looks/grounds.ts';
import type { LookContext } from '../../model/looks/look.ts';
import { type ShownWidget, shapesOf } from '../../model/looks/looks.ts';
import { measure } from '../../model/looks/measure.ts';
import { type Placeable, placesOf } from '../../model/looks/places.ts';
import type { Group, Shape } from '../../model/looks/shapes.ts';
import { strokePath } from '../../model/looks/strokes.ts';
import { holdsHead } from '../../model/looks/traits-of.ts';
import type { Background } from '../../model/resources/background.ts';
import { looks as english } from '../../texts/en/looks.ts';

interface Stroke {
  readonly points: string;
  readonly line_color: string;
  readonly depth: number;
}

/** An element of `GET …/widgets?annotations=1`. */
type Answered = ShownWidget & Placeable & { readonly annotations: readonly Stroke[] };

/** Runs in a browser: what a page that knows only the answers of the server has to paint, in pixels of the canvas. */
export function sceneOf(widgets: readonly Answered[], background: Background, zoom: number): Group[] {
  const placed = widgets.filter((widget) => 'location' in widget).map((widget, ordinal) => ({ ...widget, ordinal }));
  const root = placed.find((widget) => widget.widget_type === 'SharedCanvas')!;
  const places = done(placesOf(placed, root, 1));
  const context: LookContext = {
    measure,
    phrases: english,
    ground: groundOf(background),
    boxOf: (id) => places.get(id)?.box,
    holdsHead: (id) => holdsHead(places.get(id)?.widget),
  };
  const canvas = { x: 0, y: 0, ...root.size };
  const group = (shapes: readonly Shape[], left = 0, top = 0, zoom = 1): Group => ({ left, top, zoom, shapes });
  return [
    group(backgroundShapes(background, { canvas, part: canvas, zoom })),
    ...Array.from(places.values(), ({ widget, box, zoom }) => group(fillOf(widget, context.ground), box.x, box.y, zoom)),
    ...Array.from(places.values(), ({ widget, box, zoom }) =>
      group([...shapesOf(widget, context), ...strokesOn(widget)], box.x, box.y, zoom),
    ),
    ...widgets.filter((widget) => !('location' in widget)).map((line) => group(shapesOf(line, context))),
  ];
}

const strokesOn = ({ annotations }: Answered): Shape[] =>
  annotations
    .toSorted((a, b) => a.depth - b.depth)
    .map((stroke) => done(strokePath(stroke, { near: 0.1, reach: 1e6, most: 1e5 })).line);

function done<T>(work: Generator<unknown, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
