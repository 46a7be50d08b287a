import { type Body, initialValues, readCreate } from '../../model/field.ts';
import type { About, Hooks, Work, Writer } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Stored } from '../../model/resource.ts';
import { type AnyWidget, readWidgetPatch, sentNames } from '../../model/widgets/common.ts';

interface StoredWidget extends Stored {
  readonly id: string;
}

/** Makes a widget from a create body. Refuses what a reader or the type's check refuses, before anything is written. */
export function* createWidget(definition: AnyWidget, body: Body, writer: Writer): Work<string> {
  const values = readCreate(definition.fields, body);
  const next: StoredWidget = { ...initialValues(definition.fields), ...values, id: writer.newId() };
  settle(definition, next, { sent: sentNames(definition.fields, values, body), previous: undefined, view: writer });
  writer.insert(definition, next);
  yield* more(definition.hooks.created?.(next, writer));
  return next.id;
}

/** Changes what a PATCH body holds. The 404 comes before the body is judged; what changes nothing writes nothing. */
export function* patchWidget(definition: AnyWidget, id: string, body: Body, writer: Writer): Work<string> {
  const previous = storedWidget(definition, id, writer);
  const { values, sent } = readWidgetPatch(definition, body, previous);
  const next: StoredWidget = { ...previous, ...values };
  settle(definition, next, { sent, previous, view: writer });
  writer.update(definition, next);
  yield* more(definition.hooks.changed?.(next, previous, writer));
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

function settle(definition: AnyWidget, next: Stored, about: About<Stored>): void {
  definition.hooks.prepare?.(next, about);
  definition.hooks.check?.(next, about);
}

function* more(work: ReturnType<NonNullable<Hooks<Stored>['created']>>): Work {
  if (work) yield* work;
}
