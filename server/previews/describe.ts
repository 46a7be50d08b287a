import type { Work } from '../../model/hooks.ts';
import { backgroundShapes } from '../../model/looks/background.ts';
import { fillOf } from '../../model/looks/frames.ts';
import { groundOf } from '../../model/looks/grounds.ts';
import type { LookContext } from '../../model/looks/look.ts';
import { shapesOf } from '../../model/looks/looks.ts';
import { measure } from '../../model/looks/measure.ts';
import { type Place, type Placeable, placesOf } from '../../model/looks/places.ts';
import type { Box, Group, Shape } from '../../model/looks/shapes.ts';
import { strokePath } from '../../model/looks/strokes.ts';
import { holdsHead } from '../../model/looks/traits-of.ts';
import type { Annotation } from '../../model/resources/annotation.ts';
import { backgroundOf } from '../../model/resources/background.ts';
import { Anchor } from '../../model/widgets/anchor.ts';
import { isWidget, type Placed } from '../../model/widgets/common.ts';
import { Connector } from '../../model/widgets/connector.ts';
import type { Widget } from '../../model/widgets/index.ts';
import { rootOf } from '../../model/widgets/shared-canvas.ts';
import { looks as english } from '../../texts/en/looks.ts';
import type { Drawing } from '../assets/render/drawing/drawing.ts';
import { type DurableView, recordOf, type Version } from '../store/store.ts';

/** A drawing, and by hash the types of the files in it. */
export interface PreviewDescription {
  readonly drawing: Drawing;
  readonly types: ReadonlyMap<string, string>;
}

interface PlacedVersion extends Placeable {
  readonly version: Version;
}
type WidgetPlace = Place<PlacedVersion>;

/** The picture fits into this size, with the proportions of the canvas. */
const MOST: { readonly width: number; readonly height: number } = { width: 1280, height: 720 };
/**
 * Bounds on what is drawn: of too many widgets the largest; of too many connectors and strokes the first.
 * @bound Widgets that a preview draws: the largest are drawn.
 */
const MOST_WIDGETS = 3000;
/** @bound Connectors that a preview draws: the first are drawn. */
const MOST_CONNECTORS = 2000;
/** @bound Strokes that a preview draws: the first are drawn. */
const MOST_STROKES = 2000;
const MOST_NODES = 60_000;
/** Smaller widgets are left out; in pixels of the picture. */
const SMALLEST = 0.5;
const LARGEST = 1e6;
/** Nodes of a stroke that are nearer to each other are drawn as one; in pixels of the picture. */
const NEAR = 0.75;
const STEPS = 50;

/**
 * Describes a canvas as it is now. The first step takes the versions of its records, which never change, so that the other
 * steps may run in later turns. The same canvas always gives the same description.
 */
export function* describeCanvas(view: DurableView): Work<PreviewDescription> {
  const widgets = [...view.list('widgets').versions()];
  const strokes = [...view.list('annotations').versions()];
  const background = backgroundOf(view);
  const { id, size } = rootOf(view);
  const zoom = Math.min(MOST.width / size.width, MOST.height / size.height);
  const frame = { x: 0, y: 0, width: atLeastOne(size.width * zoom), height: atLeastOne(size.height * zoom) };
  const canvas = { x: 0, y: 0, ...size };

  const placed = yield* placeable(widgets);
  const places = yield* placesOf(placed.values(), placed.get(id)!, zoom);
  const visible = largest([...places.values()].filter(({ box }) => isSeen(box, frame)));
  const context: LookContext = {
    measure,
    phrases: english,
    ground: groundOf(background),
    boxOf: boxesIn(places, zoom),
    holdsHead: headsIn(places),
  };
  const pen = new Strokes(yield* byParent(strokes, visible));
  const types = new Map([[background.image.hash, background.file.type]]);
  const groups = [onPlane(zoom, backgroundShapes(background, { canvas, part: canvas, zoom }))];
  for (const { widget, box, zoom } of visible) {
    if (widget.version.kind !== Anchor) continue;
    groups.push({ left: box.x, top: box.y, zoom, shapes: fillOf(recordOf(widget.version) as Anchor, context.ground) });
  }
  for (const [at, place] of visible.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    const widget = recordOf(place.widget.version) as Widget;
    if ('file' in widget) types.set(widget.hash, widget.file.type);
    const shapes = [...shapesOf(widget, context), ...(yield* pen.on(widget, place))];
    if (shapes.length > 0) groups.push({ left: place.box.x, top: place.box.y, zoom: place.zoom, shapes });
  }
  groups.push(onPlane(zoom, yield* connectorsOf(widgets, { places, frame, context })));
  return { drawing: { width: frame.width, height: frame.height, groups }, types };
}

/** Shapes in pixels of the canvas. */
const onPlane = (zoom: number, shapes: readonly Shape[]): Group => ({ left: 0, top: 0, zoom, shapes });

function* placeable(versions: readonly Version[]): Work<Map<string, PlacedVersion>> {
  const found = new Map<string, PlacedVersion>();
  for (const [at, version] of versions.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    if (!isWidget(version.kind) || !version.kind.widget.placed) continue;
    const { parent_id, location, size, depth, scale } = JSON.parse(version.shown) as Placed;
    found.set(version.key, { id: version.key, parent_id, location, size, depth, scale, ordinal: version.ordinal, version });
  }
  return found;
}

const atLeastOne = (length: number): number => Math.max(1, Math.round(length));

const isSeen = (box: Box, frame: Box): boolean =>
  box.width >= SMALLEST && box.height >= SMALLEST && meets(box, frame) && isInReach(box);

/** SVG decoders cannot handle coordinates beyond some millions of pixels. */
const isInReach = ({ x, y, width, height }: Box): boolean => [x, y, width, height].every((length) => Math.abs(length) < LARGEST);

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && a.y < b.y + b.height && a.x + a.width > b.x && a.y + a.height > b.y;

/** In their order; when there are too many, without the smallest. */
function largest(places: readonly WidgetPlace[]): readonly WidgetPlace[] {
  if (places.length <= MOST_WIDGETS) return places;
  const kept = new Set(places.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, MOST_WIDGETS));
  return places.filter((place) => kept.has(place));
}

const areaOf = ({ box }: WidgetPlace): number => box.width * box.height;

function* byParent(strokes: readonly Version[], places: readonly WidgetPlace[]): Work<Map<string, Version[]>> {
  const grouped = new Map<string, Version[]>(places.map(({ widget }) => [widget.id, []]));
  for (const [at, stroke] of strokes.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    grouped.get(JSON.parse(stroke.hidden!).parent_id)?.push(stroke);
  }
  return grouped;
}

/** Draws strokes until there are too many. */
class Strokes {
  #strokes = 0;
  #nodes = 0;

  constructor(private readonly byParent: ReadonlyMap<string, readonly Version[]>) {}

  /** In ascending depth. On a PDF, only strokes on the shown page, and those on no page. */
  *on(widget: Widget, place: WidgetPlace): Work<Shape[]> {
    const shapes: Shape[] = [];
    const records: Annotation[] = [];
    for (const version of this.byParent.get(widget.id)?.slice(0, MOST_STROKES - this.#strokes) ?? []) {
      records.push(recordOf(version) as Annotation);
      yield;
    }
    for (const stroke of records.sort((a, b) => a.depth - b.depth)) {
      if (stroke.page !== undefined && 'index' in widget && stroke.page !== widget.index + 1) continue;
      const { zoom } = place;
      const detail = { near: NEAR / zoom, reach: LARGEST / zoom, most: MOST_NODES - this.#nodes };
      const { line, nodes } = yield* strokePath(stroke, detail);
      this.#strokes++;
      this.#nodes += nodes;
      if (nodes > 0) shapes.push(line);
    }
    return shapes;
  }
}

interface PlacedWidgets {
  readonly places: ReadonlyMap<string, WidgetPlace>;
  readonly frame: Box;
  readonly context: LookContext;
}

function* connectorsOf(widgets: readonly Version[], { places, frame, context }: PlacedWidgets): Work<Shape[]> {
  const shapes: Shape[] = [];
  let drawn = 0;
  for (const [at, version] of widgets.entries()) {
    if (at % (10 * STEPS) === 0) yield;
    if (version.kind !== Connector || drawn === MOST_CONNECTORS) continue;
    const connector = JSON.parse(version.shown) as Connector;
    const from = places.get(connector.src.id)?.box;
    const to = places.get(connector.dst.id)?.box;
    if (!from || !to || !isInReach(from) || !isInReach(to) || !meets(around(from, to), frame)) continue;
    drawn++;
    shapes.push(...shapesOf(connector, context));
  }
  return shapes;
}

/** From pixels of the picture to pixels of the canvas. */
const boxesIn =
  (places: ReadonlyMap<string, WidgetPlace>, zoom: number): LookContext['boxOf'] =>
  (id) => {
    const box = places.get(id)?.box;
    return box && { x: box.x / zoom, y: box.y / zoom, width: box.width / zoom, height: box.height / zoom };
  };

const headsIn =
  (places: ReadonlyMap<string, WidgetPlace>): LookContext['holdsHead'] =>
  (id) => {
    const place = places.get(id);
    return holdsHead(place && (recordOf(place.widget.version) as Widget));
  };

function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}
