import type { Body } from '../../model/field.ts';
import type { View, Work, Writer } from '../../model/hooks.ts';
import { eitherOf, refuse } from '../../model/refusal.ts';
import type { Stored } from '../../model/resource.ts';
import { type AnyWidget, isWidget } from '../../model/widgets/common.ts';
import { createRecord, patchRecord, removeRecord } from '../../model/writing.ts';
import type { AcceptedFiles } from '../assets/deleted-files.ts';
import { recordTag } from '../changes/record-tag.ts';
import type { Answer, Call } from '../http/routing/route.ts';
import { clone } from './clone.ts';
import { readCloning } from './clone-widget.ts';
import { type CollectionDeps, canvasScope } from './deps.ts';
import { fileByHash, filesNamed } from './file-by-hash.ts';
import { refuseChanged } from './if-match.ts';
import { givenId } from './own-id.ts';
import { inCanvas, writeInCanvas } from './submit.ts';
import { writable } from './widget-schemas.ts';
import { createBody, type ZeroDepthDeps } from './zero-depth.ts';

/** Creates a widget of the type that the body names. 400 for a type that no client makes. */
export const createByName = (deps: CollectionDeps, definitions: readonly AnyWidget[], call: Call): Promise<Answer> =>
  createByJson(deps, typeNamed(definitions, call.body.widget_type, 'widget_type'), call);

/** Creates what the JSON body says: a clone, a widget with a file of this canvas, or a widget without a file. */
export async function createByJson(deps: CollectionDeps, definition: AnyWidget, call: Call): Promise<Answer> {
  const cloning = readCloning(definition, call.body);
  if (cloning) return clone(deps, definition, call, cloning);
  const accepted = await filesNamed(deps, canvasScope(call.params), definition.widget.upload === '' ? [] : [call.body]);
  return writeInCanvas(deps, call, (scope) => createWidget(deps, definition, call.body, { scope, accepted, own: givenId(call) }));
}

/** Where a widget is made. `accepted`: what `filesNamed` found. `own`: the id that it is to have. */
interface NewWidget {
  readonly scope: Writer;
  readonly accepted: AcceptedFiles;
  readonly own: { readonly id?: string };
}

/** The command that makes a widget from a JSON body, and returns its id. Types with a file are made by its `hash`. */
export function* createWidget(
  deps: ZeroDepthDeps,
  definition: AnyWidget,
  body: Body,
  { scope, accepted, own }: NewWidget,
): Work<string> {
  const given = { ...fileByHash(definition, body, { view: scope, accepted }), ...own };
  return yield* createRecord(definition, createBody(deps, body), scope, given);
}

export const patchWidget = (deps: CollectionDeps, call: Call): Promise<Answer> =>
  writeInCanvas(deps, call, function* (scope) {
    const { kind, record } = writableWidget(scope, call.params.widget_id!);
    refuseChanged(call, () => recordTag(scope.version(kind.key(record.id))!));
    return yield* patchRecord(kind, record, call, scope);
  });

export async function deleteWidget(deps: CollectionDeps, call: Call): Promise<Answer> {
  await inCanvas(deps, call, function* (scope) {
    const { kind, record } = writableWidget(scope, call.params.widget_id!);
    refuseChanged(call, () => recordTag(scope.version(kind.key(record.id))!));
    yield* removeRecord(kind, record, scope);
  });
  return undefined;
}

/** A widget that clients write. 404 when it is not there, 405 for cells and the root. */
function writableWidget(view: View, id: string): { readonly kind: AnyWidget; readonly record: Stored } {
  const found = view.find(id);
  if (!found || !isWidget(found.kind)) throw refuse.notFound('Widget', id);
  if (found.kind.widget.partOnly) throw refuse.methodNotAllowed('GET, HEAD');
  return { kind: found.kind, record: found.record };
}

/** The type that a body names under this key, in any letter case. */
export function typeNamed(definitions: readonly AnyWidget[], sent: unknown, key: 'widget_type' | 'type'): AnyWidget {
  if (sent === undefined || sent === null) throw refuse.missing(key);
  if (typeof sent !== 'string') throw refuse.wrongType(key, 'a string');
  const types = writable(definitions);
  const found = types.find(({ name }) => name.toLowerCase() === sent.toLowerCase());
  if (!found) throw refuse.invalid(`${key} must be ${eitherOf(types.map(({ name }) => name))}`);
  return found;
}
