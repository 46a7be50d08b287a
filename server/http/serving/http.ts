import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { type Refusal, refuse } from '../../../model/refusal.ts';
import { operator } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { type Answers, createAnswers } from '../answers/answer.ts';
import { createNdjson } from '../answers/ndjson.ts';
import { behindProxy, redirect, toTls } from '../answers/redirect.ts';
import { Showing } from '../answers/showing.ts';
import { type Capacity, createCapacity } from '../bounds/capacity.ts';
import { createProxies, type Proxies } from '../bounds/proxies.ts';
import { createQueues, type Queues } from '../bounds/queues.ts';
import { type HttpDeps, type Limits, usualLimits } from '../deps.ts';
import { pageRoutes } from '../pages/pages.ts';
import { RequestCall } from '../routing/call.ts';
import { createCors } from '../routing/cors.ts';
import { Exchange } from '../routing/exchange.ts';
import { createFamilies, type Families, type Family, type FamilyName } from '../routing/families.ts';
import { createCountAnswer } from '../routing/http-metrics.ts';
import { type Endpoint, endpointsOf, ofInterface, reservedIn } from '../routing/paths.ts';
import { createRequestLog } from '../routing/request-log.ts';
import type { Route } from '../routing/route.ts';
import { createPathTree, type PathTree } from '../routing/routing.ts';
import { tellCapacity } from './capacity-metrics.ts';
import { type Connections, createConnections } from './connections.ts';
import { createDoor, type Door } from './door.ts';
import { createPlainServer, createServer, type Listener, listen, shownHost } from './listeners.ts';
import { createMonitoring, type Monitoring, monitorOf } from './monitoring.ts';
import { createServe } from './serve.ts';
import { createSubscribe } from './subscriptions.ts';
import { isTlsOn, loadCertificates } from './tls.ts';
import { createUnrouted, type FoundEndpoint } from './unrouted.ts';
import { createUpgrades } from './upgrades.ts';

export interface Http {
  readonly server: HttpServer;
  /** Listens; with TLS on also on the plain port, which redirects everything. Resolves with the server's own address. */
  listen(): Promise<string>;
  /** The server's own address; empty until it listens. */
  readonly address: string;
  /** The address of the listener for monitoring; empty until it listens, and where there is none. */
  readonly metricsAddress: string;
  /** Listens on a socket file or a named pipe, and takes everything that comes through it for the operator's. */
  openDoor(path: string): Promise<void>;
  /** Closes the listeners, then the streams, then requests in flight. Resolves when every connection has ended. */
  close(): Promise<void>;
  /** Reads the certificate files again. When they cannot be used, it keeps the old ones and throws. 400 with TLS off. */
  reloadCertificates(): void;
}

/** The HTTP side of the server: interface/conventions 1 for a table of routes. Throws when the certificates cannot be read. */
export function createHttp(deps: HttpDeps): Http {
  const { settings, clock, log } = deps;
  const limits: Limits = { ...usualLimits, ...deps.limits };
  const proxies = createProxies(settings.trustedProxies);
  const requestLog = createRequestLog(log, clock, settings.logRequests, proxies, createCountAnswer(deps.metrics));
  const capacity = createCapacity(settings, limits, clock);
  const families = createFamilies(settings.ipVideoSources);
  const answers = createAnswers({ ...deps, limits, requestLog, capacity, cors: createCors(settings.corsAllowedOrigins) });
  const connections = createConnections(capacity.connections, proxies, clock);
  tellCapacity(deps.metrics, capacity, connections);
  const queues = createQueues({ most: limits.pipelined, patienceMs: limits.closeMs }, clock);
  const routes = [...deps.routes, ...pageRoutes({ routes: ofInterface(deps.routes) })];
  const tree = createRoutes(routes, families, limits);
  const subscribe = createSubscribe({ ...deps, tree, endpoints: tree.endpoints, capacity });
  const upgrades = createUpgrades({ capacity, connections, queues, requestLog, log, clock, limits, subscribe });
  const showing = new Showing({ ...deps, answers, capacity });
  const ndjson = createNdjson();
  const serve = createServe({ ...deps, answers, requestLog, limits, capacity, queues, upgrades, ndjson, showing });
  const dispatch = createDispatch(deps, { tree, families, answers, capacity, proxies, serve });
  const isHealth = (request: IncomingMessage): boolean => tree.find(request.url!)?.store.family === families.operations;
  const run = gate(deps, { queues, connections, answers, proxies, families, isHealth, run: dispatch });
  // An HTTPS server has everything that is used of an HTTP server
  const server = createServer(settings, limits, clock, run) as HttpServer;
  upgrades.listenTo(server, run, (request) => isWanted(tree, request));
  const shared = { families, answers, capacity, proxies, queues, serve };
  const { door, monitoring } = createEntrances(deps, limits, shared);
  const listeners = createListeners(deps, limits, { answers, connections, families, server });
  let address = '';
  return {
    server,
    async listen() {
      address = await listeners.listen();
      await monitoring.listen();
      return address;
    },
    get address() {
      return address;
    },
    get metricsAddress() {
      return monitoring.address;
    },
    openDoor: door.open,
    close: async () => {
      answers.closing = true;
      const stopped = Promise.all([listeners.stop(), door.close(), monitoring.close()]);
      deps.streams.close();
      upgrades.close();
      await stopped;
    },
    reloadCertificates: () => {
      if (!isTlsOn(settings)) throw refuse.invalid('TLS is not enabled');
      (server as unknown as HttpsServer).setSecureContext(loadCertificates(settings));
    },
  };
}

/** The entrances for whoever looks after the server. */
function createEntrances(deps: HttpDeps, limits: Limits, shared: EntranceDeps): { door: Door; monitoring: Monitoring } {
  const { settings, clock } = deps;
  const monitor = monitorOf(settings, deps.authenticate);
  const ofOperator = entrance(deps, limits, shared, ofDoor, () => operator);
  const ofMonitor = entrance(deps, limits, shared, ofMonitoring, monitor);
  return {
    door: createDoor(limits, clock, ofOperator),
    monitoring: createMonitoring(settings, limits, clock, ofMonitor),
  };
}

type EntranceDeps = Omit<Dispatch, 'tree'> & { readonly queues: Queues };

/** An entrance beside the listeners that everybody uses, with routes and callers of its own. */
function entrance(
  deps: HttpDeps,
  limits: Limits,
  { queues, ...shared }: EntranceDeps,
  names: readonly FamilyName[],
  authenticate: HttpDeps['authenticate'],
): Run {
  const { families, answers } = shared;
  // Most servers are never asked there, and trees take a tenth of their start
  const createOwn = (): Run =>
    createDispatch({ ...deps, authenticate }, { ...shared, tree: createRoutes(deps.routes, families, limits, names) });
  let dispatch: Run | undefined;
  const bare = bareExchanges(families, deps.clock);
  return (request, response) => {
    if (!queues.admits(request.socket, response)) return void request.resume();
    const fault = faultOf(request);
    if (fault) return answers.error(bare(request, response), fault);
    dispatch ??= createOwn();
    dispatch(request, response);
  };
}

interface Routes extends PathTree<FoundEndpoint> {
  /** Endpoints of the interface. */
  readonly endpoints: readonly Endpoint[];
}

const ofListeners = ['interface', 'site', 'framed', 'document', 'mailed', 'page', 'operations'] as const;
/** The door takes nobody's credentials: who may open it may do everything. It knows the interface, and routes of its own. */
const ofDoor = ['interface', 'operations', 'operator'] as const;
const ofMonitoring = ['operations', 'monitoring'] as const;

/** The routes of these families by their paths. */
function createRoutes(
  routes: readonly Route[],
  families: Families,
  limits: Limits,
  names: readonly FamilyName[] = ofListeners,
): Routes {
  const tree = createPathTree<FoundEndpoint>(limits.headerBytes);
  const endpoints = names.includes('interface') ? endpointsOf(ofInterface(routes)) : [];
  const add = (some: readonly Endpoint[], family: Family): void => {
    for (const one of some) tree.add(family.base + one.path, { ...one, family, reserved: reservedIn(one.path) });
  };
  for (const name of names) {
    add(name === 'interface' ? endpoints : endpointsOf(routes.filter(({ family }) => family === name)), families[name]);
  }
  return { ...tree, endpoints };
}

/** Does a route take the connection of such a request? */
function isWanted(tree: Routes, { url = '', method, headers }: IncomingMessage): boolean {
  const route = method === 'GET' ? tree.find(url)?.store.routes.get('GET') : undefined;
  return route !== undefined && 'take' in route && headers.upgrade?.toLowerCase() === route.protocol.toLowerCase();
}

type Run = (request: IncomingMessage, response: ServerResponse) => void;

interface Gate {
  readonly queues: Queues;
  readonly connections: Connections;
  readonly answers: Answers;
  readonly proxies: Proxies;
  readonly families: Families;
  readonly isHealth: (request: IncomingMessage) => boolean;
  readonly run: Run;
}

/** Settles what does not depend on the path. */
function gate({ settings, clock }: HttpDeps, { queues, connections, answers, proxies, families, isHealth, run }: Gate): Run {
  const redirectTo = isTlsOn(settings) ? () => undefined : behindProxy(settings.externalUrl, proxies);
  const bare = bareExchanges(families, clock);
  return (request, response) => {
    const { socket } = request;
    if (connections.isRefused(socket) || !queues.admits(socket, response)) return void request.resume();
    const refusal = connections.refusalOf(socket);
    if (refusal) response.shouldKeepAlive = false;
    if (refusal && !isHealth(request)) return answers.error(bare(request, response), refusal);
    const location = redirectTo(request);
    if (location !== undefined) return redirect(answers, bare(request, response), location);
    const fault = faultOf(request);
    if (fault) return answers.error(bare(request, response), fault);
    run(request, response);
  };
}

/** Faults that Node's parser accepts and a server must not: not exactly one host (RFC 9112, 3.2), an unknown coding (6.1). */
function faultOf({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): Refusal | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) return refuse.malformedHttp();
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return refuse.unsupported('Transfer-Encoding must be chunked: no other coding is read');
  }
  return undefined;
}

interface Dispatch {
  readonly tree: Routes;
  readonly families: Families;
  readonly answers: Answers;
  readonly capacity: Capacity;
  readonly proxies: Proxies;
  readonly serve: (call: RequestCall) => void;
}

/** Finds the target at the path of a request, and hands the request to it. */
function createDispatch(deps: HttpDeps, { tree, families, answers, capacity, proxies, serve }: Dispatch): Run {
  const { clock, scheduler, authenticate, noteUse } = deps;
  const { externalUrl, corsAllowedOrigins } = deps.settings;
  const shared = { authenticate, noteUse, scheduler, proxies, externalUrl, corsAllowedOrigins, capacity };
  const unrouted = createUnrouted({ families, endpoints: tree.endpoints, answers, clock });
  return (request, response) => {
    const match = tree.find(request.url!);
    if (!match) return unrouted(request, response, undefined);
    const { store: target, params } = match;
    const route = target.routes.get(request.method!);
    if (route === undefined || target.reserved?.words.includes(params[target.reserved.param]!)) {
      return unrouted(request, response, target);
    }
    serve(new RequestCall(shared, route, target.family, params, [request, response, clock.steady()]));
  };
}

interface Listeners {
  listen(): Promise<string>;
  stop(): Promise<void>;
}

interface ListenerDeps {
  readonly answers: Answers;
  readonly connections: Connections;
  readonly families: Families;
  readonly server: HttpServer;
}

function createListeners(
  { settings, clock }: HttpDeps,
  limits: Limits,
  { answers, connections, families, server }: ListenerDeps,
): Listeners {
  const { host } = settings;
  const secure = isTlsOn(settings);
  const ports = { https: settings.httpsPort };
  const location = toTls(settings.externalUrl, () => ports.https);
  const bare = bareExchanges(families, clock);
  const plain = createPlainServer(limits, clock, (request, response) =>
    redirect(answers, bare(request, response), location(request)),
  );
  const listening: Listener[] = [];
  const start = async (one: HttpServer, port: number, setting: `EASEL_${string}`): Promise<number> => {
    connections.limit(one);
    const started = await listen(one, { host, port, setting }, limits, clock);
    listening.push(started);
    return started.port;
  };
  return {
    async listen() {
      const port = await (secure
        ? start(server, settings.httpsPort, 'EASEL_HTTPS_PORT')
        : start(server, settings.port, 'EASEL_PORT'));
      if (secure) {
        ports.https = port;
        await start(plain, settings.port, 'EASEL_PORT');
      }
      return `${secure ? 'https' : 'http'}://${shownHost(host)}:${port}`;
    },
    stop: async () => void (await Promise.all(listening.map((one) => one.stop()))),
  };
}

/** Exchanges for requests that are answered before they reach the router. */
const bareExchanges =
  (families: Families, clock: Clock) =>
  (request: IncomingMessage, response: ServerResponse): Exchange =>
    new Exchange(request, response, families.interface, '', clock.steady());
