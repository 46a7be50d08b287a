import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { fakeClock } from '../../../test/kit/clock.ts';
import { createQueues } from './queues.ts';

type Answer = Pick<ServerResponse, 'writableEnded' | 'writableFinished'>;

/** A connection whose answers are in the given state. */
function connection() {
  const clock = fakeClock();
  const queues = createQueues({ most: 16, patienceMs: 1000 }, clock);
  const cut = (): void => {
    socket.destroyed = true;
  };
  const socket = Object.assign(new EventEmitter(), { destroyed: false, destroy: cut, destroySoon: cut });
  const answerOf = (answer: Answer) => Object.assign(new EventEmitter(), answer) as unknown as ServerResponse;
  const admit = (answer: ServerResponse): boolean => queues.admits(socket as unknown as Socket, answer);
  return { admit, ask: (answer: Answer) => admit(answerOf(answer)), answerOf, queues, socket, clock };
}

const open: Answer = { writableEnded: false, writableFinished: false };

it('counts requests that wait for an answer, also behind an answer that is not read', () => {
  const { ask, socket, clock } = connection();
  ask({ writableEnded: true, writableFinished: false });
  const admitted = Array.from({ length: 30 }, () => ask(open));
  expect([admitted.filter(Boolean).length, socket.destroyed]).toEqual([17, false]);
  clock.advance(1000);
  expect(socket.destroyed).toBe(true);
});

it('takes any number of requests that are answered at once', () => {
  const { ask, socket } = connection();
  for (let at = 0; at < 1000; at++) expect(ask({ writableEnded: true, writableFinished: at % 2 === 0 })).toBe(true);
  expect(socket.destroyed).toBe(false);
});

it('cuts behind the last answer that was admitted, however many come meanwhile', () => {
  const { admit, ask, answerOf, socket, clock } = connection();
  const answers = Array.from({ length: 40 }, () => answerOf(open));
  const admitted = answers.filter(admit);
  expect(admitted).toEqual(answers.slice(0, 17));
  for (const answer of admitted.slice(0, 16)) answer.emit('finish');
  expect([ask(open), socket.destroyed]).toEqual([false, false]);
  admitted[16]!.emit('finish');
  expect(socket.destroyed).toBe(true);
  socket.emit('close');
  expect(clock.waiting).toBe(0);
});

it('cuts at once behind an answer that may last for hours, and a peer that goes on sending', () => {
  const stream = connection();
  const endless = stream.answerOf(open);
  stream.queues.endless(endless);
  stream.admit(endless);
  for (let at = 0; at < 17; at++) stream.ask(open);
  expect(stream.socket.destroyed).toBe(true);
  const flood = connection();
  for (let at = 0; at < 1017; at++) flood.ask(open);
  expect(flood.socket.destroyed).toBe(false);
  flood.ask(open);
  expect(flood.socket.destroyed).toBe(true);
});
