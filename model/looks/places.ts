import type { Work } from '../hooks.ts';
import type { Box } from './shapes.ts';

/** What decides where a widget lies. */
export interface Placeable {
  readonly id: string;
  readonly parent_id: string;
  readonly location: { readonly x: number; readonly y: number };
  readonly size: { readonly width: number; readonly height: number };
  readonly depth: number;
  readonly scale: number;
  /** Place in the order of creation, which decides between equal depths. */
  readonly ordinal: number;
}

export interface Place<W extends Placeable = Placeable> {
  readonly widget: W;
  readonly box: Box;
  /** Pixels of the picture for one pixel of the widget. */
  readonly zoom: number;
}

/** Widgets to place between two pauses. */
const STEPS = 50;

/**
 * Every widget that lies on the canvas, parents before children and lower ones before higher ones. `zoom`: pixels of the
 * picture for one of the canvas; with 1 the boxes are those on the canvas.
 */
export function* placesOf<W extends Placeable>(widgets: Iterable<W>, root: W, zoom: number): Work<Map<string, Place<W>>> {
  const children = yield* childrenOf(widgets);
  const places = new Map<string, Place<W>>();
  const stack: { readonly found: W; readonly parent: Place<W> }[] = [];
  const push = (place: Place<W>): void => {
    for (const found of (children.get(place.widget.id) ?? []).sort(aboveFirst)) stack.push({ found, parent: place });
  };
  const { width, height } = root.size;
  const whole = { widget: root, box: { x: 0, y: 0, width: width * zoom, height: height * zoom }, zoom };
  places.set(root.id, whole);
  push(whole);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const place = placeIn(next.parent, next.found);
    places.set(next.found.id, place);
    push(place);
    if (places.size % STEPS === 0) yield;
  }
  return places;
}

/** The place of a widget whose parent has this place (interface/widgets 1.6). */
export function placeIn<W extends Placeable>(parent: Pick<Place, 'box' | 'zoom'>, widget: W): Place<W> {
  const { location, size, scale } = widget;
  const zoom = parent.zoom * scale;
  return {
    widget,
    zoom,
    box: {
      x: parent.box.x + parent.zoom * location.x,
      y: parent.box.y + parent.zoom * location.y,
      width: size.width * zoom,
      height: size.height * zoom,
    },
  };
}

function* childrenOf<W extends Placeable>(widgets: Iterable<W>): Work<Map<string, W[]>> {
  const children = new Map<string, W[]>();
  let at = 0;
  for (const widget of widgets) {
    if (++at % STEPS === 0) yield;
    const siblings = children.get(widget.parent_id);
    if (siblings) siblings.push(widget);
    else children.set(widget.parent_id, [widget]);
  }
  return children;
}

/** The top of the stack is taken first and so drawn first. */
const aboveFirst = (a: Placeable, b: Placeable): number => b.depth - a.depth || b.ordinal - a.ordinal;
