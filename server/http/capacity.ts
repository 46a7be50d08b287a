import { BodyMemory } from './body-memory.ts';
import type { HttpSettings } from './deps.ts';
import { Quota } from './quota.ts';

/** What the process can hold at the same time, and how much of it one caller may have. */
export interface Capacity {
  readonly bodies: BodyMemory;
  /** By the address of the peer. */
  readonly connections: Quota;
  readonly streams: Quota;
  /** Streams over connections that have left HTTP: they take no connection of their own. */
  readonly subscriptions: Quota;
  /** Long answers that are made while they are sent. Each keeps the state it began with until its reader has all of it. */
  readonly answers: Quota;
  /** Files being read or written for a request. Each takes a descriptor besides that of its connection. */
  readonly files: Quota;
}

/** Memory of one long answer: records that change while it is read are held twice. */
const ANSWER_BYTES = 4 * 1024 * 1024;
/** The rest of the connections is left for requests that are answered at once. */
const STREAMS_PART = 3 / 4;
/** Streams over one socket, on average; a page and a wall have some five. */
const SUBSCRIPTIONS = 16;
/** Generous, because a token may have any number of streams; it only keeps one caller from taking them all. */
const CALLER_PART = 1 / 2;
/** The default of `EASEL_MAX_CONNECTIONS` leaves a descriptor for so many files. */
const FILES_PART = 1 / 4;

/** As much as is left, and the last one goes to a caller who has none. */
const asMuchAsIsLeft = (left: number): number => left + 1;

export function createCapacity({ bodyMemoryBytes, maxConnections, maxStreamsPerCaller }: HttpSettings): Capacity {
  const part = Math.ceil(maxConnections * CALLER_PART);
  const streams = maxStreamsPerCaller || part;
  return {
    bodies: new BodyMemory(bodyMemoryBytes),
    connections: new Quota({ all: maxConnections, each: () => part }),
    streams: new Quota({ all: Math.ceil(maxConnections * STREAMS_PART), each: () => streams }),
    subscriptions: new Quota({ all: maxConnections * SUBSCRIPTIONS, each: () => part * SUBSCRIPTIONS }),
    answers: new Quota({ all: Math.ceil(bodyMemoryBytes / ANSWER_BYTES), each: asMuchAsIsLeft }),
    files: new Quota({ all: Math.ceil(maxConnections * FILES_PART), each: asMuchAsIsLeft }),
  };
}
