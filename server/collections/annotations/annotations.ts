import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { type CollectedKind, hasCollection } from '../../../model/resource.ts';
import { type AnnotatedSurface, Annotation, annotationsOn } from '../../../model/resources/annotation.ts';
import { createAnnotation } from '../../../model/stroke-writing.ts';
import { one, tagOf } from '../../../model/widgets/collection.ts';
import type { AnyWidget } from '../../../model/widgets/common.ts';
import { rootOf } from '../../../model/widgets/shared-canvas.ts';
import { patchRecord } from '../../../model/writing.ts';
import type { Params } from '../../access/access-rule.ts';
import { answerOf } from '../../http/answers/pulled.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Call, Route, Watch } from '../../http/routing/route.ts';
import type { DurableView, ScopeTransaction, Version } from '../../store/store.ts';
import type { Behaviour, Reading, Write } from '../behaviour.ts';
import { type CanvasDeps, canvasScope, canvasView, dashed } from '../deps.ts';
import { containerId, named, namedKey, type Reads } from '../named.ts';
import { ownIdOf } from '../own-id.ts';
import { collectionRoutes, type VerbDeps } from '../verbs.ts';
import { pointsQuery } from './annotation-schemas.ts';
import { strokeItem, strokeList } from './annotation-sources.ts';
import { readPoints, written } from './points-form.ts';
import { strokeBody, strokeLimits } from './stroke-body.ts';
import { StrokeTexts, strokesOf, textsOf } from './strokes.ts';

/** The strokes on every type whose definition takes them; the type without a collection is the canvas plane. */
export const annotationRoutes = (deps: CanvasDeps & VerbDeps, definitions: readonly AnyWidget[]): Route[] =>
  definitions
    .filter(({ widget }) => widget.annotatable)
    .map((definition) => annotationsOn(hasCollection(definition) ? surface(definition) : plane(definition)))
    .flatMap((strokes) => collectionRoutes(deps, strokes, behaviourOf(deps, strokes)));

const surface = (definition: AnyWidget & CollectedKind): AnnotatedSurface => ({
  path: `${definition.collection.path}/:${definition.collection.param}`,
  drawnOn: { container: definition },
  on: one(definition),
  called: `${definition.name}Annotation`,
  tag: tagOf(definition),
});

const plane = (definition: AnyWidget): AnnotatedSurface => ({
  path: `/canvases/:canvas_id/${dashed(definition.name)}`,
  drawnOn: { container: definition, only: rootOf },
  on: `the ${definition.widget.called}`,
  called: `${definition.name}Annotation`,
  tag: tags.annotations,
});

/** `points` are answered in the form that the query names, and long ones are read and written in steps. */
const behaviourOf = (deps: CanvasDeps, strokes: CollectedKind): Behaviour => {
  const parentOf = (view: Reads, params: Params): string => String(containerId(strokes, view, params));
  return {
    query: pointsQuery,
    bodyLimits: strokeLimits,
    list: watching(deps, (view, params) => {
      const parent = parentOf(view, params);
      return { strokes: () => strokesOf(view, parent), source: (texts) => strokeList(view, parent, texts) };
    }),
    get: watching(deps, (view, params) => {
      const stroke = view.version(namedKey(strokes, view, params))!;
      return { strokes: () => [stroke], source: (texts) => strokeItem(view, stroke.key, texts) };
    }),
    create: writing(deps, parentOf, (scope, call, body) =>
      createAnnotation({ parent_id: parentOf(scope, call.params), id: ownIdOf(call) }, body, scope),
    ),
    update: writing(
      deps,
      (view, params) => namedKey(strokes, view, params),
      (scope, { params }, body) => patchRecord(Annotation, named(strokes, scope, params), { body }, scope),
    ),
  };
};

type StrokeWork = (scope: ScopeTransaction, call: Call, body: Body) => Work<string>;

/** The 404 for the path comes before the 400 for the body, and both before the 400 for the query, which refuses the whole command. */
const writing = (deps: CanvasDeps, find: (view: Reads, params: Params) => unknown, work: StrokeWork): Write<Body, string> => ({
  async handle(call, submit) {
    find(canvasView(deps, call.params), call.params);
    const shown = await submit(await strokeBody(deps, call));
    const form = readPoints(call.query);
    return form === 'b64' ? shown : answerOf(deps.scheduler, textsOf(shown, form));
  },
  *run(tx, call, body) {
    const scope = tx.scope(canvasScope(call.params));
    const key = yield* work(scope, call, body);
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
