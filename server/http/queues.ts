import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The pipelined requests of every connection. */
export interface Queues {
  /**
   * False: the connection is cut, and the request must not be looked at. That happens to one that sends too many
   * requests behind one that is not answered yet, as an open stream may not be for hours: each would be held until then.
   */
  admits(socket: Socket, response: ServerResponse): boolean;
}

/** @param most requests that may wait behind one that is not answered. */
export function createQueues(most: number): Queues {
  /** Those that are not answered, and some that are. */
  const open = new WeakMap<Socket, ServerResponse[]>();
  return {
    admits(socket, response) {
      // The rest of a packet is still parsed after its connection was cut
      if (socket.destroyed) return false;
      let waiting = open.get(socket) ?? [];
      while (waiting[0]?.writableFinished) waiting.shift();
      // An answered one only needs to be written: a packet may hold any number of requests that are answered at once,
      // and Node reads no further while its peer does not read
      if (waiting.length > most) waiting = waiting.filter(({ writableEnded }) => !writableEnded);
      waiting.push(response);
      open.set(socket, waiting);
      if (waiting.length <= most + 1) return true;
      socket.destroy();
      return false;
    },
  };
}
