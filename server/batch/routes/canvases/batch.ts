import { exampleIds } from '../../../../model/example-ids.ts';
import type { Work } from '../../../../model/hooks.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import type { AnyWidget } from '../../../../model/widgets/common.ts';
import { type CollectionDeps, canvasScope } from '../../../collections/deps.ts';
import { filesNamed } from '../../../collections/file-by-hash.ts';
import { submit } from '../../../collections/submit.ts';
import { answerOf } from '../../../http/answers/pulled.ts';
import { tags } from '../../../http/answers/tags.ts';
import { type BodyLimits, LARGEST_BODY } from '../../../http/routing/body-limits.ts';
import { readBoolean } from '../../../http/routing/query.ts';
import type { Answer, Call, Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import { openSources } from '../../clone-sources.ts';
import { batchNumberOf, isRepeated, noteNumber } from '../../numbers.ts';
import { batchSchema, createBodies, readIfRevision, readOperations } from '../../operations.ts';
import type { Results } from '../../results.ts';
import { runBatch } from '../../run.ts';

type Deps = CollectionDeps & { readonly store: Pick<Store, 'revision'> };

/** A thousand notes have some 16,000 keys, and as many connectors 28,000. */
const limits: Partial<BodyLimits> = { bytes: LARGEST_BODY, elements: 100_000, keys: 50_000 };

/** Any key of any type: a schema for each of them would have to tell widgets, annotations and bare ids apart. */
const result = Schema.Object(
  { id: Schema.String({ format: 'uuid' }) },
  {
    title: 'BatchResult',
    description:
      'A widget or a stroke as its GET shows it, of a stroke `points` only if they were sent; of a long answer the id alone',
    additionalProperties: true,
  },
);

const answer = Schema.Object(
  {
    results: Schema.Union([Schema.Array(Schema.Union([result, Schema.Null()])), Schema.Null()], {
      description: 'Each object as its operation left it, null for a delete; null as a whole when the batch is repeated',
    }),
    revision: Schema.Optional(Schema.Integer({ description: 'Of the canvas with the batch in it', examples: [4711] })),
    repeated: Schema.Optional(Schema.Boolean({ description: 'The batch with this number was executed before, and not again' })),
  },
  { title: 'BatchAnswer', examples: [{ results: [{ id: exampleIds.widget }, null], revision: 4711 }] },
);

const dryRunQuery = {
  dry_run: Schema.Boolean({
    description: 'All is checked and answered as if it were done, and nothing is changed. The ids in the answer are not reserved',
  }),
};

/** Many writes to a canvas in one transaction (interface/widgets 19). */
export const batchRoutes = (deps: Deps, definitions: readonly AnyWidget[]): Route[] => [
  {
    path: '/canvases/:canvas_id/batch',
    operation: 'writeBatch',
    tag: tags.widgets,
    summary: 'Up to 1,000 creates, changes and deletions of widgets and strokes, all or nothing',
    about:
      'One after the other, published as one change. A refusal says which operation it is about, `operation 3: …`, counted from 0. With `Easel-Batch` a batch whose answer was lost can be sent again and is executed once.',
    method: 'POST',
    access: deps.rules.editCanvas,
    query: dryRunQuery,
    numbered: true,
    body: batchSchema,
    bodyLimits: limits,
    answer,
    refusals: [409, 412],
    file: 'server/batch/routes/canvases/batch.ts',
    scope: canvasScope,
    handle: (call) => execute(deps, definitions, call),
  },
];

async function execute(deps: Deps, definitions: readonly AnyWidget[], call: Call): Promise<Answer> {
  const canvas = canvasScope(call.params);
  const operations = readOperations(call.body);
  const revision = readIfRevision(call.body);
  const trial = readBoolean(call.query, 'dry_run');
  const numbered = trial ? undefined : batchNumberOf(call);
  const accepted = await filesNamed(deps, canvas, createBodies(operations));
  // Behind this the node has reached every revision that somebody was told before the request, on whichever node
  if (revision !== undefined) await deps.store.load(canvas);
  const sources = await openSources(deps, call, operations);
  const work = submit(deps.store, call, {
    scopes: [canvas],
    trial,
    *run(tx): Work<Results | undefined> {
      const scope = tx.scope(canvas);
      if (numbered && isRepeated(numbered, scope, tx.now)) return undefined;
      if (revision !== undefined && scope.isEditedSince(revision)) throw refuse.changedMeanwhile();
      const results = yield* runBatch({ deps, definitions, sources, accepted }, tx, canvas, operations);
      if (numbered) yield* noteNumber(numbered, scope);
      return results;
    },
  });
  const results = await work.finally(sources.release);
  if (!results) return '{"results":null,"repeated":true}';
  return answerOf(deps.scheduler, results.answer(deps.store.revision(canvas)!));
}
