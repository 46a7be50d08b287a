import { type Body, initialValues, readCreate } from '../../model/field.ts';
import type { Work, Writer } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Stored } from '../../model/resource.ts';
import { type AnyWidget, readWidgetPatch, sentNames } from '../../model/widgets/common.ts';
import { insertRecord, updateRecord } from '../../model/writing.ts';

interface StoredWidget extends Stored {
  readonly id: string;
}

interface Request {
  readonly body: Body;
}

/** Makes a widget from a create body and gives its id. `given`: values of the server's own, such as those of its file. */
export function* createWidget(definition: AnyWidget, body: Body, writer: Writer, given: object = {}): Work<string> {
  const values = readCreate(definition.fields, body);
  const next: StoredWidget = { ...initialValues(definition.fields), ...given, ...values, id: writer.newId() };
  yield* insertRecord(definition, next, sentNames(definition.fields, values, body), writer);
  return next.id;
}

/**
 * Changes what a PATCH body holds; what changes nothing writes nothing. The body is looked at after the 404,
 * so that it may be parsed on that first look.
 */
export function* patchWidget(definition: AnyWidget, id: string, request: Request, writer: Writer): Work<string> {
  const previous = storedWidget(definition, id, writer);
  const { values, sent } = readWidgetPatch(definition, request.body, previous);
  yield* updateRecord(definition, { ...previous, ...values }, previous, sent, writer);
  return id;
}

/** Deletes a widget of this type and all that goes with it. */
export function* removeWidget(definition: AnyWidget, id: string, writer: Writer): Work<undefined> {
  storedWidget(definition, id, writer);
  yield* writer.remove(definition.key(id));
}

function storedWidget(definition: AnyWidget, id: string, writer: Writer): StoredWidget {
  const stored = writer.get<StoredWidget>(definition, id);
  if (!stored) throw refuse.notFound(definition.name, id);
  return stored;
}
