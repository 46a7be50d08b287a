import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https';
import type { ListenOptions, Socket } from 'node:net';
import type { Clock } from '../../clock.ts';
import type { HttpSettings, Limits } from '../deps.ts';
import { refuseMalformed, refuseTunnel } from './client-error.ts';
import { isTlsOn, loadCertificates } from './tls.ts';

/** Plenty: a handshake takes one or two round trips. */
const handshakeMs = 10_000;

/** A plain or TLS server with all bounds set, which answers every refusal of the parser. It does not listen yet. */
export function createServer(settings: HttpSettings, limits: Limits, clock: Clock, run: RequestListener): Server | HttpsServer {
  const options = optionsOf(limits);
  const server = isTlsOn(settings)
    ? createHttpsServer({ ...options, ...loadCertificates(settings), handshakeTimeout: handshakeMs }, run)
    : createHttpServer(options, run);
  return guard(server, clock, run);
}

/** A plain server with the same bounds, whatever the others are. */
export function createPlainServer(limits: Limits, clock: Clock, run: RequestListener): Server {
  return guard(createHttpServer(optionsOf(limits), run), clock, run);
}

/** A listening server. */
export interface Listener {
  readonly port: number;
  /**
   * Stops listening at once. Resolves when every connection has ended: idle ones now, busy ones after their answer,
   * and all that are left after `closeMs`.
   */
  stop(): Promise<void>;
}

export interface NetworkPlace {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The setting that names it, for the line about why it cannot be used. */
  readonly setting: `EASEL_${string}`;
}

/** Rejects with one clear line: port in use, no permission to use it, unknown address. */
export function listen(server: Server, place: NetworkPlace, limits: Limits, clock: Clock): Promise<Listener> {
  const { host, port } = place;
  return listening(server, { at: { host, port }, says: (error) => listenError(error, place) }, limits, clock);
}

/** A host in the form that addresses have. */
export const shownHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Listens on a file or a named pipe. */
export function listenAtPath(server: Server, path: string, limits: Limits, clock: Clock): Promise<Listener> {
  const says = ({ message }: Error): string => `${path} cannot be listened on: ${message}`;
  return listening(server, { at: { path }, says }, limits, clock);
}

interface Place {
  readonly at: ListenOptions;
  /** The line about why it cannot listen there. */
  readonly says: (error: Error) => string;
}

function listening(server: Server, { at, says }: Place, limits: Limits, clock: Clock): Promise<Listener> {
  const closeUnused = trackUnused(server);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      const cut = clock.after(limits.closeMs, () => server.closeAllConnections());
      server.close(() => {
        cut.cancel();
        resolve();
      });
      closeUnused();
    });
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(new Error(says(error), { cause: error }));
    server.once('error', fail);
    server.listen(at, () => {
      server.off('error', fail);
      resolve({ port: portOf(server), stop });
    });
  });
}

/** 0: it listens on no port. */
function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Browsers open connections in advance. Node counts a connection that has not sent a request yet as busy, so it would
 * hold up the shutdown. Returns a function that closes them.
 */
function trackUnused(server: Server): () => void {
  const unused = new Set<Socket>();
  /** A connection that is given back to the server is not new, and has sent a request. */
  const known = new WeakSet<Socket>();
  server.on(server instanceof HttpsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (known.has(socket)) return;
    known.add(socket);
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', (request) => unused.delete(request.socket));
  // A listener for `upgrade` makes Node hand over all such requests, so it is added only where there already is one
  if (server.listenerCount('upgrade') > 0) server.on('upgrade', (_request, socket) => unused.delete(socket as Socket));
  return () => {
    for (const socket of unused) socket.destroy();
  };
}

function optionsOf(limits: Limits): ServerOptions {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    // Node's bound would count uploads, too; JSON bodies have a bound of their own
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
    keepAliveTimeout: limits.keepAliveMs,
    // Node would answer a missing Host itself, without a body and a request id
    requireHostHeader: false,
  };
}

function guard<S extends Server>(server: S, clock: Clock, run: RequestListener): S {
  server.on('clientError', (error, socket) => refuseMalformed(error, socket as never, clock));
  server.on('connect', (request, socket) => refuseTunnel(request, socket as never, clock));
  // Node would answer an unknown expectation with a 417 without body; we ignore expectations
  server.on('checkExpectation', run);
  return server;
}

function listenError(error: Error & { readonly code?: string }, { host, port, setting }: NetworkPlace): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use; set ${setting} or stop the other program`;
  if (error.code === 'EACCES') return `Port ${port} on ${host} may not be used by this account; set ${setting}`;
  if (error.code === 'EADDRNOTAVAIL')
    return `This machine has no address ${host}; see ${setting.replace(/_(HTTPS_)?PORT$/, '_HOST')}`;
  return `Cannot listen on ${host} port ${port}: ${error.message}`;
}
