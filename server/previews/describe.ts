import type { Work } from '../../model/hooks.ts';
import type { Annotation } from '../../model/resources/annotation.ts';
import { backgroundOf } from '../../model/resources/background.ts';
import { Connector } from '../../model/widgets/connector.ts';
import type { Widget } from '../../model/widgets/index.ts';
import { rootOf } from '../../model/widgets/shared-canvas.ts';
import type { Box, Drawing, Shape } from '../assets/render/drawing/drawing.ts';
import { type DurableView, recordOf, type Version } from '../store/store.ts';
import { connectorShapes } from './connectors.ts';
import { backgroundShapes, widgetShapes } from './looks.ts';
import { placesOf, type WidgetPlace } from './places.ts';
import { strokePath } from './stroke-paths.ts';

/** The picture fits into this size, with the proportions of the canvas. */
const MOST: { readonly width: number; readonly height: number } = { width: 1280, height: 720 };
/** Bounds on what is drawn: of too many widgets the largest; of too many connectors and strokes the first. */
const MOST_WIDGETS = 3000;
const MOST_CONNECTORS = 2000;
const MOST_STROKES = 2000;
const MOST_NODES = 60_000;
/** Smaller widgets are left out; in pixels of the picture. */
const SMALLEST = 0.5;
const LARGEST = 1e6;
const STEPS = 50;

/**
 * Describes a canvas as it is now. The first step takes the versions of its records, which never change, so that the other
 * steps may run in later turns. The same canvas always gives the same description.
 */
export function* describeCanvas(view: DurableView): Work<Drawing> {
  const widgets = [...view.list('widgets').versions()];
  const strokes = [...view.list('annotations').versions()];
  const background = backgroundOf(view);
  const root = view.version(rootOf(view).id)!;
  const { size } = rootOf(view);
  const zoom = Math.min(MOST.width / size.width, MOST.height / size.height);
  const frame = { x: 0, y: 0, width: atLeastOne(size.width * zoom), height: atLeastOne(size.height * zoom) };

  const places = yield* placesOf(widgets, root, zoom);
  const visible = largest([...places.values()].filter(({ box }) => isSeen(box, frame)));
  const pen = new Strokes(yield* byParent(strokes, visible));
  const shapes = backgroundShapes(background, frame, zoom);
  for (const [at, place] of visible.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    const widget = recordOf(place.version) as Widget;
    shapes.push(...widgetShapes(widget, place), ...(yield* pen.on(widget, place)));
  }
  shapes.push(...(yield* connectorsOf(widgets, places, frame, zoom)));
  return { width: frame.width, height: frame.height, shapes };
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
  const grouped = new Map<string, Version[]>(places.map(({ version }) => [version.key, []]));
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
      const { line, nodes } = yield* strokePath(stroke, place, MOST_NODES - this.#nodes);
      this.#strokes++;
      this.#nodes += nodes;
      if (nodes > 0) shapes.push(line);
    }
    return shapes;
  }
}

function* connectorsOf(widgets: readonly Version[], places: Map<string, WidgetPlace>, frame: Box, zoom: number): Work<Shape[]> {
  const shapes: Shape[] = [];
  let drawn = 0;
  for (const [at, version] of widgets.entries()) {
    if (at % (10 * STEPS) === 0) yield;
    if (version.kind !== Connector || drawn === MOST_CONNECTORS) continue;
    const connector = JSON.parse(version.shown) as Connector;
    const [from, to] = [places.get(connector.src.id)?.box, places.get(connector.dst.id)?.box];
    if (!from || !to || !isInReach(from) || !isInReach(to) || !meets(around(from, to), frame)) continue;
    drawn++;
    shapes.push(...connectorShapes(connector, from, to, zoom));
  }
  return shapes;
}

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}
