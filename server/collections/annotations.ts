import type { TSchema } from 'typebox';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import type { Tag } from '../../model/verb.ts';
import { one, tagOf } from '../../model/widgets/collection.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { rootOf } from '../../model/widgets/shared-canvas.ts';
import type { Params } from '../access/access-rule.ts';
import { recordTag } from '../changes/record-tag.ts';
import { answerOf } from '../http/pulled.ts';
import type { Answer, Call, PlainRoute, Route, Watch, WatchedRoute } from '../http/route.ts';
import { tags } from '../http/tags.ts';
import type { DurableView, ScopeTransaction, Version } from '../store/store.ts';
import { annotationCreateSchema, annotationPatchSchema, annotationSchema, pointsQuery } from './annotation-schemas.ts';
import { strokeItem, strokeList } from './annotation-sources.ts';
import { type CanvasDeps, canvasScope, canvasView, dashed, versionOfType } from './deps.ts';
import { refuseChanged } from './if-match.ts';
import { readPoints, written } from './points-form.ts';
import { strokeBody, strokeLimits } from './stroke-body.ts';
import { parentOf, StrokeTexts, strokesOf, textsOf } from './strokes.ts';
import { inCanvas } from './submit.ts';
import { listOf } from './widget-schemas.ts';
import { createAnnotation, patchAnnotation, storedAnnotation } from './write-annotations.ts';

/** What strokes are drawn on: the widgets of one type, or the canvas plane. */
interface Surface {
  readonly path: string;
  readonly name: string;
  /** The noun in the names of operations: `NoteAnnotation`. */
  readonly called: string;
  readonly tag: Tag;
  /** The key of the widget that the path names, which is the parent of its strokes. Throws 404. */
  readonly parent: (view: DurableView, params: Params) => string;
  readonly parentInWrite: (scope: ScopeTransaction, params: Params) => string;
}

type AnnotationVerb = (deps: CanvasDeps, surface: Surface) => Route;

/** Strokes on every type whose definition takes them (interface/widgets 16.3); the type without a collection is the canvas plane. */
export const annotationRoutes = (deps: CanvasDeps, definitions: readonly AnyWidget[]): Route[] =>
  definitions
    .filter(({ widget }) => widget.annotatable)
    .map((definition) => (definition.widget.path === '' ? plane(definition) : surface(definition)))
    .flatMap((one) => verbs.map((verb) => verb(deps, one)));

const surface = (definition: AnyWidget): Surface => ({
  path: `/canvases/:canvas_id/${definition.widget.path}/:widget_id/annotations`,
  name: one(definition),
  called: `${definition.name}Annotation`,
  tag: tagOf(definition),
  parent: (view, { widget_id }) => versionOfType(view, definition, widget_id!).key,
  parentInWrite(scope, { widget_id }) {
    if (!scope.get(definition, widget_id)) throw refuse.notFound(definition.name, widget_id!);
    return widget_id!;
  },
});

const plane = ({ name, widget }: AnyWidget): Surface => ({
  path: `/canvases/:canvas_id/${dashed(name)}/annotations`,
  name: `the ${widget.called}`,
  called: `${name}Annotation`,
  tag: tags.annotations,
  parent: (view) => rootOf(view).id,
  parentInWrite: (scope) => rootOf(scope).id,
});

const list: AnnotationVerb = (deps, surface): WatchedRoute => ({
  ...described(surface, 'list', 'list'),
  summary: `The strokes on ${surface.name}, in ascending depth`,
  method: 'GET',
  access: deps.rules.viewCanvas,
  answer: listOf(annotationSchema),
  query: pointsQuery,
  ...watching(deps, (view, params) => {
    const parent = surface.parent(view, params);
    return { strokes: () => strokesOf(view, parent), source: (texts) => strokeList(view, parent, texts) };
  }),
});

const item: AnnotationVerb = (deps, surface): WatchedRoute => ({
  ...described(surface, 'item', 'get'),
  summary: `One stroke on ${surface.name}`,
  method: 'GET',
  access: deps.rules.viewCanvas,
  answer: annotationSchema,
  query: pointsQuery,
  ...watching(deps, (view, params) => {
    const stroke = strokeIn(view, surface, params);
    return { strokes: () => [stroke], source: (texts) => strokeItem(view, stroke.key, texts) };
  }),
});

const create: AnnotationVerb = (deps, surface): PlainRoute => ({
  ...writing(surface, 'list', 'create', annotationCreateSchema),
  summary: `Draws a stroke on ${surface.name}`,
  method: 'POST',
  access: deps.rules.editCanvas,
  async handle(call) {
    surface.parent(canvasView(deps, call.params), call.params);
    const body = await strokeBody(deps, call);
    return write(deps, call, surface, (scope, parent) => createAnnotation(parent, body, scope));
  },
});

const patch: AnnotationVerb = (deps, surface): PlainRoute => ({
  ...writing(surface, 'item', 'update', annotationPatchSchema),
  ifMatch: true,
  summary: `Changes what is sent of a stroke on ${surface.name}; points are replaced as a whole`,
  method: 'PATCH',
  access: deps.rules.editCanvas,
  async handle(call) {
    strokeIn(canvasView(deps, call.params), surface, call.params);
    const body = await strokeBody(deps, call);
    return write(deps, call, surface, (scope, parent) => {
      const { id } = unchanged(call, parent, scope);
      return patchAnnotation(parent, id, body, scope);
    });
  },
});

const remove: AnnotationVerb = (deps, surface): PlainRoute => ({
  ...described(surface, 'item', 'delete'),
  ifMatch: true,
  summary: `Deletes a stroke on ${surface.name}`,
  method: 'DELETE',
  access: deps.rules.editCanvas,
  answer: 'empty',
  handle: (call) =>
    inCanvas(deps, call, function* (scope): Work<undefined> {
      yield* scope.remove(unchanged(call, surface.parentInWrite(scope, call.params), scope).id);
    }),
});

/** The stroke of the path, in the state that the caller wants to write to. Throws 404 and 412. */
function unchanged(call: Call, parent: string, scope: ScopeTransaction): Annotation {
  const stroke = storedAnnotation(parent, call.params.annotation_id!, scope);
  refuseChanged(call, () => recordTag(scope.version(stroke.id)!));
  return stroke;
}

const verbs: readonly AnnotationVerb[] = [list, item, create, patch, remove];

function described({ path, called, tag }: Surface, form: 'list' | 'item', verb: string) {
  return {
    path: form === 'list' ? path : `${path}/:annotation_id`,
    operation: `${verb}${called}${verb === 'list' ? 's' : ''}`,
    tag,
    file: 'server/collections/annotations.ts',
    scope: canvasScope,
  };
}

const writing = (surface: Surface, form: 'list' | 'item', verb: string, body: TSchema) => ({
  ...described(surface, form, verb),
  body,
  bodyLimits: strokeLimits,
  answer: annotationSchema,
  query: pointsQuery,
});

/** The 404 for the path comes before the 400 for the query. */
function watching(deps: CanvasDeps, find: (view: DurableView, params: Params) => FoundStrokes) {
  const watch: Watch = ({ params, query }) => {
    const { source } = find(canvasView(deps, params), params);
    return source(new StrokeTexts(readPoints(query)));
  };
  return {
    watch,
    prepare({ params, query }: Call): Promise<Watch> | undefined {
      const view = canvasView(deps, params);
      const { strokes } = find(view, params);
      return written(
        deps,
        view,
        query,
        strokes(),
        (texts) => (again) => find(canvasView(deps, again.params), again.params).source(texts),
      );
    },
  };
}

/** The stroke that the path names. Throws 404. */
function strokeIn(view: DurableView, surface: Surface, params: Params): Version {
  const parent = surface.parent(view, params);
  const stroke = view.version(params.annotation_id!);
  if (stroke?.kind !== Annotation || parentOf(stroke) !== parent) throw refuse.notFound('Annotation', params.annotation_id!);
  return stroke;
}

interface FoundStrokes {
  readonly strokes: () => readonly Version[];
  readonly source: (texts: StrokeTexts) => ReturnType<Watch>;
}

/**
 * Runs the work on the widget that the path names, and answers the stroke whose key the work gives. The query is read last, because
 * the 404 for the path comes first; a wrong query still refuses the whole command.
 */
async function write(
  deps: CanvasDeps,
  call: Call,
  { parentInWrite }: Surface,
  work: (scope: ScopeTransaction, parent: string) => Work<string>,
): Promise<Answer> {
  const shown = await inCanvas(deps, call, function* (scope): Work<string> {
    const key = yield* work(scope, parentInWrite(scope, call.params));
    readPoints(call.query);
    return scope.text(key);
  });
  const form = readPoints(call.query);
  return form === 'b64' ? shown : answerOf(deps.scheduler, textsOf(shown, form));
}
