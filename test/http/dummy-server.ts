import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { Schema } from '../../model/json-schema.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { Rule } from '../../server/access/access-rule.ts';
import type { Actor } from '../../server/access/actor.ts';
import type { Credentials } from '../../server/access/authentication/authenticate.ts';
import { NOT_NARROWED } from '../../server/access/narrowing.ts';
import type { Source } from '../../server/changes/source.ts';
import type { CheckedStream } from '../../server/changes/streams.ts';
import { type Clock, systemClock } from '../../server/clock.ts';
import type { HttpDeps, HttpSettings, Limits } from '../../server/http/deps.ts';
import { LARGEST_BODY } from '../../server/http/routing/body-limits.ts';
import type { Route } from '../../server/http/routing/route.ts';
import { createHttp, type Http } from '../../server/http/serving/http.ts';
import { Metrics } from '../../server/metrics/metrics.ts';
import { createScheduler } from '../../server/scheduler.ts';
import type { DurableView } from '../../server/store/store.ts';

/** A server with the HTTP part only: a small route table, tokens that are user names, and a store of one scope. */
export interface Dummy {
  readonly http: Http;
  readonly address: string;
  readonly port: number;
  /** Routes that ran, with their calls. */
  readonly calls: { readonly path: string; readonly call: unknown }[];
  readonly openings: CheckedStream[];
  /** Log lines. */
  readonly lines: Record<string, unknown>[];
  /** Releases a load of the scope `slow`. */
  release(): void;
  /** For a store with a barrier: lets through the requests that wait and all later ones, or fails those that wait. */
  pass(cause?: unknown): void;
  /** The credentials that were authenticated, in order. */
  readonly credentials: Credentials[];
  /** Tokens that are refused from now on. */
  readonly revoked: Set<string>;
  close(): Promise<void>;
}

export interface DummyOptions {
  readonly settings?: Partial<HttpSettings>;
  readonly limits?: Partial<Limits>;
  readonly routes?: readonly Route[];
  readonly clock?: Clock;
  /** The store is one of several on a database: it has nothing current before `pass`. */
  readonly barrier?: true;
}

export const canvas = '6b0e6f9c-1111-4222-8333-abcdefabcdef';

export async function startDummy(options: DummyOptions = {}): Promise<Dummy> {
  const lines: Record<string, unknown>[] = [];
  const log = linesInto(lines);
  const calls: Dummy['calls'] = [];
  const openings: CheckedStream[] = [];
  const revoked = new Set<string>();
  const credentials: Credentials[] = [];
  const store = dummyStore(options.barrier === true);
  const settings = { ...usualSettings, ...options.settings };
  const streams = {
    open: (opening: CheckedStream) => void openings.push(opening),
    close: () => {
      for (const one of openings) one.sink.end(true);
    },
  };
  const authenticate = (sent: Credentials): Actor => {
    credentials.push(sent);
    return actorOf(sent, revoked);
  };
  const routes = options.routes ?? dummyRoutes(calls);
  const deps: HttpDeps = {
    routes,
    authenticate,
    noteUse: () => {},
    streams,
    store,
    clock: options.clock ?? systemClock,
    scheduler: createScheduler(),
    settings,
    log,
    metrics: new Metrics(),
    ...limitsOf(options),
  };
  const http = createHttp(deps);
  const address = await http.listen();
  const close = (): Promise<void> => http.close();
  const { release, pass } = store;
  return {
    http,
    address,
    port: Number(new URL(address).port),
    calls,
    openings,
    lines,
    release,
    pass,
    credentials,
    revoked,
    close,
  };
}

const limitsOf = ({ limits }: DummyOptions): { limits?: Partial<Limits> } => (limits ? { limits } : {});

export const usualSettings: HttpSettings = {
  host: '127.0.0.1',
  port: 0,
  httpsPort: 0,
  tlsCert: '',
  tlsKey: '',
  externalUrl: () => '',
  trustedProxies: [],
  corsAllowedOrigins: [],
  ipVideoSources: [],
  metricsListen: '',
  metricsToken: '',
  logRequests: false,
  bodyMemoryBytes: 256 * 1024 * 1024,
  maxConnections: 10_000,
  maxStreamsPerCaller: 0,
  minUploadRate: 1024,
};

function linesInto(lines: Record<string, unknown>[]): Logger {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return pino({ base: null }, stream);
}

function dummyStore(hasBarrier: boolean) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting: { resolve(): void; reject(cause: unknown): void }[] = [];
  let isOpen = !hasBarrier;
  const passed = (): Promise<void> => new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  const view = {} as DurableView;
  return {
    isShared: hasBarrier,
    revision: (scope: string) => (scope === 'directory' ? 7 : 11),
    head: () => undefined,
    // Even beside other processes: in the turn of a request that asked earlier and passed the barrier
    ready: (scope: string) => (scope === 'slow' || scope === 'gone' ? undefined : view),
    load: async (scope: string) => {
      if (!isOpen) await passed();
      if (scope === 'gone') throw refuse.notFound('Canvas', scope);
      if (scope === 'slow') await released;
      return view;
    },
    release: () => release(),
    pass: (cause?: unknown) => {
      const all = waiting;
      waiting = [];
      isOpen = cause === undefined;
      for (const { resolve, reject } of all) cause === undefined ? resolve() : reject(cause);
    },
  };
}

const plain = { role: 'user' as const, accessToken: '', narrowing: NOT_NARROWED, endsAt: Number.POSITIVE_INFINITY };
const guest: Actor = { ...plain, id: 100, name: 'Guest', email: '', admin: false, credential: 'none', token: '' };

function actorOf(sent: Credentials, revoked: ReadonlySet<string>): Actor {
  const token = sent.token ?? /session=(\w+)/.exec(sent.cookie ?? '')?.[1];
  if (token === undefined) return guest;
  if (token === 'blocked') throw refuse.blocked();
  if (!/^(sam|admin)$/.test(token) || revoked.has(token)) throw refuse.invalidToken();
  return {
    ...plain,
    id: 1004,
    name: 'Sam',
    email: 'sam@corp.example',
    admin: token === 'admin',
    credential: 'temporary',
    token: `token:${token}`,
  };
}

const rule = (credential: Rule['credential'], permit: Rule['permit'] = () => {}): Rule => ({
  says: credential,
  scope: 'nothing',
  credential,
  licensed: false,
  onLoss: 'silent',
  permit,
});

export const signedIn = rule('required');
export const anyone = rule('ignored');
const optional = rule('optional');
export const linked = rule('link', (actor) => {
  if (actor.credential === 'none') throw refuse.unauthorized();
});
export const administrator = rule('required', (actor) => {
  if (!actor.admin) throw refuse.denied();
});
const integerUser = rule('required', (_, { user_id = '' }) => {
  if (!/^-?\d+$/.test(user_id)) throw refuse.invalid(`User ID ${user_id} is not an integer`);
});

export const described = {
  operation: 'something',
  tag: { name: 'Things', about: 'What there is.' },
  summary: 'Something',
  file: 'somewhere.ts',
  answer: Schema.Object({}),
};

function dummyRoutes(calls: Dummy['calls']): Route[] {
  const plain = (method: Route['method'], path: string, access: Rule, more: Partial<Route> = {}): Route =>
    ({ ...described, operation: `${method} ${path}`, method, path, access, handle: echo, ...more }) as Route;
  const watched = (path: string, form: Source['form'], more: Partial<Route> = {}): Route =>
    ({
      ...described,
      operation: `GET ${path}`,
      method: 'GET',
      path,
      access: linked,
      watch: (call) => {
        calls.push({ path, call });
        return sourceOf(form);
      },
      ...more,
    }) as Route;
  const echo: Route extends infer R ? (R extends { handle: infer H } ? H : never) : never = (call) => {
    calls.push({ path: call.origin, call });
    const { params, query, body, origin, author } = call;
    return JSON.stringify({ params, query, body, origin, author, actor: call.actor.id });
  };
  const scope = (params: Readonly<Record<string, string>>): string => params.canvas_id!;
  return [
    plain('GET', '/server-info', anyone),
    plain('GET', '/server-config', optional),
    plain('PATCH', '/server-config', administrator),
    plain('POST', '/server-config/reload-certs', administrator),
    plain('POST', '/users/login', anyone),
    plain('POST', '/users/password/reset', anyone),
    plain('GET', '/users/:user_id', integerUser),
    plain('DELETE', '/users/:user_id', integerUser, { answer: 'empty', handle: () => undefined }),
    plain('POST', '/canvases', signedIn, { bodyLimits: { bytes: LARGEST_BODY } }),
    plain('GET', '/canvases/:canvas_id', signedIn, { scope }),
    plain('PATCH', '/canvases/:canvas_id', signedIn, { scope }),
    watched('/canvases/:canvas_id/notes', 'list', { scope }),
    watched('/canvases/:canvas_id/notes/:widget_id', 'item', { scope }),
    plain('POST', '/faults/sync', signedIn, { handle: () => fail() }),
    plain('POST', '/faults/async', signedIn, { handle: async () => fail() }),
    plain('POST', '/faults/conflict', signedIn, { handle: async () => Promise.reject(refuse.conflict('Taken')) }),
    plain('GET', '/faults/unspeakable', signedIn, {
      handle: () => {
        throw unspeakable();
      },
    }),
    plain('GET', '/pieces', signedIn, { handle: () => [Buffer.from('['), Buffer.from('{"text":"äö"}'), Buffer.from(']')] }),
  ];
}

function fail(): never {
  throw new Error('secret detail');
}

/** A refusal without a text: must become the constant body. */
const unspeakable = (): Refusal => new Refusal('internal', 500, undefined as unknown as string);

const sourceOf = (form: Source['form']): Source => ({
  key: 'k',
  form,
  scope: canvas,
  body: () => (form === 'list' ? [Buffer.from('['), Buffer.from('{"id":1}'), Buffer.from(']')] : [Buffer.from('{"id":1}')]),
  changes: () => [],
  seen: () => [],
});
