import type { Work } from '../../model/hooks.ts';
import { type JsonSchema, Schema } from '../../model/json-schema.ts';
import type { CollectedKind } from '../../model/resource.ts';
import { CLIENTS, clientScope } from '../../model/resources/displays/client.ts';
import { answerSchema, createSchema, patchSchema } from '../../model/schemas.ts';
import type { Verb, VerbName } from '../../model/verb.ts';
import { isWidget } from '../../model/widgets/common.ts';
import { createRecord, patchRecord, removeRecord, type ServerValues } from '../../model/writing.ts';
import type { Params } from '../access/access-rule.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import { recordTag } from '../changes/record-tag.ts';
import { longTexts } from '../http/routing/body-limits.ts';
import type { Answer, Call, PlainRoute, Route, WatchedRoute } from '../http/routing/route.ts';
import type { ScopeTransaction, Store, Transaction } from '../store/store.ts';
import type { Behaviour, Reading, Write } from './behaviour.ts';
import { canvasScope, dashed } from './deps.ts';
import { refuseChanged } from './if-match.ts';
import { containerId, named, namedKey } from './named.ts';
import { itemOf, listOf, viewOf } from './record-sources.ts';
import { submit } from './submit.ts';

export interface VerbDeps {
  readonly store: Pick<Store, 'submit' | 'directory' | 'ready' | 'seen'>;
  readonly rules: Rules;
}

/** The routes of a collection, one for each verb that its definition names. */
export const collectionRoutes = (deps: VerbDeps, definition: CollectedKind, behaviour: Behaviour = {}): Route[] =>
  (Object.entries(definition.collection.verbs) as [VerbName, Verb][]).map(([name, verb]) =>
    makers[name]({ deps, definition, behaviour, verb, said: said(deps, definition, name, verb) }),
  );

interface VerbInput {
  readonly deps: VerbDeps;
  readonly definition: CollectedKind;
  readonly behaviour: Behaviour;
  readonly verb: Verb;
  readonly said: ReturnType<typeof said>;
}

const makers: Readonly<Record<VerbName, (made: VerbInput) => Route>> = {
  list: ({ deps, definition, behaviour, verb, said }) => ({
    ...said,
    method: 'GET',
    answer: verb.answer ?? Schema.Array(shownSchema(definition)),
    query: behaviour.query,
    ...reading(behaviour.list ?? listOf(deps, definition)),
  }),
  get: ({ deps, definition, behaviour, verb, said }) => ({
    ...said,
    method: 'GET',
    answer: verb.answer ?? shownSchema(definition),
    query: behaviour.query,
    ...reading(behaviour.get ?? itemOf(deps, definition)),
  }),
  create(made) {
    const { name, fields } = made.definition;
    return {
      method: 'POST',
      ...(made.definition.collection.ownIds && { ownIds: true as const }),
      ...written(made, made.behaviour.create, createSchema(name, fields)),
      handle: handle(made, 'create'),
    };
  },
  update(made) {
    const { name, fields, patchOnly } = made.definition;
    const body = patchSchema(name, { ...fields, ...patchOnly });
    return { method: 'PATCH', ...written(made, made.behaviour.update, body), handle: handle(made, 'update') };
  },
  delete: (made) => ({ ...made.said, method: 'DELETE', answer: 'empty', handle: handle(made, 'delete') }),
};

const reading = (one: Reading): Pick<WatchedRoute, 'watch' | 'prepare'> => (typeof one === 'function' ? { watch: one } : one);

/** What the definition says of a route, whatever its verb. */
function said({ rules }: VerbDeps, definition: CollectedKind, verb: VerbName, words: Verb) {
  const { name, collection } = definition;
  const { path, param, tag, scope } = collection;
  const isOfOne = verb !== 'list' && verb !== 'create' && param !== undefined;
  const { who, summary, about, refusals, operation = `${verb}${verb === 'list' ? lastInPascalCase(path) : name}` } = words;
  return {
    path: isOfOne ? `${path}/:${param}` : path,
    operation,
    tag,
    summary,
    about,
    refusals,
    access: rules[who],
    file: fileOf(definition),
    ...(scope === 'canvas' && { scope: canvasScope }),
    ...((scope === 'client' || scope === CLIENTS) && { ruleScope: CLIENTS }),
    ...(scope === 'client' && { scope: ({ client_id }: Params) => clientScope(client_id!) }),
    ...(isBound(definition, verb) && { ifMatch: true as const }),
  };
}

function fileOf(definition: CollectedKind): string {
  const { name, collection } = definition;
  const folder = collection.folder === undefined ? '' : `${collection.folder}/`;
  return `model/${isWidget(definition) ? 'widgets' : 'resources'}/${folder}${dashed(name)}.ts`;
}

/** What can be read can also be changed as it was read. */
const isBound = ({ collection: { verbs } }: CollectedKind, verb: VerbName): boolean =>
  verbs.get !== undefined && (verb === 'update' || verb === 'delete');

/** `IpVideos` of `/canvases/:canvas_id/ip-videos` */
const lastInPascalCase = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());

const shownSchema = ({ name, fields, collection }: CollectedKind): JsonSchema => collection.answer ?? answerSchema(name, fields);

/** The body and the answer of a write. A route that takes a form describes no other body. */
function written({ definition, behaviour, verb, said }: VerbInput, { body, multipart }: Write = {}, usual: JsonSchema) {
  return {
    ...said,
    ...(typeof multipart !== 'object' && { body: body ?? verb.body ?? usual }),
    multipart,
    query: behaviour.query,
    bodyLimits: behaviour.bodyLimits ?? (definition.collection.longTexts ? longTexts : undefined),
    answer: verb.answer ?? shownSchema(definition),
  };
}

type WriteName = 'create' | 'update' | 'delete';

/** All writes of all collections go this way to the store. */
function handle({ deps, definition, behaviour }: VerbInput, name: WriteName): PlainRoute['handle'] {
  const {
    scopes = ({ params }: Call) => ({ scopes: [scopeOf(definition, params)] }),
    admit,
    handle,
    run,
  } = behaviour[name] ?? {};
  const command: NonNullable<Write['run']> =
    run ?? ((tx, call, input) => runs[name](definition, tx.scope(scopeOf(definition, call.params)), call, { tx, given: input }));
  const tag = behaviour.tag ?? ((view: Parameters<typeof tagIn>[1], params: Params) => tagIn(definition, view, params));
  const send = (call: Call, input?: ServerValues): Promise<Answer> =>
    submit(deps.store, call, {
      ...scopes(call, input),
      run(tx) {
        if (isBound(definition, name)) refuseChanged(call, () => tag(tx.scope(scopeOf(definition, call.params)), call.params));
        admit?.(tx, call, input);
        return command(tx, call, input);
      },
    });
  if (!handle) return (call) => send(call);
  return (call) => {
    // This comes before anything that is done before the command
    if (isBound(definition, name)) refuseChanged(call, () => tag(viewOf(deps, definition, call.params), call.params));
    return handle(call, (input) => send(call, input));
  };
}

/** The tag of the record that the path names. Throws 404. */
const tagIn = (definition: CollectedKind, reads: Parameters<typeof namedKey>[1], params: Params): string | undefined =>
  recordTag(reads.version(namedKey(definition, reads, params))!);

function scopeOf({ collection: { scope } }: CollectedKind, params: Params): string {
  if (scope === 'canvas') return canvasScope(params);
  return scope === 'client' ? clientScope(params.client_id!) : scope;
}

interface Besides {
  readonly tx: Transaction;
  readonly given?: ServerValues;
}

type StandardWrite = (
  definition: CollectedKind,
  scope: ScopeTransaction,
  call: Call,
  besides: Besides,
) => Work<string | undefined>;

/** The commands of writes whose behaviour names no command of its own. */
const runs: Readonly<Record<WriteName, StandardWrite>> = {
  *create(definition, scope, { body, params }, { tx, given }) {
    const { firstId, within } = definition.collection;
    const own = {
      ...given,
      ...(firstId !== undefined && { id: tx.nextNumber(definition.name, firstId) }),
      ...(within && { [within.field]: containerId(definition, scope, params) }),
    };
    return scope.text(yield* createRecord(definition, body, scope, own));
  },
  *update(definition, scope, call) {
    return scope.text(yield* patchRecord(definition, named(definition, scope, call.params), call, scope));
  },
  *delete(definition, scope, { params }) {
    return yield* removeRecord(definition, named(definition, scope, params), scope);
  },
};
