import { BodyMemory } from './body-memory.ts';
import type { HttpSettings } from './parts.ts';
import { Quota } from './quota.ts';

/** What the process can hold at the same time, and what of it one caller can have. */
export interface Capacity {
  readonly bodies: BodyMemory;
  /** By address of the peer. */
  readonly connections: Quota;
  readonly streams: Quota;
  /** Files that are being read or written for a request, each of which takes a descriptor beside that of its connection. */
  readonly files: Quota;
}

/** Some connections are left for requests that are answered at once. */
const STREAMS_PART = 3 / 4;
/** Generous, because nothing limits the streams of a token; it is only that nobody can take them all. */
const CALLER_PART = 1 / 2;
/** The setting leaves as many descriptors besides. */
const FILES_PART = 1 / 4;

export function createCapacity({ bodyMemoryBytes, maxConnections, maxStreamsPerCaller }: HttpSettings): Capacity {
  const part = Math.ceil(maxConnections * CALLER_PART);
  const streams = maxStreamsPerCaller || part;
  return {
    bodies: new BodyMemory(bodyMemoryBytes),
    connections: new Quota({ all: maxConnections, each: () => part }),
    streams: new Quota({ all: Math.ceil(maxConnections * STREAMS_PART), each: () => streams }),
    files: new Quota({ all: Math.ceil(maxConnections * FILES_PART), each: (left) => left + 1 }),
  };
}
