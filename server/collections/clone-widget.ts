import { copyOf } from '../../model/copying.ts';
import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { kinds } from '../../model/resources/index.ts';
import { WidgetId } from '../../model/types.ts';
import { type AnyWidget, isWidget, type Placed } from '../../model/widgets/common.ts';
import { rootOf } from '../../model/widgets/shared-canvas.ts';
import { refuseTaken } from '../../model/writing.ts';
import { type DurableView, recordOf, type Transaction, type Version } from '../store/store.ts';

/** What a create body says to make a clone (interface/widgets 14). */
export interface CloneRequest {
  readonly source_canvas_id: string;
  readonly source_widget_id: string;
  readonly body: Body;
}

/** A widget with its strokes, as readers of its canvas saw them in one turn. */
export interface CloneSource {
  readonly widget: Version;
  readonly strokes: readonly Version[];
}

const keys = ['source_canvas_id', 'source_widget_id'] as const;

/**
 * The clone that a create body asks for; undefined when it asks for none. 400 when one of the two ids is missing, for values of a
 * wrong type, and for a collection whose widgets cannot be cloned.
 */
export function readCloning({ name, fields, widget }: AnyWidget, body: Body): CloneRequest | undefined {
  const sent = keys.filter((key) => isSent(body[key]));
  if (sent.length === 0) return undefined;
  if (!widget.clonable) throw refuse.invalid(`A ${name} cannot be cloned`);
  const [canvas, source] = keys.map((key) => {
    if (!sent.includes(key)) throw refuse.missing(key);
    return WidgetId.read(body[key], key, undefined);
  });
  // The location is read before the source is looked up, so that a wrong one is refused first. The source supplies missing parts
  if (isSent(body.location)) fields.location!.type.read(body.location, 'location', undefined);
  return { source_canvas_id: canvas!, source_widget_id: source!, body };
}

/** The source as it is on disk now. 404 when it is not there, 400 when it is of another type. */
export function takeWidget(view: DurableView, definition: AnyWidget, id: string): CloneSource {
  const widget = view.version(id);
  if (!widget || !isWidget(widget.kind)) throw refuse.notFound('Widget', id);
  if (widget.kind !== definition) throw refuse.invalid(`Widget ${id} is not a ${definition.name}`);
  return { widget, strokes: strokesOn(view, id) };
}

/** What is to be made of the source. `id`: that of the clone; undefined: a new one. */
interface CloneTarget extends Pick<CloneRequest, 'body'> {
  readonly id: string | undefined;
}

/**
 * Makes the clone on the top level, with its strokes, but without the widgets in the source and the connectors at it. 409 when its id is
 * taken.
 */
export function* cloneWidget(
  tx: Transaction,
  canvas: string,
  { widget, strokes }: CloneSource,
  { body, id }: CloneTarget,
): Work<string> {
  const scope = tx.scope(canvas);
  const definition = widget.kind as AnyWidget;
  if (id !== undefined) refuseTaken(id, scope);
  const ids = new Map([[widget.key, id ?? scope.newId()]]);
  const copying = { to: (id: string) => ids.get(id) ?? id, clone: true, now: tx.now };
  const copy = copyOf(definition, recordOf(widget), copying) as Placed;
  const next = { ...copy, parent_id: rootOf(scope).id, location: locationOf(copy, definition, body) };
  scope.insert(definition, next);
  const work = definition.hooks.created?.(next, scope);
  if (work) yield* work;
  for (const stroke of strokes) {
    ids.set(stroke.key, scope.newId());
    scope.insert(stroke.kind, copyOf(stroke.kind, recordOf(stroke), copying));
    yield;
  }
  return String(next.id);
}

/** The kinds of strokes: those with an index by the widget that they are drawn on. */
const drawn = kinds.filter(({ indexes }) => 'annotations' in indexes);

function strokesOn(view: DurableView, widget: string): Version[] {
  const found = [...view.keys('annotations', widget)].flatMap((key) => view.version(key) ?? []);
  // The index may still hold strokes that have just left
  const on = found.filter(
    (stroke) => drawn.includes(stroke.kind) && stroke.kind.indexes.annotations!(recordOf(stroke)) === widget,
  );
  return on.sort((a, b) => a.ordinal - b.ordinal);
}

/** The location of the source, with what the body says of another. */
function locationOf(copy: Placed, { fields }: AnyWidget, { location }: Body): Placed['location'] {
  return isSent(location)
    ? (fields.location!.type.read(location, 'location', copy.location) as Placed['location'])
    : copy.location;
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null;
