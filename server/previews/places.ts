import type { Work } from '../../model/hooks.ts';
import { isWidget, type Placed } from '../../model/widgets/common.ts';
import type { Box } from '../assets/render/drawing/drawing.ts';
import type { Version } from '../store/store.ts';

/** Place of a widget in the picture. */
export interface WidgetPlace {
  readonly version: Version;
  readonly box: Box;
  /** Pixels of the picture for one pixel of the widget. */
  readonly zoom: number;
}

interface PlacedVersion extends Pick<Placed, 'location' | 'size' | 'depth' | 'scale'> {
  readonly version: Version;
}

/** Widgets to place between two pauses. */
const STEPS = 50;

/** Every widget with a place, parents before children and lower ones before higher ones (interface/widgets 1.6). */
export function* placesOf(versions: readonly Version[], root: Version, zoom: number): Work<Map<string, WidgetPlace>> {
  const children = yield* childrenOf(versions);
  const places = new Map<string, WidgetPlace>();
  const stack: { readonly found: PlacedVersion; readonly parent: WidgetPlace }[] = [];
  const push = (place: WidgetPlace): void => {
    for (const found of (children.get(place.version.key) ?? []).sort(aboveFirst)) stack.push({ found, parent: place });
  };
  const { size } = JSON.parse(root.shown) as Placed;
  const whole = { version: root, box: { x: 0, y: 0, width: size.width * zoom, height: size.height * zoom }, zoom };
  places.set(root.key, whole);
  push(whole);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const place = placeOf(next.found, next.parent);
    places.set(place.version.key, place);
    push(place);
    if (places.size % STEPS === 0) yield;
  }
  return places;
}

function* childrenOf(versions: readonly Version[]): Work<Map<string, PlacedVersion[]>> {
  const children = new Map<string, PlacedVersion[]>();
  for (const [at, version] of versions.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    if (!isWidget(version.kind) || !version.kind.widget.placed) continue;
    const { parent_id, location, size, depth, scale } = JSON.parse(version.shown) as Placed;
    const siblings = children.get(parent_id);
    const found = { version, location, size, depth, scale };
    if (siblings) siblings.push(found);
    else children.set(parent_id, [found]);
  }
  return children;
}

function placeOf({ version, location, size, scale }: PlacedVersion, parent: WidgetPlace): WidgetPlace {
  const zoom = parent.zoom * scale;
  return {
    version,
    zoom,
    box: {
      x: parent.box.x + parent.zoom * location.x,
      y: parent.box.y + parent.zoom * location.y,
      width: size.width * zoom,
      height: size.height * zoom,
    },
  };
}

/** The top of the stack is taken first and so drawn first. */
const aboveFirst = (a: PlacedVersion, b: PlacedVersion): number => b.depth - a.depth || b.version.ordinal - a.version.ordinal;
