import { type IncomingMessage, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { refuse } from '../../../model/refusal.ts';
import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { callerOf } from '../bounds/caller.ts';
import type { Capacity } from '../bounds/capacity.ts';
import type { Queues } from '../bounds/queues.ts';
import type { Limits, Log } from '../deps.ts';
import type { RequestCall } from '../routing/call.ts';
import type { RequestLog } from '../routing/request-log.ts';
import type { ConnectionAccount, UpgradeRoute } from '../routing/route.ts';
import type { Subscribe } from '../routing/subscribe.ts';
import type { Connections } from './connections.ts';

/** Connections that leave HTTP. Until one does, its request is handled, and refused, like any other. */
export interface Upgrades {
  /** Listens for such requests. `run` handles every request; `wants`: does a route take this one? */
  listenTo(server: Server, run: Run, wants: (request: IncomingMessage) => boolean): void;
  /** Hands the connection of an admitted request to its route. Refuses a request that did not ask for an upgrade. */
  hand(call: RequestCall, route: UpgradeRoute): void;
  /** Tells the routes, ends the connections, and after `closeMs` cuts those that are left. */
  close(): void;
}

type Run = (request: IncomingMessage, response: ServerResponse) => void;

interface Deps {
  readonly capacity: Pick<Capacity, 'streams' | 'bodies'>;
  readonly connections: Pick<Connections, 'isRefused'>;
  readonly queues: Pick<Queues, 'isIdle' | 'end'>;
  readonly requestLog: RequestLog;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly subscribe: Subscribe;
}

/** After this long, TCP starts to probe a silent peer; one that has vanished is noticed after some minutes. */
const KEEP_ALIVE_MS = 60_000;
/** Time for a refused peer to read that and close. */
const LINGER_MS = 1_000;

export const createUpgrades = (deps: Deps): Upgrades => new SocketUpgrades(deps);

class SocketUpgrades implements Upgrades {
  readonly #deps: Deps;
  /** The bytes that the peer sent behind a request that is not answered yet. */
  readonly #heads = new WeakMap<ServerResponse, Buffer>();
  /** Node does not track these sockets any more, so its server would wait for them and cut none. */
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
    const { streams, bodies } = this.#deps.capacity;
    let share = streams.arriving(actor, call.caller);
    share.take(1);
    const { socket } = request;
    socket.once('close', () => share.release());
    const { address } = call;
    const countFor = (now: Actor): void => {
      share.release();
      if (socket.destroyed) return;
      share = streams.shareOf(now, callerOf(now, address));
      share.take(1);
    };
    const accountOf = (now: Actor): ConnectionAccount => {
      const caller = callerOf(now, address);
      return { caller, memory: bodies.shareOf(now, caller) };
    };
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
        isForeign: call.isForeign,
        ip: address,
        countFor,
        accountOf,
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

  /** An upgrade behind unanswered requests could not be answered in its order, so the connection ends after those. */
  #endQueue(socket: Socket): void {
    socket.on('error', ignore);
    this.#deps.queues.end(socket);
  }

  /** Node has removed its listeners from the socket, and an unhandled error would end the process. */
  #hold(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', ignore);
    socket.setTimeout(0);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** A response like Node's own; whatever it is, it is the last answer of its connection. */
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

  /** Reads to the end, because closing with unread bytes resets the connection before the peer has read its refusal. */
  #linger(socket: Socket): void {
    socket.end();
    socket.resume();
    const timer = this.#deps.clock.after(LINGER_MS, () => socket.destroy());
    socket.once('close', () => timer.cancel());
  }

  /** Does what any route would have to do: ends half-open connections, and those whose peer takes nothing. */
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

/** Is an HTTP answer still unfinished on it? */
const isAnswering = (socket: Socket & { _httpMessage?: unknown }): boolean => !!socket._httpMessage;

/**
 * Once a server listens for upgrades, Node gives it every such request, without a parser. A server may ignore offers of
 * protocols that it does not speak (RFC 9110, 7.8), and clients offer `h2c` with ordinary requests. So this puts the request
 * back without the offer, and gives the connection to the server anew.
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
