import { type Fields, initialValues } from '../../../model/field.ts';
import { Refusal } from '../../../model/refusal-error.ts';
import { Annotation } from '../../../model/resources/annotation.ts';
import { widgetKinds } from '../../../model/widgets/index.ts';
import type { WidgetElement } from '../../live/element.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The widgets in JSON from a clipboard that canvases take, each with the fields that are right. A widget whose parent does not come before
 * it lies on the root; cells without their table, connectors without both ends and what has no place are left out. Never throws.
 */
export function readWidgets(sent: unknown): WidgetElement[] {
  const known = new Map<string, WidgetElement>();
  for (const one of Array.isArray(sent) ? sent : []) {
    const widget = isObject(one) ? readWidget(one, known) : undefined;
    if (widget) known.set(widget.id, widget);
  }
  return [...known.values()];
}

function readWidget(sent: Json, known: ReadonlyMap<string, WidgetElement>): WidgetElement | undefined {
  const { id, widget_type, annotations } = sent;
  const kind = widgetKinds.find(({ name, widget }) => name === widget_type && (widget.path || name === 'TableCell'));
  if (!kind || typeof id !== 'string' || id === '' || known.has(id)) return undefined;
  const { placed, annotatable, paged, upload } = kind.widget;
  const fields = { ...readFields(kind.fields, sent), id, widget_type };
  const read = placed ? readPlaced(fields, sent, known) : readConnecting(fields, sent, known);
  if (!read || (upload && !read.hash)) return undefined;
  const drawn = annotatable && Array.isArray(annotations) ? annotations.filter(isObject) : [];
  const strokes = drawn.flatMap((stroke) => readStroke(stroke, paged));
  return {
    ...initialValues(kind.fields),
    ...read,
    ...(strokes.length > 0 && { annotations: strokes }),
  } as unknown as WidgetElement;
}

function readPlaced(fields: Json, { parent_id }: Json, known: ReadonlyMap<string, WidgetElement>): Json | undefined {
  const { location, size, scale = 1, widget_type } = fields;
  const parent = known.get(String(parent_id));
  if (!location || !size) return undefined;
  if (widget_type === 'TableCell' && parent?.widget_type !== 'Table') return undefined;
  return { ...fields, scale, parent_id: parent?.id ?? 'root' };
}

function readConnecting(fields: Json, sent: Json, known: ReadonlyMap<string, WidgetElement>): Json | undefined {
  const { src, dst } = fields as { readonly src?: { readonly id: string }; readonly dst?: { readonly id: string } };
  const hasEnds = src && dst && [src.id, dst.id].every((id) => known.has(id) && 'location' in known.get(id)!);
  return hasEnds && isObject(sent.src) && isObject(sent.dst) ? fields : undefined;
}

function readStroke(sent: Json, isPaged: boolean): Json[] {
  const { points, line_color, depth = 1, page } = readFields(Annotation.fields, sent);
  const isWhole = typeof points === 'string' && points !== '' && line_color !== undefined;
  return isWhole ? [{ id: '', points, line_color, depth, ...(isPaged && page !== undefined && { page }) }] : [];
}

/** The fields whose values their types read. */
function readFields(fields: Fields, sent: Json): Json {
  const read: Record<string, unknown> = {};
  for (const [key, { type }] of Object.entries(fields)) {
    const value = sent[key];
    if (value === undefined || value === null) continue;
    try {
      read[key] = type.read(value, key, undefined);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
    }
  }
  return read;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
