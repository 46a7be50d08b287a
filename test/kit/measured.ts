import { once } from 'node:events';
import type { ProcessOptions, ServerProcess } from './server-process.ts';

/**
 * Milliseconds of work in one turn of the event loop that even a busy machine does not exceed: a longer turn was done at once
 * instead of in slices. How short turns are on a quiet machine is for `npm run bench` to judge.
 */
export const LONGEST_TURN = 250;

/** Readings of a measured server. Memory in bytes, after a collection; `rss` before it. */
export interface Gauges {
  /** Longest turn of the event loop since the last reading, in milliseconds. */
  readonly longestTurn: number;
  /** The same without the time that other processes took meanwhile, where the system reports it. */
  readonly longestWork: number;
  readonly rss: number;
  readonly memory: number;
  readonly sockets: number;
  readonly timers: number;
  /** Names of the properties of the built-in prototypes. */
  readonly prototype: readonly string[];
}

/** Options of a server with gauges; `limits` replace those of its HTTP side. */
export const measured = (limits: object = {}, env: ProcessOptions['env'] = {}): ProcessOptions => ({
  entry: 'test/kit/processes/measured.mjs',
  nodeArgs: ['--expose-gc'],
  env: { EASEL_LOG_LEVEL: 'info', TEST_LIMITS: JSON.stringify(limits), ...env },
});

export const gauges = (server: ServerProcess): Promise<Gauges> => ask(server, { ask: 'measure' });

/** Makes this many notes inside one, in one command. Resolves with the id of the outer one. */
export const fill = (server: ServerProcess, canvas: string, count: number): Promise<string> =>
  ask(server, { ask: 'fill', canvas, count });

/** One request at a time. */
async function ask<T>({ child, exited }: ServerProcess, question: object): Promise<T> {
  child.send(question);
  const [message] = await Promise.race([once(child, 'message'), exited.then(() => Promise.reject(new Error('it has ended')))]);
  return (message as { answer: T }).answer;
}

export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
