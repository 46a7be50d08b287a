import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Refusal } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import { networkOf } from '../bounds/caller.ts';
import type { Proxies } from '../bounds/proxies.ts';
import type { Quota, Share } from '../bounds/quota.ts';
import { refuseConnection } from './client-error.ts';

/** The connections of all listeners. */
export interface Connections {
  /** Counts the connections of this server from now on, and refuses those beyond the limit. */
  limit(server: Server): void;
  /** True: requests on this connection must be ignored, because its refusal is already written. */
  isRefused(socket: Socket): boolean;
  /**
   * The refusal of a connection beyond the limit that was taken all the same: its one request may ask for health, which must be
   * answered when the server is full, too. Any other gets this refusal. Undefined for connections within the limit.
   */
  refusalOf(socket: Socket): Refusal | undefined;
  /** Bytes over all connections since the start, those that are open included. */
  traffic(): { readonly received: number; readonly sent: number };
}

/** At most this many refused peers are told why; others are cut off. Each takes a descriptor until its peer has read that. */
const MOST_TOLD = 8;
/** Connections beyond the limit that may ask for health, at the same time; whoever floods the server may take these, too. */
const MOST_SPARE = 8;
/** Time for such a peer to ask and to be answered. Balancers ask at once, and health answers within two seconds. */
const SPARE_MS = 3000;

export function createConnections(quota: Quota, proxies: Pick<Proxies, 'isProxy'>, clock: Clock): Connections {
  const refused = new WeakSet<Socket>();
  /** A connection counts once, because one that is given back to the server raises `connection` again. */
  const counted = new WeakSet<Socket>();
  /** The key is the peer, because requests over TLS come with another socket. */
  const spares = new Map<string, Refusal>();
  let told = 0;
  const traffic = new Traffic();
  const keepSpare = (socket: Socket, refusal: Refusal, isTls: boolean): void => {
    const peer = peerOf(socket);
    spares.set(peer, refusal);
    const timer = clock.after(SPARE_MS, () => {
      if (socket.bytesRead > 0) socket.destroy();
      else refuse(socket, refusal, isTls);
    });
    socket.once('close', () => {
      spares.delete(peer);
      timer.cancel();
    });
  };
  const refuse = (socket: Socket, refusal: Refusal, isTls: boolean): void => {
    refused.add(socket);
    // Before the handshake nothing can be told, and the handshake costs more than a request
    if (isTls || told === MOST_TOLD) return void socket.destroy();
    told += 1;
    socket.once('close', () => {
      told -= 1;
    });
    refuseConnection(refusal, socket, clock);
  };
  const shareOf = ({ remoteAddress = '' }: Socket): Share =>
    // Many people share one proxy
    quota.share(proxies.isProxy(remoteAddress) ? undefined : networkOf(remoteAddress));
  return {
    limit(server) {
      server.on('connection', (socket: Socket) => {
        if (counted.has(socket)) return;
        counted.add(socket);
        traffic.count(socket);
        const share = shareOf(socket);
        try {
          share.take(1);
          socket.once('close', () => share.release());
        } catch (refusal) {
          const give = spares.size < MOST_SPARE ? keepSpare : refuse;
          give(socket, refusal as Refusal, server instanceof HttpsServer);
        }
      });
    },
    isRefused: (socket) => refused.has(socket),
    traffic: () => traffic.bytes(),
    refusalOf: (socket) => (spares.size === 0 ? undefined : spares.get(peerOf(socket))),
  };
}

const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;

/** The bytes of connections, also of those that have ended. */
class Traffic {
  readonly #open = new Set<Socket>();
  #received = 0;
  #sent = 0;

  count(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#received += socket.bytesRead;
      this.#sent += socket.bytesWritten;
    });
  }

  bytes(): { readonly received: number; readonly sent: number } {
    let received = this.#received;
    let sent = this.#sent;
    for (const { bytesRead, bytesWritten } of this.#open) {
      received += bytesRead;
      sent += bytesWritten;
    }
    return { received, sent };
  }
}
