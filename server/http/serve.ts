import type { Source } from '../changes/source.ts';
import type { Store } from '../store/types.ts';
import type { Answers } from './answer.ts';
import { dropBody, hasBody, isMultipart, type Reading, readBody } from './body.ts';
import type { RequestCall } from './call.ts';
import type { Capacity } from './capacity.ts';
import { takesBody } from './endpoint.ts';
import { readParts } from './multipart.ts';
import type { Ndjson } from './ndjson.ts';
import type { HttpParts, Limits } from './parts.ts';
import { answerOf } from './pulled.ts';
import { readBoolean } from './query.ts';
import type { Queues } from './queues.ts';
import type { Share } from './quota.ts';
import type { RequestLog } from './request-log.ts';
import type { Answer, Watch, WatchedRoute } from './route.ts';
import { streamType } from './stream-type.ts';

export interface ServeParts extends Pick<HttpParts, 'store' | 'streams' | 'clock' | 'scheduler' | 'settings'> {
  readonly answers: Answers;
  readonly requestLog: RequestLog;
  readonly limits: Limits;
  readonly capacity: Pick<Capacity, 'streams' | 'files'>;
  readonly queues: Pick<Queues, 'endless'>;
  readonly ndjson: Ndjson;
}

/**
 * Takes a call through the checks in the order of conventions 1.6 to its answer or stream. What need not be waited
 * for is done in the turn of the request; after a wait the caller is authenticated and permitted again.
 */
export function createServe(parts: ServeParts): (call: RequestCall) => void {
  const { answers } = parts;
  const respond = (call: RequestCall): void => {
    // Bad percent-encoding is refused also where no handler looks at the query
    void call.query;
    if ('watch' in call.route) return watch(parts, call, call.route);
    // Who declares a body reads it, after the 404 of what the path names; for others it need only be JSON
    if (call.route.body === undefined && !call.route.multipart) call.body;
    const answer = call.route.handle(call);
    if (!isPromise(answer)) return give(parts, call, answer);
    answer.then((text) => give(parts, call, text)).catch((error) => refuseCall(parts, call, error));
  };
  const afterWait = async (call: RequestCall, wait: Promise<unknown>): Promise<void> => {
    try {
      await wait;
      call.admit();
      respond(call);
    } catch (error) {
      refuseCall(parts, call, error);
    }
  };
  return (call) => {
    try {
      call.admit();
      const wait = whatIsMissing(parts, call);
      if (wait === undefined) respond(call);
      else void afterWait(call, wait);
    } catch (error) {
      answers.error(call, error);
    }
  };
}

function give({ answers }: ServeParts, call: RequestCall, answer: Answer): void {
  call.forgetBody();
  answers.json(call, answer);
}

function refuseCall({ answers }: ServeParts, call: RequestCall, error: unknown): void {
  call.forgetBody();
  answers.error(call, error);
}

/** The body and the scope of a call, if they are not there yet. */
function whatIsMissing(parts: ServeParts, call: RequestCall): Promise<unknown> | undefined {
  const { store, clock, scheduler, limits } = parts;
  const scope = call.route.scope?.(call.params);
  const reading = (share: Share): Reading => ({ clock, scheduler, limits: call.bodyLimits, bodyMs: limits.bodyMs, share });
  if (call.route.multipart && isMultipart(call.request)) {
    const slowest = parts.settings.minUploadRate;
    const file = parts.capacity.files.share(call.caller);
    call.readParts = (most) => readParts(call.request, { ...reading(call.newShare()), slowest, file }, most);
    return load(store, scope);
  }
  if (!takesBody(call.route) || !hasBody(call.request)) return load(store, scope);
  return readBody(call.request, reading(call.share)).then((read) => {
    call.readBody = read;
    return load(store, scope);
  });
}

function load(store: Pick<Store, 'ready' | 'load'>, scope: string | undefined): Promise<unknown> | undefined {
  return scope === undefined || store.ready(scope) !== undefined ? undefined : store.load(scope);
}

function watch(parts: ServeParts, call: RequestCall, route: WatchedRoute): void {
  const prepared = route.prepare?.(call);
  if (!prepared) return show(parts, call, route.watch(call));
  const showPrepared = (watch: Watch): void => {
    call.admit();
    show(parts, call, watch(call));
  };
  prepared.then(showPrepared).catch((error) => parts.answers.error(call, error));
}

/** A subscribable GET: the plain answer or the stream, from one source taken in this turn. */
function show(parts: ServeParts, call: RequestCall, source: Source): void {
  const subscribe = readBoolean(call.query, 'subscribe');
  const changesForm = source.form === 'list' ? sentChangesForm(call) : undefined;
  const isPlain = !subscribe || call.request.method === 'HEAD';
  if (isPlain && !source.texts) return answer(parts, call, source);
  const { response } = call;
  if (response.destroyed) return;
  // An earlier request of this connection is not answered yet: as long as that lasts, the end of the connection
  // would not be noticed, so what holds something is begun when its turn comes
  if (response.socket === null) return void response.once('socket', () => createServe(parts)(call));
  if (!isPlain || !source.texts) return openStream(parts, call, source, changesForm);
  const text = answerOf(parts.scheduler, source.texts());
  parts.answers.json(call, typeof text === 'string' ? text : { ...text, permit: call.permit });
}

/** A long list is put together in slices: as it is now, for who may see it now and still may when it is there. */
function answer({ answers, scheduler }: ServeParts, call: RequestCall, source: Source): void {
  const snapshot = source.snapshot?.();
  if (!snapshot) return answers.json(call, source.text?.() ?? source.body());
  const send = (body: readonly Buffer[]): void => {
    call.admit();
    answers.json(call, body);
  };
  scheduler
    .run(snapshot)
    .then(send)
    .catch((error) => answers.error(call, error));
}

/** Undefined: the query does not say, so the setting decides. */
function sentChangesForm({ query }: RequestCall): boolean | undefined {
  return query.changes === undefined ? undefined : readBoolean(query, 'changes');
}

function openStream(parts: ServeParts, call: RequestCall, source: Source, changesForm: boolean | undefined): void {
  const { access, path } = call.route;
  const share = parts.capacity.streams.share(call.caller);
  share.take(1);
  call.response.once('close', () => share.release());
  if (hasBody(call.request)) dropBody(call.request, parts.clock, parts.limits);
  parts.queues.endless(call.response);
  parts.streams.open({
    source,
    changesForm,
    sink: parts.ndjson(call.response, {
      ...parts.answers.streamHeaders(call),
      'Content-Type': streamType(call.request.headers),
    }),
    group: [call.actor.id, call.actor.token, path, ...Object.values(call.params)].join(' '),
    tokenKey: call.actor.token,
    authenticate: () => call.authenticate(),
    permit: (actor) => access.permit(actor, call.params),
    onLoss: access.onLoss,
  });
  parts.requestLog(call, 200);
}

const isPromise = (answer: Answer | Promise<Answer>): answer is Promise<Answer> => typeof answer === 'object' && 'then' in answer;
