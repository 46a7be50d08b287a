import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { type AnnotatedSurface, Annotation, annotationCollection } from '../../../model/resources/annotation.ts';
import { createAnnotation, patchAnnotation, storedAnnotation } from '../../../model/stroke-writing.ts';
import { one, tagOf } from '../../../model/widgets/collection.ts';
import type { AnyWidget } from '../../../model/widgets/common.ts';
import { rootOf } from '../../../model/widgets/shared-canvas.ts';
import type { Params } from '../../access/access-rule.ts';
import { recordTag } from '../../changes/record-tag.ts';
import { answerOf } from '../../http/answers/pulled.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Call, Route, Watch } from '../../http/routing/route.ts';
import type { DurableView, ScopeTransaction, Transaction, Version } from '../../store/store.ts';
import type { Behaviour, Reading, Write } from '../behaviour.ts';
import { type CanvasDeps, canvasScope, canvasView, dashed, versionOfType } from '../deps.ts';
import type { Reads } from '../named.ts';
import { ownIdOf } from '../own-id.ts';
import { collectionRoutes, type VerbDeps } from '../verbs.ts';
import { pointsQuery } from './annotation-schemas.ts';
import { strokeItem, strokeList } from './annotation-sources.ts';
import { readPoints, written } from './points-form.ts';
import { strokeBody, strokeLimits } from './stroke-body.ts';
import { parentOf, StrokeTexts, strokesOf, textsOf } from './strokes.ts';

interface Surface extends AnnotatedSurface {
  /** The key of the widget that the path names, which is the parent of its strokes. Throws 404. */
  readonly parent: (view: Reads, params: Params) => string;
}

/** The strokes on every type whose definition takes them; the type without a collection is the canvas plane. */
export const annotationRoutes = (deps: CanvasDeps & VerbDeps, definitions: readonly AnyWidget[]): Route[] =>
  definitions
    .filter(({ widget }) => widget.annotatable)
    .map((definition) => (definition.widget.path === '' ? plane(definition) : surface(definition)))
    .flatMap((one) => collectionRoutes(deps, { ...Annotation, collection: annotationCollection(one) }, behaviourOf(deps, one)));

const surface = (definition: AnyWidget): Surface => ({
  path: `/canvases/:canvas_id/${definition.widget.path}/:widget_id`,
  on: one(definition),
  called: `${definition.name}Annotation`,
  tag: tagOf(definition),
  parent: (view, { widget_id }) => versionOfType(view, definition, widget_id!).key,
});

const plane = ({ name, widget }: AnyWidget): Surface => ({
  path: `/canvases/:canvas_id/${dashed(name)}`,
  on: `the ${widget.called}`,
  called: `${name}Annotation`,
  tag: tags.annotations,
  parent: (view) => rootOf(view).id,
});

/** `points` are answered in the form that the query names, and long ones are read and written in steps. */
const behaviourOf = (deps: CanvasDeps, surface: Surface): Behaviour => ({
  query: pointsQuery,
  bodyLimits: strokeLimits,
  tag: (view, params) => recordTag(strokeIn(view, surface, params)),
  list: watching(deps, (view, params) => {
    const parent = surface.parent(view, params);
    return { strokes: () => strokesOf(view, parent), source: (texts) => strokeList(view, parent, texts) };
  }),
  get: watching(deps, (view, params) => {
    const stroke = strokeIn(view, surface, params);
    return { strokes: () => [stroke], source: (texts) => strokeItem(view, stroke.key, texts) };
  }),
  create: writing(deps, surface, surface.parent, (scope, parent_id, call, body) =>
    createAnnotation({ parent_id, id: ownIdOf(call) }, body, scope),
  ),
  update: writing(
    deps,
    surface,
    (view, params) => strokeIn(view, surface, params),
    (scope, parent, { params }, body) => patchAnnotation(parent, params.annotation_id!, body, scope),
  ),
  delete: {
    *run(tx: Transaction, { params }: Call): Work<undefined> {
      const scope = tx.scope(canvasScope(params));
      yield* scope.remove(storedAnnotation(surface.parent(scope, params), params.annotation_id!, scope).id);
    },
  },
});

type StrokeWork = (scope: ScopeTransaction, parent: string, call: Call, body: Body) => Work<string>;

/** The 404 for the path comes before the 400 for the body, and both before the 400 for the query, which refuses the whole command. */
const writing = (
  deps: CanvasDeps,
  surface: Surface,
  find: (view: Reads, params: Params) => unknown,
  work: StrokeWork,
): Write<Body, string> => ({
  async handle(call, submit) {
    find(canvasView(deps, call.params), call.params);
    const shown = await submit(await strokeBody(deps, call));
    const form = readPoints(call.query);
    return form === 'b64' ? shown : answerOf(deps.scheduler, textsOf(shown, form));
  },
  *run(tx, call, body) {
    const scope = tx.scope(canvasScope(call.params));
    const key = yield* work(scope, surface.parent(scope, call.params), call, body);
    readPoints(call.query);
    return scope.text(key);
  },
});

interface FoundStrokes {
  readonly strokes: () => readonly Version[];
  readonly source: (texts: StrokeTexts) => ReturnType<Watch>;
}

/** The 404 for the path comes before the 400 for the query. */
function watching(deps: CanvasDeps, find: (view: DurableView, params: Params) => FoundStrokes): Reading {
  const watch: Watch = ({ params, query }) => {
    const { source } = find(canvasView(deps, params), params);
    return source(new StrokeTexts(readPoints(query)));
  };
  return {
    watch,
    prepare({ params, query }) {
      const view = canvasView(deps, params);
      const again =
        (texts: StrokeTexts): Watch =>
        (call) =>
          find(canvasView(deps, call.params), call.params).source(texts);
      return written(deps, view, query, find(view, params).strokes, again);
    },
  };
}

/** The stroke that the path names. Throws 404. */
function strokeIn(view: Reads, surface: Surface, params: Params): Version {
  const parent = surface.parent(view, params);
  const stroke = view.version(params.annotation_id!);
  if (stroke?.kind !== Annotation || parentOf(stroke) !== parent) throw refuse.notFound('Annotation', params.annotation_id!);
  return stroke;
}
