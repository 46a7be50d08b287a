import type { Source } from '../../changes/source.ts';
import { DIRECTORY } from '../../store/store.ts';
import type { Answers } from '../answers/answer.ts';
import type { Ndjson } from '../answers/ndjson.ts';
import type { Showing } from '../answers/showing.ts';
import { streamType } from '../answers/stream-type.ts';
import { type BodyOptions, dropBody, hasBody, isMultipart, readBody } from '../bodies/body.ts';
import { answerHeadOf, isNamed, saysRevision } from '../bodies/declared.ts';
import { readParts } from '../bodies/multipart.ts';
import type { Capacity } from '../bounds/capacity.ts';
import type { Queues } from '../bounds/queues.ts';
import type { Share } from '../bounds/quota.ts';
import type { HttpDeps, Limits } from '../deps.ts';
import type { RequestCall } from '../routing/call.ts';
import { takesBody } from '../routing/paths.ts';
import { readBoolean, readInteger } from '../routing/query.ts';
import type { RequestLog } from '../routing/request-log.ts';
import type { Answer, AnswerBody, PulledAnswer, Reply, Watch, WatchedRoute } from '../routing/route.ts';
import type { Upgrades } from './upgrades.ts';

export interface ServeDeps extends Pick<HttpDeps, 'store' | 'streams' | 'clock' | 'scheduler' | 'settings'> {
  readonly answers: Answers;
  readonly requestLog: RequestLog;
  readonly limits: Limits;
  readonly capacity: Pick<Capacity, 'streams' | 'files' | 'turns'>;
  readonly queues: Pick<Queues, 'endless'>;
  readonly upgrades: Pick<Upgrades, 'hand'>;
  readonly ndjson: Ndjson;
  readonly showing: Showing;
}

/**
 * Takes a call through the checks in the order of interface/conventions 1.6 to its answer or stream. Whatever needs no wait
 * is done in the turn of the request; after a wait the caller is authenticated and permitted again.
 */
export function createServe(deps: ServeDeps): (call: RequestCall) => void {
  return (call) => {
    const barrier = passBarrier(deps, call);
    if (barrier === undefined) return admit(deps, call);
    barrier.then(() => admit(deps, call)).catch((error) => refuseCall(deps, call, error));
  };
}

/** With several processes, a caller may be identified only once the directory shows all that any of them acknowledged. */
function passBarrier({ store }: ServeDeps, { route }: RequestCall): Promise<unknown> | undefined {
  return route.withoutRecords || !store.isShared ? undefined : store.load(route.ruleScope ?? DIRECTORY);
}

function admit(deps: ServeDeps, call: RequestCall): void {
  try {
    call.admit();
    const wait = whatIsMissing(deps, call);
    if (wait === undefined) respond(deps, call);
    else void respondAfter(deps, call, wait);
  } catch (error) {
    refuseCall(deps, call, error);
  }
}

async function respondAfter(deps: ServeDeps, call: RequestCall, wait: Promise<unknown>): Promise<void> {
  try {
    await wait;
    call.admit();
    respond(deps, call);
  } catch (error) {
    refuseCall(deps, call, error);
  }
}

function respond(deps: ServeDeps, call: RequestCall): void {
  const { route } = call;
  noteRevision(deps, call);
  // Refuses bad percent-encoding even when no handler looks at the query
  void call.query;
  if ('watch' in route) return watch(deps, call, route);
  if ('take' in route) return deps.upgrades.hand(call, route);
  // A route that declares a body reads it itself, after the 404 of its path; for other routes it must only be valid JSON
  if (route.body === undefined && !route.multipart) call.body;
  const answer = route.handle(call);
  if (!isPromise(answer)) return give(deps, call, answer);
  answer.then((value) => give(deps, call, value)).catch((error) => refuseCall(deps, call, error));
}

function give(deps: ServeDeps, call: RequestCall, answer: Answer): void {
  call.forgetBody();
  // What was read may be older by now; what was written is durable only now
  if (call.route.method !== 'GET') noteRevision(deps, call);
  if (answer === undefined || !isNamed(call.route)) return deps.answers.give(call, answer);
  if (isBody(answer)) return deps.showing.body(call, answer);
  const { status, body } = answer as Reply;
  if (status !== undefined || body === undefined || !isBody(body)) return deps.answers.give(call, answer);
  deps.showing.body(call, body, answerHeadOf(call.route, answer as Reply, { headers: [] }).headers);
}

/** No file, and not one that says its own status or headers. */
const isBody = (answer: AnswerBody | Reply): answer is string | readonly Buffer[] | PulledAnswer =>
  typeof answer === 'string' || Array.isArray(answer) || 'pieces' in answer;

function noteRevision({ store }: ServeDeps, call: RequestCall): void {
  const { route, params } = call;
  if (saysRevision(route)) call.revision = store.revision((route.writes ?? route.scope)?.(params) ?? DIRECTORY);
}

function refuseCall({ answers }: ServeDeps, call: RequestCall, error: unknown): void {
  call.forgetBody();
  answers.error(call, error);
}

/** Waits for the body and the scope of a call, if they are not there yet. */
function whatIsMissing(deps: ServeDeps, call: RequestCall): Promise<unknown> | undefined {
  const { route, request } = call;
  if (route.multipart && isMultipart(request)) {
    const slowest = deps.settings.minUploadRate;
    const file = deps.capacity.files.share(call.caller);
    const reading = { ...readingOf(deps, call, call.newShare()), slowest, file };
    call.readParts = (most) => readParts(request, reading, most);
    return load(deps, call);
  }
  if (!takesBody(route) || !hasBody(request)) return load(deps, call);
  return readBody(request, { ...readingOf(deps, call, call.share), isHtmlForm: route.isHtmlForm }).then((read) => {
    call.readBody = read;
    return load(deps, call);
  });
}

const readingOf = (
  { clock, scheduler, limits, capacity }: ServeDeps,
  { bodyLimits }: RequestCall,
  share: Share,
): BodyOptions => ({
  clock,
  scheduler,
  limits: bodyLimits,
  bodyMs: limits.bodyMs,
  share,
  turns: capacity.turns,
});

/** Waits until the scope that the route reads is loaded and current; a route without a scope reads the directory. */
function load({ store }: ServeDeps, { route, params }: RequestCall): Promise<unknown> | undefined {
  if (route.withoutRecords) return undefined;
  const scope = route.scope?.(params) ?? DIRECTORY;
  // Beside other processes it may be current for a request that asked earlier and waited longer, in whose turn this one goes on
  return !store.isShared && store.ready(scope) !== undefined ? undefined : store.load(scope);
}

function watch(deps: ServeDeps, call: RequestCall, route: WatchedRoute): void {
  const prepared = route.prepare?.(call);
  if (!prepared) return show(deps, call, route.watch(call));
  const showPrepared = (watch: Watch): void => {
    call.admit();
    noteRevision(deps, call);
    show(deps, call, watch(call));
  };
  prepared.then(showPrepared).catch((error) => deps.answers.error(call, error));
}

/** A subscribable GET: the plain answer or the stream, from one source taken in this turn. */
function show(deps: ServeDeps, call: RequestCall, source: Source): void {
  const subscribe = readBoolean(call.query, 'subscribe');
  const changesForm = source.form === 'list' ? sentChangesForm(call) : undefined;
  const isPlain = !subscribe || call.request.method === 'HEAD';
  const again = (): void => admit(deps, call);
  if (isPlain && !source.texts) return deps.showing.source(call, source, again);
  const { response } = call;
  if (response.destroyed) return;
  // An earlier request of this connection is still unanswered. Until it is answered, a closed connection would go unnoticed,
  // so an answer that holds something begins only when its turn comes
  if (response.socket === null) return void response.once('socket', again);
  if (!isPlain || !source.texts) return openStream(deps, call, source, changesForm);
  deps.showing.source(call, source, again);
}

/** Undefined: the query does not say, so the setting applies. */
function sentChangesForm({ query }: RequestCall): boolean | undefined {
  return query.changes === undefined ? undefined : readBoolean(query, 'changes');
}

function openStream(deps: ServeDeps, call: RequestCall, source: Source, changesForm: boolean | undefined): void {
  const { access, path } = call.route;
  const from = readInteger(call.query, 'from');
  const share = deps.capacity.streams.shareOf(call.actor, call.caller);
  share.take(1);
  call.response.once('close', () => share.release());
  if (hasBody(call.request)) dropBody(call.request, deps.clock, deps.limits);
  deps.queues.endless(call.response);
  deps.streams.open({
    source,
    changesForm,
    from,
    sink: deps.ndjson(call.response, {
      ...deps.answers.streamHeaders(call),
      'Content-Type': streamType(call.request.headers),
    }),
    group: [call.actor.id, call.actor.token, path, ...Object.values(call.params)].join(' '),
    tokenKey: call.actor.token,
    endsAt: call.actor.endsAt,
    authenticate: () => call.authenticate(),
    permit: (actor) => access.permit(actor, call.params),
    onLoss: access.onLoss,
  });
  deps.requestLog(call, 200);
}

const isPromise = (answer: Answer | Promise<Answer>): answer is Promise<Answer> => typeof answer === 'object' && 'then' in answer;
