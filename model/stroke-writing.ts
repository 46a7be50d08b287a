import { type Body, initialValues, readCreate, readPatch } from './field.ts';
import type { View, Work, Writer } from './hooks.ts';
import { refuse } from './refusal.ts';
import { Annotation } from './resources/annotation.ts';
import { insertRecord, updateRecord } from './writing.ts';

const { fields } = Annotation;

/** What a new stroke has besides its body. `id`: undefined for a new one. */
interface NewStroke {
  readonly parent_id: string;
  readonly id: string | undefined;
}

/**
 * Draws a stroke on a widget from a create body, and returns its id. 409 when the id is taken. Only a stroke that brings its id takes a
 * depth: it comes back to its place, while older clients send whatever depth they read.
 */
export function* createAnnotation({ parent_id, id }: NewStroke, body: Body, writer: Writer): Work<string> {
  const values = readCreate(fields, id === undefined ? { ...body, depth: undefined } : body);
  const next = { ...initialValues(fields), ...values, id: id ?? writer.newId(), parent_id };
  yield* insertRecord(Annotation, next, Object.keys(values), writer);
  return next.id;
}

/** Changes what a PATCH body holds, and returns the id. The initial values only keep the fields in their order. */
export function* patchAnnotation(parent: string, id: string, body: Body, writer: Writer): Work<string> {
  const previous = storedAnnotation(parent, id, writer);
  const values = readPatch(fields, body, previous);
  yield* updateRecord(Annotation, { ...initialValues(fields), ...previous, ...values }, previous, Object.keys(values), writer);
  return id;
}

/** The stroke with this id. Throws 404 when it is not there, or is on another widget. */
export function storedAnnotation(parent: string, id: string, view: View): Annotation {
  const stored = view.get(Annotation, id);
  if (stored?.parent_id !== parent) throw refuse.notFound('Annotation', id);
  return stored;
}
