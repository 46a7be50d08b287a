import { refuse } from '../../model/refusal.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Params } from '../access/access-rule.ts';
import { recordItem } from '../changes/record-item.ts';
import { recordList } from '../changes/record-list.ts';
import type { Source } from '../changes/source.ts';
import { tags } from '../http/answers/tags.ts';
import { longTexts } from '../http/routing/body-limits.ts';
import { readBoolean } from '../http/routing/query.ts';
import type { Call, Route, Watch } from '../http/routing/route.ts';
import type { DurableView, Version } from '../store/store.ts';
import { AnnotationTexts, annotationsOf } from './annotations/annotation-records.ts';
import {
  annotatedWidgetSchema,
  annotationsQuery,
  elementsQuery,
  streamedWidgetSchema,
} from './annotations/annotation-schemas.ts';
import { annotatedItem, annotatedList, elementList } from './annotations/annotation-sources.ts';
import { readPoints, written } from './annotations/points-form.ts';
import { type CanvasDeps, type CollectionDeps, canvasScope, canvasView } from './deps.ts';
import { anyWidgetSchema, listOf, widgetBody, widgetPatch } from './widget-schemas.ts';
import { createByName, deleteWidget, patchWidget } from './write-widgets.ts';

const LIST = 'widgets';
const file = 'server/collections/widgets.ts';

/** Widgets of every type by one path: reads with the root first, and writes that take the bodies of the types (interface/widgets 3). */
export const widgetRoutes = (deps: CollectionDeps, definitions: readonly AnyWidget[]): Route[] => [
  ...reads(deps, definitions),
  ...writes(deps, definitions),
];

const reads = (deps: CanvasDeps, definitions: readonly AnyWidget[]): Route[] => [
  {
    path: '/canvases/:canvas_id/widgets',
    operation: 'listWidgets',
    tag: tags.widgets,
    summary: 'Every widget of every type, the root first, then in creation order',
    method: 'GET',
    access: deps.rules.viewCanvasOrLink,
    answer: listOf(streamedWidgetSchema(definitions)),
    query: { ...annotationsQuery, ...elementsQuery },
    file,
    scope: canvasScope,
    ...watching(deps, (view) => ({
      annotations: () => [...view.list('annotations').versions()],
      plain: () => recordList(view, view.scope, LIST),
      annotated: (texts, { query }) => (readBoolean(query, 'elements') ? elementList : annotatedList)(view, LIST, texts),
    })),
  },
  {
    path: '/canvases/:canvas_id/widgets/:widget_id',
    operation: 'getWidget',
    tag: tags.widgets,
    summary: 'One widget of any type',
    method: 'GET',
    access: deps.rules.viewCanvasOrLink,
    answer: annotatedWidgetSchema(definitions),
    query: annotationsQuery,
    file,
    scope: canvasScope,
    ...watching(deps, (view, params) => {
      const widget = listedWidget(view, params);
      return {
        annotations: () => annotationsOf(view, widget.key),
        plain: () => recordItem(view, view.scope, widget.key),
        annotated: (texts) => annotatedItem(view, widget, texts),
      };
    }),
  },
];

function writes(deps: CollectionDeps, definitions: readonly AnyWidget[]): Route[] {
  const common = { tag: tags.widgets, access: deps.rules.editCanvas, file, scope: canvasScope };
  const answer = anyWidgetSchema(definitions);
  const one = { ...common, path: '/canvases/:canvas_id/widgets/:widget_id', ifMatch: true, refusals: [405, 409] } as const;
  return [
    {
      ...common,
      method: 'POST',
      path: '/canvases/:canvas_id/widgets',
      operation: 'createWidget',
      summary: 'Creates a widget of the type that the body names',
      about:
        'Besides `widget_type` the body is that of the collection of the type, or that of a clone; an image, a video or a PDF is made by `hash`. Video output anchors are made here, too.',
      ownIds: true,
      body: widgetBody(definitions),
      bodyLimits: longTexts,
      answer,
      handle: (call) => createByName(deps, definitions, call),
    },
    {
      ...one,
      method: 'PATCH',
      operation: 'updateWidget',
      summary: 'Changes what is sent of a widget of any type',
      about: 'The body is that of the collection of its type. Cells and the root are not changed: 405.',
      body: widgetPatch,
      bodyLimits: longTexts,
      answer,
      handle: (call) => patchWidget(deps, call),
    },
    {
      ...one,
      method: 'DELETE',
      operation: 'deleteWidget',
      summary: 'Deletes a widget of any type and all that goes with it',
      about: 'Cells and the root are not deleted: 405.',
      refusals: [405],
      answer: 'empty',
      handle: (call) => deleteWidget(deps, call),
    },
  ];
}

function listedWidget(view: DurableView, { widget_id }: Params): Version {
  const version = view.version(widget_id!);
  if (!version?.kind.lists.includes(LIST)) throw refuse.notFound('Widget', widget_id!);
  return version;
}

interface FoundWidgets {
  readonly annotations: () => readonly Version[];
  readonly plain: () => Source;
  readonly annotated: (texts: AnnotationTexts, call: Pick<Call, 'query'>) => Source;
}

/** Shows annotations when the query asks for `annotations`. */
function watching(deps: CanvasDeps, find: (view: DurableView, params: Params) => FoundWidgets) {
  const found = ({ params }: Pick<Call, 'params'>): FoundWidgets => find(canvasView(deps, params), params);
  const watch: Watch = (call) => {
    const { plain, annotated } = found(call);
    const form = readPoints(call.query);
    return readBoolean(call.query, 'annotations') ? annotated(new AnnotationTexts(form), call) : plain();
  };
  const prepare = (call: Call): Promise<Watch> | undefined => {
    if (call.query.annotations === undefined) return undefined;
    const { annotations } = found(call);
    if (!readBoolean(call.query, 'annotations')) return undefined;
    return written(
      deps,
      canvasView(deps, call.params),
      call.query,
      annotations,
      (texts) => (again) => found(again).annotated(texts, again),
    );
  };
  return { watch, prepare };
}
