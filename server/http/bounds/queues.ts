import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../clock.ts';

/** The pipelined requests of every connection. */
export interface Queues {
  /**
   * False: the request must be ignored, because too many requests wait behind an unanswered one on its connection, and each
   * would be held until then. Those before it are answered in their order, and then the connection is cut.
   */
  admits(socket: Socket, response: ServerResponse): boolean;
  /** True: no request of this connection waits for its answer. */
  isIdle(socket: Socket): boolean;
  /** Answers the admitted requests, and then cuts the connection. */
  end(socket: Socket): void;
  /** This answer may last for hours. When too many requests wait behind it, the connection is cut without waiting for it. */
  endless(response: ServerResponse): void;
}

export interface QueueLimits {
  /** Requests that may wait behind an unanswered one. */
  readonly most: number;
  /** Time to answer the admitted requests before the connection is cut. */
  readonly patienceMs: number;
}

interface Queue {
  /** All unanswered requests, and some answered ones. */
  waiting: ServerResponse[];
  /** Requests that were not admitted. */
  refused: number;
}

/**
 * Requests that follow in packets under way are dropped, up to this many; a peer that sends more is cut off at once.
 * @bound Requests that one connection sends ahead after a refusal: the connection ends.
 */
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
      // Node still parses the rest of a packet after its connection was cut
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
  // Answered requests only need to be written and do not count: a packet may hold any number of requests that are answered
  // at once, and Node reads no further while the peer does not read
  if (queue.waiting.length > most) queue.waiting = queue.waiting.filter(({ writableEnded }) => !writableEnded);
  return queue.waiting.length <= most;
}
