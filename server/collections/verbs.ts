import type { AnyWidget } from '../../model/widgets/common.ts';
import { recordItem } from '../changes/record-item.ts';
import { recordList } from '../changes/record-list.ts';
import { readCloning } from '../commands/clone-widget.ts';
import { longTexts } from '../http/body-limits.ts';
import type { PlainRoute, Route, WatchedRoute } from '../http/route.ts';
import { clone } from './clone.ts';
import { download } from './download.ts';
import { type CollectionParts, canvasScope, canvasView, dashed, readRule, type Verb, versionOfType } from './parts.ts';
import { cloneByForm, uploading } from './upload.ts';
import { cloneSchema, listOf, orClone, widgetCreateSchema, widgetPatchSchema, widgetSchema } from './widget-schemas.ts';
import { write } from './write.ts';
import { createWidget, patchWidget, removeWidget } from './writes.ts';

/** GET, POST, PATCH and DELETE of every widget type that has a collection (widgets contract 1.11). */
export const collectionRoutes = (parts: CollectionParts, definitions: readonly AnyWidget[]): Route[] =>
  definitions
    .filter(({ widget }) => widget.path !== '')
    .flatMap((definition) => verbsOf(definition).map((verb) => verb(parts, definition)));

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
  bodyLimits: longTexts,
  ...(definition.widget.upload ? uploading(parts, definition) : creating(parts, definition)),
  answer: widgetSchema(definition),
  refusals: conflictsOf(definition),
});

const creating = (parts: CollectionParts, definition: AnyWidget): Pick<PlainRoute, 'body' | 'multipart' | 'handle'> => ({
  body: definition.widget.clonable ? orClone(widgetCreateSchema(definition)) : widgetCreateSchema(definition),
  ...(definition.widget.clonable && { multipart: cloneSchema }),
  handle(call) {
    if (call.isMultipart) return cloneByForm(parts, definition, call);
    const cloning = readCloning(definition, call.body);
    if (cloning) return clone(parts, definition, call, cloning);
    return write(parts, call, (scope) => createWidget(definition, call.body, scope));
  },
});

const patch: Verb<PlainRoute> = (parts, definition) => ({
  ...described(definition, 'item', `Changes what is sent of a ${definition.name}`),
  method: 'PATCH',
  access: parts.rules.editCanvas,
  body: widgetPatchSchema(definition),
  bodyLimits: longTexts,
  answer: widgetSchema(definition),
  refusals: conflictsOf(definition),
  handle: (call) => write(parts, call, (scope) => patchWidget(definition, call.params.widget_id!, call, scope)),
});

const conflictsOf = ({ widget }: AnyWidget): number[] => (widget.conflicts ? [409] : []);

const remove: Verb<PlainRoute> = (parts, definition) => ({
  ...described(definition, 'item', `Deletes a ${definition.name} and all that goes with it`),
  method: 'DELETE',
  access: parts.rules.editCanvas,
  answer: 'empty',
  handle: (call) => write(parts, call, (scope) => removeWidget(definition, call.params.widget_id!, scope)),
});

const verbs: readonly Verb[] = [list, item, create, patch, remove];

const verbsOf = ({ widget }: AnyWidget): readonly Verb[] => (widget.upload ? [...verbs, download] : verbs);

function described({ name, widget }: AnyWidget, form: 'collection' | 'item', summary: string) {
  return {
    path: `/canvases/:canvas_id/${widget.path}${form === 'item' ? '/:widget_id' : ''}`,
    summary,
    file: `model/widgets/${dashed(name)}.ts`,
    scope: canvasScope,
  };
}
