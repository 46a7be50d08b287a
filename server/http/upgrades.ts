import { type IncomingMessage, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { refuse } from '../../model/refusal.ts';
import type { Clock } from '../clock.ts';
import type { RequestCall } from './call.ts';
import type { Capacity } from './capacity.ts';
import type { Connections } from './connections.ts';
import type { Limits, Log } from './deps.ts';
import type { Queues } from './queues.ts';
import type { RequestLog } from './request-log.ts';
import type { UpgradeRoute } from './route.ts';
import type { Subscribe } from './subscribe.ts';

/** Connections that leave HTTP. Until one does, its request takes the way of all requests, with the refusals of all. */
export interface Upgrades {
  /** Hears the requests that ask for it. `run` is what every request goes through; `wants`: a route may take this one. */
  listenTo(server: Server, run: Run, wants: (request: IncomingMessage) => boolean): void;
  /** Gives the connection of an admitted request to its route. Refuses one that did not ask for it. */
  hand(call: RequestCall, route: UpgradeRoute): void;
  /** Tells the routes, ends the connections, and cuts after `closeMs` what is left of them. */
  close(): void;
}

type Run = (request: IncomingMessage, response: ServerResponse) => void;

interface Deps {
  readonly capacity: Pick<Capacity, 'streams'>;
  readonly connections: Pick<Connections, 'isRefused'>;
  readonly queues: Pick<Queues, 'isIdle' | 'end'>;
  readonly requestLog: RequestLog;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly subscribe: Subscribe;
}

/** A peer that has gone without a word is noticed after some minutes. */
const KEEP_ALIVE_MS = 60_000;
/** A refused peer has so long to read that and to close. */
const LINGER_MS = 1_000;

export const createUpgrades = (deps: Deps): Upgrades => new SocketUpgrades(deps);

class SocketUpgrades implements Upgrades {
  readonly #deps: Deps;
  /** What the peer sent behind a request that is not answered yet. */
  readonly #heads = new WeakMap<ServerResponse, Buffer>();
  /** Node knows nothing of these any more, so its server waits for them and cuts none. */
  readonly #sockets = new Set<Socket>();
  readonly #closing = new AbortController();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  listenTo(server: Server, run: Run, wants: (request: IncomingMessage) => boolean): void {
    const { connections, queues } = this.#deps;
    server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
      const socket = duplex as Socket;
      if (connections.isRefused(socket)) return;
      if (!queues.isIdle(socket)) return this.#endQueue(socket);
      if (!wants(request)) return giveBack(server, request, socket, head);
      this.#hold(socket);
      run(request, this.#responseTo(request, socket, head));
    });
  }

  hand(call: RequestCall, route: UpgradeRoute): void {
    const { request, response, actor } = call;
    const head = this.#heads.get(response);
    if (head === undefined) throw refuse.invalid(`${route.protocol} upgrade required`);
    if (response.destroyed) return;
    const share = this.#deps.capacity.streams.share(call.caller);
    share.take(1);
    const { socket } = request;
    socket.once('close', () => share.release());
    response.detachSocket(socket);
    this.#deps.requestLog(call, 101);
    this.#watch(socket);
    try {
      route.take({
        request,
        socket,
        head,
        actor,
        permit: call.permit,
        authenticate: () => call.authenticate(),
        ip: call.address,
        subscribe: this.#deps.subscribe,
        closing: this.#closing.signal,
      });
    } catch (error) {
      this.#deps.log.error({ request: call.id, route: call.pattern, err: error }, 'unexpected error');
      socket.destroy();
    }
  }

  close(): void {
    const { clock, limits } = this.#deps;
    this.#closing.abort();
    for (const socket of this.#sockets) if (!isAnswering(socket)) socket.end();
    const timer = clock.after(limits.closeMs, () => {
      for (const socket of this.#sockets) socket.destroy();
    });
    if (this.#sockets.size === 0) timer.cancel();
  }

  /** What it asks behind requests that are not answered yet cannot be answered in its order. */
  #endQueue(socket: Socket): void {
    socket.on('error', ignore);
    this.#deps.queues.end(socket);
  }

  /** Node listens to nothing of the socket any more: an error that nobody hears would end the process. */
  #hold(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', ignore);
    socket.setTimeout(0);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** As Node makes one; the last answer of its connection, whichever that is. */
  #responseTo(request: IncomingMessage, socket: Socket, head: Buffer): ServerResponse {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      this.#linger(socket);
    });
    this.#heads.set(response, head);
    return response;
  }

  /** Read to its end, because closing with unread bytes resets the connection before the peer has read its refusal. */
  #linger(socket: Socket): void {
    socket.end();
    socket.resume();
    const timer = this.#deps.clock.after(LINGER_MS, () => socket.destroy());
    socket.once('close', () => timer.cancel());
  }

  /** What any route would have to do: half-open connections end, and so do those whose peer takes nothing. */
  #watch(socket: Socket): void {
    const { clock, limits } = this.#deps;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.once('end', () => socket.end());
    let taken = 0;
    const timer = clock.every(limits.unreadMs, () => {
      const now = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength > 0 && now === taken) socket.destroy();
      taken = now;
    });
    socket.once('close', () => timer.cancel());
  }
}

const ignore = (): void => {};

/** Whether an answer in HTTP is still to be finished on it. */
const isAnswering = (socket: Socket & { _httpMessage?: unknown }): boolean => !!socket._httpMessage;

/**
 * A server that hears such requests at all is given every one of them, with its parser gone. Any server may take no notice of
 * what it does not do (RFC 9110, 7.8): clients offer `h2c` with ordinary requests. So the request is put back without the
 * offer, and the connection given to the server anew.
 */
function giveBack(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    const value = name === 'connection' ? withoutUpgrade(rawHeaders[at + 1]!) : rawHeaders[at + 1]!;
    if (name !== 'upgrade') lines.push(`${rawHeaders[at]}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit(server instanceof HttpsServer ? 'secureConnection' : 'connection', socket);
}

const withoutUpgrade = (value: string): string =>
  value
    .split(',')
    .filter((word) => word.trim().toLowerCase() !== 'upgrade')
    .join(',');
