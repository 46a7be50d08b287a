import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import type { Limits } from '../deps.ts';
import { refuseConnection } from './client-error.ts';
import { createRedirectServer, type Listener, listenAtPath } from './listeners.ts';

/** A listener that only accounts of this machine can reach, by a file or a named pipe. */
export interface Door {
  /** Rejects when nothing can be made there. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A bound of its own, so that a server whose connections are all taken can still be looked into.
 * @bound Connections through the socket file of the data folder at a time: 503.
 */
const MOST = 8;

export function createDoor(limits: Limits, clock: Clock, run: RequestListener): Door {
  const refused = new WeakSet<Socket>();
  const server = createRedirectServer(limits, clock, (request, response) => {
    if (!refused.has(request.socket)) run(request, response);
  });
  let open = 0;
  server.on('connection', (socket: Socket) => {
    if (open === MOST) {
      refused.add(socket);
      return refuseConnection(refuse.unavailable('Too many commands at a time'), socket, clock);
    }
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  let listening: Listener | undefined;
  return {
    async open(path) {
      listening = await listenAtPath(server, path, limits, clock);
    },
    close: async () => listening?.stop(),
  };
}
