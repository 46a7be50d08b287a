import { refuse } from '../../../model/refusal.ts';
import type { Params } from '../../access/access-rule.ts';
import type { Sink, StreamStart } from '../../changes/sink.ts';
import type { Source } from '../../changes/source.ts';
import { DIRECTORY } from '../../store/store.ts';
import { callerOf } from '../bounds/caller.ts';
import type { Capacity } from '../bounds/capacity.ts';
import { requesterOf } from '../bounds/requester-of.ts';
import type { HttpDeps } from '../deps.ts';
import { lowerUuids } from '../routing/call.ts';
import { base, type Family } from '../routing/families.ts';
import { type Endpoint, explain, segmentsOf } from '../routing/paths.ts';
import { type Query, readBoolean, readInteger, readQuery } from '../routing/query.ts';
import type { Call, WatchedRoute } from '../routing/route.ts';
import type { PathTree } from '../routing/routing.ts';
import type { StreamOwner, Subscribe } from '../routing/subscribe.ts';
import { decoded, type FoundEndpoint } from './unrouted.ts';

interface Deps extends Pick<HttpDeps, 'store' | 'streams'> {
  readonly tree: PathTree<FoundEndpoint>;
  /** The endpoints of the interface. */
  readonly endpoints: readonly Endpoint[];
  readonly capacity: Pick<Capacity, 'subscriptions'>;
}

export function createSubscribe(deps: Deps): Subscribe {
  return async (path, by, sink) => {
    const { route, params } = routeAt(deps, path);
    const query = readQuery(path);
    const { store } = deps;
    const permit = (): void => route.access.permit(by.authenticate(), params);
    if (store.isShared || store.ready(DIRECTORY) === undefined) await store.load(route.ruleScope ?? DIRECTORY);
    permit();
    const scope = route.scope?.(params) ?? DIRECTORY;
    if (store.isShared || store.ready(scope) === undefined) await store.load(scope);
    const call = callOf({ params, query }, by, permit, sink);
    const watch = (await route.prepare?.(call)) ?? route.watch;
    // Whatever was waited for
    permit();
    return { ...open(deps, { route, params, query }, by, watch(call), sink), permit };
  };
}

interface StreamRequest {
  readonly route: WatchedRoute;
  readonly params: Params;
  readonly query: Query;
}

function open(
  { capacity, streams }: Deps,
  { route, params, query }: StreamRequest,
  by: StreamOwner,
  source: Source,
  sink: Sink,
): StreamStart {
  const { access, path } = route;
  const { actor, authenticate, ip } = by;
  const from = readInteger(query, 'from');
  const isFormSaid = source.form === 'list' && query.changes !== undefined;
  const changesForm = isFormSaid ? readBoolean(query, 'changes') : undefined;
  const share = capacity.subscriptions.shareOf(actor, callerOf(actor, ip));
  share.take(1);
  sink.onClose(() => share.release());
  const beginning = streams.open({
    source,
    changesForm,
    from,
    sink,
    authenticate,
    group: [actor.id, actor.token, path, ...Object.values(params)].join(' '),
    tokenKey: actor.token,
    endsAt: actor.endsAt,
    permit: (now) => access.permit(now, params),
    onLoss: access.onLoss,
  });
  if (!beginning) throw refuse.unavailable();
  return beginning;
}

/** The subscribable GET at a path. Throws the 404 of an unknown one, and 400 where nothing can be subscribed. */
function routeAt({ tree, endpoints }: Deps, path: string): { route: WatchedRoute; params: Params } {
  if (!path.startsWith('/')) throw refuse.invalid('path must begin with a slash');
  const match = tree.find(base + path);
  const found = match?.store;
  const isReserved = found?.reserved?.words.includes(match!.params[found.reserved.param]!);
  if (!match || !found || isReserved || !isInterface(found.family)) throw unknown(endpoints, path);
  const route = found.routes.get('GET');
  if (!route || !('watch' in route)) throw refuse.invalid(`${path.replace(/\?.*$/s, '').slice(0, 200)} cannot be subscribed`);
  return { route, params: lowerUuids(match.params) };
}

const isInterface = (family: Family): boolean => family.base === base;

function unknown(endpoints: readonly Endpoint[], path: string): Error {
  const segments = decoded(segmentsOf(path.replace(/\?.*$/s, '')));
  return segments ? explain(endpoints, segments) : refuse.invalidUrl();
}

/** A GET without HTTP around it, as much of it as sources look at. */
function callOf(
  { params, query }: Pick<StreamRequest, 'params' | 'query'>,
  by: StreamOwner,
  permit: () => void,
  sink: Sink,
): Call {
  const { actor, ip } = by;
  const gone = (): AbortSignal => {
    const closed = new AbortController();
    sink.onClose(() => closed.abort());
    return closed.signal;
  };
  return {
    params,
    query,
    actor,
    permit,
    author: { id: actor.id, name: actor.name, ip },
    requester: requesterOf(String(actor.id), gone),
    body: {},
    origin: '',
    isHttps: false,
    headers: {},
    isMultipart: false,
    parts: refuseBody,
    jsonPart: refuseBody,
  };
}

function refuseBody(): never {
  throw refuse.notMultipart();
}
