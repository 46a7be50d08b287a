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
  /** Counts those of this server from now on, and refuses what is too much. */
  limit(server: Server): void;
  /** Requests on it must not be looked at: its refusal is written. */
  isRefused(socket: Socket): boolean;
}

/** So many are told why they are refused; the others are cut off. Each takes a descriptor until its peer has read that. */
const MOST_TOLD = 16;

export function createConnections(quota: Quota, proxies: Pick<Proxies, 'isProxy'>, clock: Clock): Connections {
  const refused = new WeakSet<Socket>();
  /** One that is given back to the server is no other connection. */
  const counted = new WeakSet<Socket>();
  let told = 0;
  const refuse = (socket: Socket, refusal: Refusal, isTls: boolean): void => {
    refused.add(socket);
    // There is no telling before the handshake, which costs more than a request
    if (isTls || told === MOST_TOLD) return void socket.destroy();
    told += 1;
    socket.once('close', () => {
      told -= 1;
    });
    refuseConnection(refusal, socket, clock);
  };
  const shareOf = ({ remoteAddress = '' }: Socket): Share =>
    // One proxy is many people
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
