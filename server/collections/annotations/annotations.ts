import { createAnnotation } from '../../../model/annotation-writing.ts';
import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { type CollectedKind, hasCollection } from '../../../model/resource.ts';
import { type AnnotatedSurface, Annotation, annotationsOn } from '../../../model/resources/annotation.ts';
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
import { annotationBody, annotationLimits } from './annotation-body.ts';
import { AnnotationTexts, annotationsOf, textsOf } from './annotation-records.ts';
import { pointsQuery } from './annotation-schemas.ts';
import { annotationItem, annotationList } from './annotation-sources.ts';
import { readPoints, written } from './points-form.ts';

/** The annotations on every type whose definition takes them; the type without a collection is the canvas plane. */
export const annotationRoutes = (deps: CanvasDeps & VerbDeps, definitions: readonly AnyWidget[]): Route[] =>
  definitions
    .filter(({ widget }) => widget.annotatable)
    .map((definition) => annotationsOn(hasCollection(definition) ? surface(definition) : plane(definition)))
    .flatMap((annotations) => collectionRoutes(deps, annotations, behaviourOf(deps, annotations)));

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
const behaviourOf = (deps: CanvasDeps, annotations: CollectedKind): Behaviour => {
  const parentOf = (view: Reads, params: Params): string => String(containerId(annotations, view, params));
  return {
    query: pointsQuery,
    bodyLimits: annotationLimits,
    list: watching(deps, (view, params) => {
      const parent = parentOf(view, params);
      return { annotations: () => annotationsOf(view, parent), source: (texts) => annotationList(view, parent, texts) };
    }),
    get: watching(deps, (view, params) => {
      const annotation = view.version(namedKey(annotations, view, params))!;
      return { annotations: () => [annotation], source: (texts) => annotationItem(view, annotation.key, texts) };
    }),
    create: writing(deps, parentOf, (scope, call, body) =>
      createAnnotation({ parent_id: parentOf(scope, call.params), id: ownIdOf(call) }, body, scope),
    ),
    update: writing(
      deps,
      (view, params) => namedKey(annotations, view, params),
      (scope, { params }, body) => patchRecord(Annotation, named(annotations, scope, params), { body }, scope),
    ),
  };
};

type AnnotationWork = (scope: ScopeTransaction, call: Call, body: Body) => Work<string>;

/** The 404 for the path comes before the 400 for the body, and both before the 400 for the query, which refuses the whole command. */
const writing = (
  deps: CanvasDeps,
  find: (view: Reads, params: Params) => unknown,
  work: AnnotationWork,
): Write<Body, string> => ({
  async handle(call, submit) {
    find(canvasView(deps, call.params), call.params);
    const shown = await submit(await annotationBody(deps, call));
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

interface FoundAnnotations {
  readonly annotations: () => readonly Version[];
  readonly source: (texts: AnnotationTexts) => ReturnType<Watch>;
}

/** The 404 for the path comes before the 400 for the query. */
function watching(deps: CanvasDeps, find: (view: DurableView, params: Params) => FoundAnnotations): Reading {
  const watch: Watch = ({ params, query }) => {
    const { source } = find(canvasView(deps, params), params);
    return source(new AnnotationTexts(readPoints(query)));
  };
  return {
    watch,
    prepare({ params, query }) {
      const view = canvasView(deps, params);
      const again =
        (texts: AnnotationTexts): Watch =>
        (call) =>
          find(canvasView(deps, call.params), call.params).source(texts);
      return written(deps, view, query, find(view, params).annotations, again);
    },
  };
}
