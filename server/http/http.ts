import { type Server as HttpServer, type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../../model/refusal.ts';
import { type Answers, createAnswers } from './answer.ts';
import { RequestCall } from './call.ts';
import { type Capacity, createCapacity } from './capacity.ts';
import { type Connections, createConnections } from './connections.ts';
import { createCors } from './cors.ts';
import { base, endpointsOf, reservedIn } from './endpoint.ts';
import { Exchange, requestId } from './exchange.ts';
import { createRedirectServer, createServer, type Listening, listen } from './listeners.ts';
import { createNdjson } from './ndjson.ts';
import { createPages } from './pages.ts';
import { type HttpParts, type Limits, usualLimits } from './parts.ts';
import { createProxies, type Proxies } from './proxies.ts';
import { createQueues, type Queues } from './queues.ts';
import { behindProxy, redirect, toTls } from './redirect.ts';
import { createRequestLog } from './request-log.ts';
import { createServe } from './serve.ts';
import { isTlsOn, loadCertificates } from './tls.ts';
import { createUnrouted } from './unrouted.ts';

export interface Http {
  /** Ready for `inject`, and for plugins before that. */
  readonly server: FastifyInstance;
  /** Listens; with TLS on also on the plain port, where everything is redirected. Resolves with the own address. */
  listen(): Promise<string>;
  /** The listeners first, then the streams, then what is in flight; resolves when every connection has ended. */
  close(): Promise<void>;
  /** Reads the certificate files again; when they cannot be used the old ones stay and it throws. 400 with TLS off. */
  reloadCertificates(): void;
}

/** The HTTP side of the server: conventions section 1 for a table of routes. Throws when the certificates cannot be read. */
export function createHttp(parts: HttpParts): Http {
  const { settings, clock } = parts;
  const limits: Limits = { ...usualLimits, ...parts.limits };
  const proxies = createProxies(settings.trustedProxies);
  const requestLog = createRequestLog(parts.log, clock, settings.logRequests, proxies);
  const capacity = createCapacity(settings);
  const answers = createAnswers({ ...parts, limits, requestLog, capacity, cors: createCors(settings.corsAllowedOrigins) });
  const connections = createConnections(capacity.connections, proxies, clock);
  const queues = createQueues({ most: limits.pipelined, patienceMs: limits.closeMs }, clock);
  const server = createFastify(parts, limits, gate(parts, queues, connections, answers, proxies), answers);
  const serve = createServe({ ...parts, answers, requestLog, limits, capacity, queues, ndjson: createNdjson() });
  register(server, parts, capacity, answers, proxies, serve);
  // Fastify has the same type for a plain and a TLS server
  const listeners = createListeners(parts, limits, answers, connections, server.server as HttpServer);
  server.addHook('preClose', async () => parts.streams.close());
  return {
    server,
    listen: async () => {
      await server.ready();
      return listeners.listen();
    },
    close: async () => {
      answers.closing = true;
      const stopped = listeners.stop();
      await server.close();
      await stopped;
    },
    reloadCertificates: () => {
      if (!isTlsOn(settings)) throw refuse.invalid('TLS is not enabled');
      (server.server as unknown as HttpsServer).setSecureContext(loadCertificates(settings));
    },
  };
}

/** Fastify with everything off that would answer, parse or log in its own words. */
function createFastify(parts: HttpParts, limits: Limits, guarded: (run: Run) => Run, answers: Answers): FastifyInstance {
  const server = Fastify({
    serverFactory: (run) => createServer(parts.settings, limits, parts.clock, guarded(run)) as HttpServer,
    logger: false,
    genReqId: (request) => requestId(request as IncomingMessage),
    frameworkErrors: (_error, request, reply) => answers.error(exchangeOf(request, reply, parts), refuse.invalidUrl()),
    clientErrorHandler: () => {}, // the listener has its own
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: limits.headerBytes,
      querystringParser: () => noQuery,
    },
  });
  // No method has a body that Fastify reads: its rules on content types, empty bodies and DELETE are not ours
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'].filter((one) => METHODS.includes(one))) {
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  server.setErrorHandler((error, request, reply) => {
    reply.hijack();
    answers.error(exchangeOf(request, reply, parts), error);
  });
  return server;
}

const noQuery = Object.freeze({});

type Run = (request: IncomingMessage, response: ServerResponse) => void;

/** What is settled before a path is looked at. */
function gate(parts: HttpParts, queues: Queues, connections: Connections, answers: Answers, proxies: Proxies): (run: Run) => Run {
  const redirectTo = isTlsOn(parts.settings) ? () => undefined : behindProxy(parts.settings.externalUrl, proxies);
  return (run) => (request, response) => {
    const { socket } = request;
    if (connections.isRefused(socket) || !queues.admits(socket, response)) return void request.resume();
    const location = redirectTo(request);
    if (location !== undefined) return redirect(answers, bareExchange(request, response, parts), location);
    const fault = faultOf(request);
    if (fault) return answers.error(bareExchange(request, response, parts), fault);
    run(request, response);
  };
}

/** What Node's parser takes and no server may: one host (RFC 9112, 3.2), and no coding that it cannot read (6.1). */
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

function register(
  server: FastifyInstance,
  parts: HttpParts,
  capacity: Capacity,
  answers: Answers,
  proxies: Proxies,
  serve: (call: RequestCall) => void,
): void {
  const { clock, scheduler, authenticate } = parts;
  const { externalUrl } = parts.settings;
  const shared = { authenticate, scheduler, proxies, externalUrl, capacity };
  const pages = createPages({ ...parts, answers, proxies, externalUrl });
  const endpoints = endpointsOf(parts.routes);
  const unrouted = createUnrouted(endpoints, pages, answers);
  const refuseUnrouted = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    unrouted(exchangeOf(request, reply, parts));
  };
  for (const { path, routes } of endpoints) {
    const reserved = reservedIn(path);
    server.route({
      method: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      url: base + path,
      handler: (request, reply) => {
        const route = routes.get(request.method);
        const params = request.params as Record<string, string>;
        if (route === undefined || reserved?.words.includes(params[reserved.param]!)) return refuseUnrouted(request, reply);
        reply.hijack();
        serve(new RequestCall(shared, route, params, [request.id, request.raw, reply.raw, clock.steady()]));
      },
    });
  }
  for (const page of pages.all) {
    server.route({
      method: ['GET', 'HEAD'],
      url: page.path,
      handler: (request, reply) => {
        reply.hijack();
        page.show(exchangeOf(request, reply, parts));
      },
    });
  }
  server.setNotFoundHandler(refuseUnrouted);
}

interface Listeners {
  listen(): Promise<string>;
  stop(): Promise<void>;
}

function createListeners(
  parts: HttpParts,
  limits: Limits,
  answers: Answers,
  connections: Connections,
  server: HttpServer,
): Listeners {
  const { settings, clock } = parts;
  const { host } = settings;
  const secure = isTlsOn(settings);
  const ports = { https: settings.httpsPort };
  const location = toTls(settings.externalUrl, () => ports.https);
  const plain = createRedirectServer(limits, clock, (request, response) =>
    redirect(answers, bareExchange(request, response, parts), location(request)),
  );
  const listening: Listening[] = [];
  const start = async (one: HttpServer, port: number): Promise<number> => {
    connections.limit(one);
    const started = await listen(one, host, port, limits, clock);
    listening.push(started);
    return started.port;
  };
  return {
    async listen() {
      const port = await start(server, secure ? settings.httpsPort : settings.port);
      if (secure) {
        ports.https = port;
        await start(plain, settings.port);
      }
      return `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
    },
    stop: async () => void (await Promise.all(listening.map((one) => one.stop()))),
  };
}

const exchangeOf = (request: FastifyRequest, reply: FastifyReply, { clock }: HttpParts): Exchange =>
  new Exchange(request.id, request.routeOptions?.url?.replace(base, '') ?? '', request.raw, reply.raw, clock.steady());

/** Of a request that is answered before it reaches the router. */
const bareExchange = (request: IncomingMessage, response: ServerResponse, { clock }: HttpParts): Exchange =>
  new Exchange(requestId(request), '', request, response, clock.steady());
