import type { XY } from '../../../model/looks/shapes.ts';
import { cellId } from '../../../model/widgets/table-cell.ts';
import type { Operation } from '../../live/edits/edit.ts';
import type { Stroke, WidgetElement, WidgetOf } from '../../live/element.ts';
import { isLine, isPart, isPlaced, isRoot, type PlacedWidget } from '../../live/forms.ts';
import { bodyOf } from '../commands/record-body.ts';
import { aroundAll } from './add-place.ts';

export interface TemplateTarget {
  /** The root widget of the canvas that takes the copies. */
  readonly root_id: string;
  /** Where the middle of all of them comes, in pixels of that canvas. */
  readonly at: XY;
  /** Above everything that is there. */
  readonly depth: number;
  readonly newId: () => string;
  /** The copies come to the canvas that they are made of: it has their files, and numbers of its anchors count on. */
  readonly isSame?: boolean;
}

export interface TemplateCopy {
  /** Parents before children, connectors last: they may be sent in parts. */
  readonly operations: readonly Operation[];
  /** Ids of the new widgets and strokes, without cells. */
  readonly ids: readonly string[];
}

/**
 * Copies of everything on a canvas, with parents, connectors and strokes. Files are cloned where the other canvas does not have them.
 * @param widgets of `GET /widgets?annotations=1`
 */
export function fromTemplate(canvas_id: string, widgets: readonly WidgetElement[], target: TemplateTarget): TemplateCopy {
  const placed = widgets.filter((widget): widget is WidgetElement & PlacedWidget => isPlaced(widget) && !isRoot(widget));
  const root = widgets.find(isRoot);
  const copies = new Map<string, string>();
  for (const widget of widgets) if (!isRoot(widget)) copies.set(widget.id, target.newId());
  for (const widget of placed) if (isCell(widget)) copies.set(widget.id, cellId(copies.get(widget.parent_id)!, widget));
  const tops = placed.filter(({ parent_id }) => !copies.has(parent_id));
  const by = shiftOf(tops, root, target.at);
  const copying: Copying = { canvas_id, copies, by, target };
  const drawn = widgets.flatMap((widget) => strokesOf(widget, copying));
  const operations = [
    ...inFamilies(placed).flatMap((widget) => placedCopy(widget, copying)),
    ...widgets.flatMap((widget) => lineCopy(widget, copying)),
    ...drawn,
  ];
  return { operations, ids: operations.flatMap((operation) => (operation.op === 'create' ? operation.id : [])) };
}

interface Copying {
  readonly canvas_id: string;
  /** New ids by those on the other canvas. */
  readonly copies: ReadonlyMap<string, string>;
  readonly by: XY;
  readonly target: TemplateTarget;
}

const isCell = (widget: WidgetOf): widget is WidgetOf<'TableCell'> => isPart(widget);

/** How far the things on the root move, so that their middle comes to a point. Without any, the middle of the canvas comes there. */
function shiftOf(tops: readonly PlacedWidget[], root: WidgetOf | undefined, at: XY): XY {
  const boxes = tops.map(({ location, size, scale }) => ({
    ...location,
    width: size.width * scale,
    height: size.height * scale,
  }));
  if (boxes.length === 0 && root && isPlaced(root)) boxes.push({ x: 0, y: 0, ...root.size });
  if (boxes.length === 0) return at;
  const { x, y, width, height } = aroundAll(boxes);
  return { x: at.x - x - width / 2, y: at.y - y - height / 2 };
}

/** Parents before what lies on them, whenever they were made. */
function inFamilies<W extends PlacedWidget>(widgets: readonly W[]): W[] {
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  const done = new Set<W>();
  const visit = (widget: W): void => {
    const parent = byId.get(widget.parent_id);
    if (parent && !done.has(parent)) visit(parent);
    done.add(widget);
  };
  for (const widget of widgets) if (!done.has(widget)) visit(widget);
  return [...done];
}

const NUMBERED: ReadonlySet<string> = new Set(['anchor_index']);

function placedCopy(widget: WidgetElement & PlacedWidget, { canvas_id, copies, by, target }: Copying): Operation[] {
  if (isCell(widget)) return [];
  const id = copies.get(widget.id)!;
  const parent = copies.get(widget.parent_id);
  const { x, y } = widget.location;
  const location = parent ? { x, y } : { x: x + by.x, y: y + by.y };
  const place = { parent_id: parent ?? target.root_id, location, depth: parent ? widget.depth : widget.depth + target.depth };
  if (target.isSame || !('hash' in widget)) {
    const body = { ...bodyOf(widget, target.isSame ? NUMBERED : undefined), ...place };
    return [{ op: 'create', id, type: widget.widget_type, body }];
  }
  const source = { source_canvas_id: canvas_id, source_widget_id: widget.id, location };
  return [
    { op: 'create', id, type: widget.widget_type, body: source },
    { op: 'update', id, body: place },
  ];
}

function lineCopy(widget: WidgetElement, { copies }: Copying): Operation[] {
  if (!isLine(widget)) return [];
  const src = copies.get(widget.src.id);
  const dst = copies.get(widget.dst.id);
  const id = copies.get(widget.id);
  if (!src || !dst) return [];
  const ends = { src: { ...widget.src, id: src }, dst: { ...widget.dst, id: dst } };
  return [{ op: 'create', id: id!, type: widget.widget_type, body: { ...bodyOf(widget), ...ends } }];
}

/** A clone has its strokes already. */
function strokesOf(widget: WidgetElement, { copies, by, target }: Copying): Operation[] {
  if ('hash' in widget && !target.isSame) return [];
  const isOfRoot = isRoot(widget);
  const widget_id = isOfRoot ? target.root_id : copies.get(widget.id);
  if (!widget_id) return [];
  return (widget.annotations ?? []).map((stroke) => ({
    op: 'create',
    id: target.newId(),
    type: 'Annotation',
    body: strokeBody(stroke, isOfRoot ? by : { x: 0, y: 0 }),
    ...(!isOfRoot && { widget_id }),
  }));
}

const strokeBody = ({ points, line_color, depth, page }: Stroke, by: XY) => ({
  points: moved(points, by),
  line_color,
  depth,
  ...(page !== undefined && { page }),
});

/** Nodes of nine floats, in base64: of each three, the first two are a place. */
function moved(points: string, { x, y }: XY): string {
  if (x === 0 && y === 0) return points;
  const bytes = Uint8Array.from(atob(points), (letter) => letter.charCodeAt(0));
  const floats = new DataView(bytes.buffer);
  for (let at = 0; at + 12 <= bytes.length; at += 12) {
    floats.setFloat32(at, floats.getFloat32(at, true) + x, true);
    floats.setFloat32(at + 4, floats.getFloat32(at + 4, true) + y, true);
  }
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
