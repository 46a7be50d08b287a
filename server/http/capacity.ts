import { BodyMemory } from './body-memory.ts';
import type { HttpSettings } from './deps.ts';
import { Quota } from './quota.ts';

/** What the process can hold at the same time, and what of it one caller can have. */
export interface Capacity {
  readonly bodies: BodyMemory;
  /** By address of the peer. */
  readonly connections: Quota;
  readonly streams: Quota;
  /** Streams over connections that have left HTTP: they take no connection of their own. */
  readonly subscriptions: Quota;
  /** Long answers that are made while they are sent: each keeps what it was begun with until its reader has all of it. */
  readonly answers: Quota;
  /** Files that are being read or written for a request, each of which takes a descriptor beside that of its connection. */
  readonly files: Quota;
}

/** What changes while a long answer is read is in memory twice. */
const ANSWER_BYTES = 4 * 1024 * 1024;
/** Some connections are left for requests that are answered at once. */
const STREAMS_PART = 3 / 4;
/** Streams over one socket, on average; a page and a wall have some five. */
const SUBSCRIPTIONS = 16;
/** Generous, because nothing limits the streams of a token; it is only that nobody can take them all. */
const CALLER_PART = 1 / 2;
/** The setting leaves as many descriptors besides. */
const FILES_PART = 1 / 4;

/** And the last one is for somebody who has none. */
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
