import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Refusal } from '../../model/refusal.ts';
import type { Clock } from '../clock.ts';
import { networkOf } from './caller.ts';
import { refuseConnection } from './client-error.ts';
import type { Proxies } from './proxies.ts';
import type { Quota, Share } from './quota.ts';

/** The connections of all listeners. */
export interface Connections {
  /** Counts the connections of this server from now on, and refuses those beyond the limit. */
  limit(server: Server): void;
  /** True: requests on this connection must be ignored, because its refusal is already written. */
  isRefused(socket: Socket): boolean;
}

/** At most this many refused peers are told why; others are cut off. Each takes a descriptor until its peer has read that. */
const MOST_TOLD = 16;

export function createConnections(quota: Quota, proxies: Pick<Proxies, 'isProxy'>, clock: Clock): Connections {
  const refused = new WeakSet<Socket>();
  /** Counted once, because a connection that is given back to the server raises `connection` again. */
  const counted = new WeakSet<Socket>();
  let told = 0;
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
        const share = shareOf(socket);
        try {
          share.take(1);
          socket.once('close', () => share.release());
        } catch (refusal) {
          refuse(socket, refusal as Refusal, server instanceof HttpsServer);
        }
      });
    },
    isRefused: (socket) => refused.has(socket),
  };
}
