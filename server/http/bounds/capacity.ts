import type { Clock } from '../../clock.ts';
import type { HttpSettings, Limits } from '../deps.ts';
import { AnswerMemory } from './answer-memory.ts';
import { BodyMemory } from './body-memory.ts';
import { Quota } from './quota.ts';
import { ReadingTurns } from './reading-turns.ts';
import { StreamRoom } from './stream-room.ts';

/** What the process can hold at the same time, and how much of it one caller may have. */
export interface Capacity {
  readonly bodies: BodyMemory;
  readonly turns: ReadingTurns;
  /** Connections, counted by the address of the peer. */
  readonly connections: Quota;
  readonly streams: StreamRoom;
  /** Streams over connections that have left HTTP: they take no connection of their own. */
  readonly subscriptions: StreamRoom;
  /** Long answers that are made while they are sent. Each keeps the state it began with until its reader has all of it. */
  readonly answers: Quota;
  /** Long answers that are made before they are sent. */
  readonly longAnswers: AnswerMemory;
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
/** The share of the descriptors that the default of `EASEL_MAX_CONNECTIONS` leaves for files. */
const FILES_PART = 1 / 4;

/** One caller may take everything that is left, and the last one goes to a caller who has none. */
const asMuchAsIsLeft = (left: number): number => left + 1;

export function createCapacity(settings: HttpSettings, limits: Limits, clock: Pick<Clock, 'after'>): Capacity {
  const { bodyMemoryBytes, maxConnections, maxStreamsPerCaller } = settings;
  const part = Math.ceil(maxConnections * CALLER_PART);
  const streams = maxStreamsPerCaller || part;
  return {
    bodies: new BodyMemory(bodyMemoryBytes),
    turns: new ReadingTurns(),
    connections: new Quota({ all: maxConnections, each: () => part }),
    streams: new StreamRoom({ all: Math.ceil(maxConnections * STREAMS_PART), each: () => streams }),
    subscriptions: new StreamRoom({ all: maxConnections * SUBSCRIPTIONS, each: () => part * SUBSCRIPTIONS }),
    answers: new Quota({ all: Math.ceil(bodyMemoryBytes / ANSWER_BYTES), each: asMuchAsIsLeft }),
    longAnswers: new AnswerMemory(limits.answerBytes ?? bodyMemoryBytes, clock),
    files: new Quota({ all: Math.ceil(maxConnections * FILES_PART), each: asMuchAsIsLeft }),
  };
}
