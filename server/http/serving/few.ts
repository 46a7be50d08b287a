import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import type { Limits } from '../deps.ts';
import { refuseConnection } from './client-error.ts';
import { createPlainServer } from './listeners.ts';

/**
 * A bound of its own, so that a server whose connections are all taken can still be looked into.
 * @bound Connections through the socket file of the data folder, and as many of monitoring, at a time: 503.
 */
const MOST = 8;

/** A server beside the one that everybody uses, for a few connections. @param says why a further one is refused */
export function createServerOfFew(limits: Limits, clock: Clock, run: RequestListener, says: string): Server {
  const refused = new WeakSet<Socket>();
  const server = createPlainServer(limits, clock, (request, response) => {
    if (!refused.has(request.socket)) run(request, response);
  });
  let open = 0;
  server.on('connection', (socket: Socket) => {
    if (open === MOST) {
      refused.add(socket);
      return refuseConnection(refuse.unavailable(says), socket, clock);
    }
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  return server;
}
