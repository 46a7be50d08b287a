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
import { listOf, orClone, widgetCreateSchema, widgetPatchSchema, widgetSchema } from './widget-schemas.ts';
import { collectionName, many, one, tagOf } from './wording.ts';
import { write } from './write.ts';
import { createWidget, patchWidget, removeWidget } from './writes.ts';

/** GET, POST, PATCH and DELETE of every widget type that has a collection (widgets contract 1.11). */
export const collectionRoutes = (parts: CollectionParts, definitions: readonly AnyWidget[]): Route[] =>
  definitions
    .filter(({ widget }) => widget.path !== '')
    .flatMap((definition) => verbsOf(definition).map((verb) => verb(parts, definition)));

const list: Verb<WatchedRoute> = (parts, definition) => ({
  ...described(definition, 'collection', `list${collectionName(definition)}`),
  summary: `All ${many(definition)} of a canvas, in creation order`,
  method: 'GET',
  access: readRule(parts, definition),
  answer: listOf(widgetSchema(definition)),
  watch: ({ params }) => recordList(canvasView(parts, params), canvasScope(params), definition.name),
});

const item: Verb<WatchedRoute> = (parts, definition) => ({
  ...described(definition, 'item', `get${definition.name}`),
  summary: `One ${definition.widget.called}`,
  method: 'GET',
  access: readRule(parts, definition),
  answer: widgetSchema(definition),
  watch({ params }) {
    const view = canvasView(parts, params);
    return recordItem(view, canvasScope(params), versionOfType(view, definition, params.widget_id!).key);
  },
});

const create: Verb<PlainRoute> = (parts, definition) => ({
  ...described(definition, 'collection', `create${definition.name}`),
  summary: `Creates ${one(definition)}`,
  about: creationRules(definition),
  method: 'POST',
  access: parts.rules.editCanvas,
  bodyLimits: longTexts,
  ...(definition.widget.upload ? uploading(parts, definition) : creating(parts, definition)),
  answer: widgetSchema(definition),
  refusals: conflictsOf(definition),
});

const creating = (parts: CollectionParts, definition: AnyWidget): Pick<PlainRoute, 'body' | 'multipart' | 'handle'> => ({
  body: definition.widget.clonable ? orClone(widgetCreateSchema(definition)) : widgetCreateSchema(definition),
  ...(definition.widget.clonable && { multipart: 'undescribed' as const }),
  handle(call) {
    if (call.isMultipart) return cloneByForm(parts, definition, call);
    const cloning = readCloning(definition, call.body);
    if (cloning) return clone(parts, definition, call, cloning);
    return write(parts, call, (scope) => createWidget(definition, call.body, scope));
  },
});

const patch: Verb<PlainRoute> = (parts, definition) => ({
  ...described(definition, 'item', `update${definition.name}`),
  summary: `Changes what is sent of ${one(definition)}`,
  about: 'Parts of objects may be sent one by one. A PATCH that changes nothing writes nothing and reaches no stream.',
  method: 'PATCH',
  access: parts.rules.editCanvas,
  body: widgetPatchSchema(definition),
  bodyLimits: longTexts,
  answer: widgetSchema(definition),
  refusals: conflictsOf(definition),
  handle: (call) => write(parts, call, (scope) => patchWidget(definition, call.params.widget_id!, call, scope)),
});

/** What the body of a create may be besides what its schema says. */
function creationRules({ widget: { upload, clonable, called } }: AnyWidget): string {
  const copy = `a copy of that ${called} with its strokes.`;
  if (upload) {
    return `The file is the part \`data\` of a form, what else is to be set its part \`json\`. JSON with \`source_canvas_id\`, \`source_widget_id\` and, if you like, \`location\` makes ${copy}`;
  }
  return clonable ? `With \`source_canvas_id\` and \`source_widget_id\` it is ${copy}` : '';
}

const conflictsOf = ({ widget }: AnyWidget): number[] => (widget.conflicts ? [409] : []);

const remove: Verb<PlainRoute> = (parts, definition) => ({
  ...described(definition, 'item', `delete${definition.name}`),
  summary: `Deletes ${one(definition)} and all that goes with it`,
  about: 'That is what stands in it, strokes on it, and connectors that end at any of these.',
  method: 'DELETE',
  access: parts.rules.editCanvas,
  answer: 'empty',
  handle: (call) => write(parts, call, (scope) => removeWidget(definition, call.params.widget_id!, scope)),
});

const verbs: readonly Verb[] = [list, item, create, patch, remove];

const verbsOf = ({ widget }: AnyWidget): readonly Verb[] => (widget.upload ? [...verbs, download] : verbs);

function described(definition: AnyWidget, form: 'collection' | 'item', operation: string) {
  const { name, widget } = definition;
  return {
    path: `/canvases/:canvas_id/${widget.path}${form === 'item' ? '/:widget_id' : ''}`,
    operation,
    tag: tagOf(definition),
    file: `model/widgets/${dashed(name)}.ts`,
    scope: canvasScope,
  };
}
