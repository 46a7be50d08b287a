import type { Work } from '../../model/hooks.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { recordItem } from '../changes/record-item.ts';
import { recordList } from '../changes/record-list.ts';
import type { Answer, Call, PlainRoute, Route, WatchedRoute } from '../http/route.ts';
import type { ScopeTransaction } from '../store/types.ts';
import { type CanvasParts, canvasScope, canvasView, readRule, versionOfType } from './parts.ts';
import { listOf, widgetCreateSchema, widgetPatchSchema, widgetSchema } from './widget-schemas.ts';
import { createWidget, patchWidget, removeWidget } from './writes.ts';

type Verb<R = Route> = (parts: CanvasParts, definition: AnyWidget) => R;

/** GET, POST, PATCH and DELETE of every widget type that has a collection (widgets contract 1.11). */
export const collectionRoutes = (parts: CanvasParts, definitions: readonly AnyWidget[]): Route[] =>
  definitions.filter(({ widget }) => widget.path !== '').flatMap((definition) => verbs.map((verb) => verb(parts, definition)));

const list: Verb<WatchedRoute> = (parts, definition) => ({
  ...described(definition, 'collection', `All widgets of type ${definition.name} in creation order`),
  method: 'GET',
  access: readRule(parts, definition),
  answer: listOf(widgetSchema(definition)),
  watch: ({ params }) => recordList(canvasView(parts, params), canvasScope(params), definition.name),
});

const item: Verb<WatchedRoute> = (parts, definition) => ({
  ...described(definition, 'item', `One ${definition.name}`),
  method: 'GET',
  access: readRule(parts, definition),
  answer: widgetSchema(definition),
  watch({ params }) {
    const view = canvasView(parts, params);
    return recordItem(view, canvasScope(params), versionOfType(view, definition, params.widget_id!).key);
  },
});

const create: Verb<PlainRoute> = (parts, definition) => ({
  ...described(definition, 'collection', `Creates a ${definition.name}`),
  method: 'POST',
  access: parts.rules.editCanvas,
  body: widgetCreateSchema(definition),
  answer: widgetSchema(definition),
  refusals: [409],
  handle: (call) => write(parts, call, (scope) => createWidget(definition, call.body, scope)),
});

const patch: Verb<PlainRoute> = (parts, definition) => ({
  ...described(definition, 'item', `Changes what is sent of a ${definition.name}`),
  method: 'PATCH',
  access: parts.rules.editCanvas,
  body: widgetPatchSchema(definition),
  answer: widgetSchema(definition),
  refusals: [409],
  handle: (call) => write(parts, call, (scope) => patchWidget(definition, call.params.widget_id!, call, scope)),
});

const remove: Verb<PlainRoute> = (parts, definition) => ({
  ...described(definition, 'item', `Deletes a ${definition.name} and all that goes with it`),
  method: 'DELETE',
  access: parts.rules.editCanvas,
  answer: 'empty',
  handle: (call) => write(parts, call, (scope) => removeWidget(definition, call.params.widget_id!, scope)),
});

const verbs: readonly Verb[] = [list, item, create, patch, remove];

function described({ name, widget }: AnyWidget, form: 'collection' | 'item', summary: string) {
  return {
    path: `/canvases/:canvas_id/${widget.path}${form === 'item' ? '/:widget_id' : ''}`,
    summary,
    file: `model/widgets/${fileName(name)}`,
    scope: canvasScope,
  };
}

/** Runs the work on the path's canvas and answers the text of the record whose key it gives. */
function write(parts: CanvasParts, call: Call, work: (scope: ScopeTransaction) => Work<string | undefined>): Promise<Answer> {
  const canvas = canvasScope(call.params);
  return parts.store.submit({
    scopes: [canvas],
    author: call.author,
    permit: call.permit,
    *run(tx): Work<Answer> {
      const scope = tx.scope(canvas);
      const key = yield* work(scope);
      return key === undefined ? undefined : scope.text(key);
    },
  });
}

/** `VideoInput` is declared in `video-input.ts`. */
const fileName = (name: string): string => `${name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}.ts`;
