import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createQueues } from './queues.ts';

/** A connection of which every answer is as it is said. */
function connection() {
  const queues = createQueues(16);
  const socket = { destroyed: false, destroy: () => (socket.destroyed = true) };
  const ask = (answer: Partial<ServerResponse>) => queues.admits(socket as unknown as Socket, answer as ServerResponse);
  return { ask, socket };
}

it('counts what waits for an answer, also behind one that is answered and not read', () => {
  const { ask, socket } = connection();
  ask({ writableEnded: true, writableFinished: false });
  const admitted = Array.from({ length: 30 }, () => ask({ writableEnded: false, writableFinished: false }));
  expect([admitted.filter(Boolean).length, socket.destroyed]).toEqual([17, true]);
});

it('takes any number that is answered at once', () => {
  const { ask, socket } = connection();
  for (let at = 0; at < 1000; at++) expect(ask({ writableEnded: true, writableFinished: at % 2 === 0 })).toBe(true);
  expect(socket.destroyed).toBe(false);
});
