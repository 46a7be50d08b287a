import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';

/** The pipelined requests of every connection. */
export interface Queues {
  /**
   * False: the request must not be looked at. That happens on a connection with too many requests behind one that is not
   * answered yet: each would be held until then. Those before it are answered in their order, and then it is cut.
   */
  admits(socket: Socket, response: ServerResponse): boolean;
  /** Nothing of this connection waits to be answered. */
  isIdle(socket: Socket): boolean;
  /** What was admitted is answered, and then the connection is cut. */
  end(socket: Socket): void;
  /** This answer may last for hours: who waits behind too many others on its connection is not waited for. */
  endless(response: ServerResponse): void;
}

export interface QueueLimits {
  /** Requests that may wait behind one that is not answered. */
  readonly most: number;
  /** Requests that were admitted have so long to be answered before the connection is cut. */
  readonly patienceMs: number;
}

interface Queue {
  /** Those that are not answered, and some that are. */
  waiting: ServerResponse[];
  /** Requests that were not admitted. */
  refused: number;
}

/** What follows in the packets that are under way is dropped up to here; who goes on sending is cut off at once. */
const MOST_REFUSED = 1000;

export function createQueues(limits: QueueLimits, clock: Clock): Queues {
  const queues = new WeakMap<Socket, Queue>();
  const neverEnding = new WeakSet<ServerResponse>();
  const cut = (socket: Socket, waiting: readonly ServerResponse[]): void => {
    if (neverEnding.has(waiting[0]!)) return void socket.destroy();
    const timer = clock.after(limits.patienceMs, () => socket.destroy());
    socket.once('close', () => timer.cancel());
    const last = waiting.at(-1)!;
    last.shouldKeepAlive = false;
    last.once('finish', () => socket.destroySoon());
  };
  const queueOf = (socket: Socket): Queue => {
    const known = queues.get(socket);
    if (known) return known;
    const queue = { waiting: [], refused: 0 };
    queues.set(socket, queue);
    return queue;
  };
  return {
    admits(socket, response) {
      // The rest of a packet is still parsed after its connection was cut
      if (socket.destroyed) return false;
      const queue = queueOf(socket);
      if (queue.refused === 0 && hasRoom(queue, limits.most)) return queue.waiting.push(response) > 0;
      queue.refused += 1;
      if (queue.refused === 1) cut(socket, queue.waiting);
      if (queue.refused > MOST_REFUSED) socket.destroy();
      return false;
    },
    isIdle: (socket) => queueOf(socket).waiting.every(({ writableFinished }) => writableFinished),
    end(socket) {
      const queue = queueOf(socket);
      queue.refused += 1;
      cut(
        socket,
        queue.waiting.filter(({ writableFinished }) => !writableFinished),
      );
    },
    endless: (response) => void neverEnding.add(response),
  };
}

function hasRoom(queue: Queue, most: number): boolean {
  while (queue.waiting[0]?.writableFinished) queue.waiting.shift();
  // An answered one only needs to be written: a packet may hold any number of requests that are answered at once,
  // and Node reads no further while its peer does not read
  if (queue.waiting.length > most) queue.waiting = queue.waiting.filter(({ writableEnded }) => !writableEnded);
  return queue.waiting.length <= most;
}
