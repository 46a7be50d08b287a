import type { MessageOf } from '../model/displays/message.ts';
import type { Fault, Notice, Welcome } from '../model/displays/session.ts';
import type { Ports, Socket, Timer } from './ports.ts';

/** A message of the server, as it came. */
export type Received = { readonly type: string } & Readonly<Record<string, unknown>>;
export type Welcomed = MessageOf<typeof Welcome>;

/** Why a connection ended: a close code of interface/streaming 4.10, and what the server said of it. */
export interface Lost {
  /** 1006: the connection broke, or could not be made. */
  readonly code: number;
  readonly msg: string;
  /** Milliseconds until the next try; undefined: the client does not try again until a person has changed something. */
  readonly retryMs: number | undefined;
}

export interface LinkEvents {
  /** Makes the first message of a connection. */
  hello(): object;
  welcome(welcome: Welcomed, helloAt: number): void;
  /** Receives every message except `welcome`, beats, `error` and `notice`. */
  message(message: Received): void;
  /** Receives a text frame of a stream: `#<channel> <revision> <line>`. */
  frame(text: string): void;
  /** The server has answered with its time; the client had asked at this steady time. */
  time(askedAt: number, told: string): void;
  lost(lost: Lost): void;
  /** A message could not be read, or a function of the program threw an error on one. */
  fault(cause: unknown): void;
}

/** The client gives up a connection without a `welcome` after this time, and tries again. */
const GREETING_MS = 20_000;
/** The client waits this long for the server to close the connection after a `bye`. */
const LEAVING_MS = 2_000;
/** After so many heartbeats without a message the client takes the connection for dead. */
const MISSED = 3;
/** After these close codes a new try would end in the same way. */
const finalCodes: readonly number[] = [4401, 4403, 4406, 4409];
const LICENCE_CODE = 4402;
const LICENCE_RETRY_MS = 60_000;
/** The last one repeats. */
export const usualPauses: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** A connection that does not answer for so long is taken for dead, when there is a reason to doubt it. */
const CHECK_MS = 3_000;
/** WebSocket's close code for a connection that ended without a close. */
const BROKEN = 1006;

/**
 * Keeps one connection to an address: makes a new one when it is lost, until the client leaves or the server refuses it for good
 * (interface/streaming 4.10).
 *
 *   connecting ──open, hello──▶ greeting ──welcome──▶ connected
 *        ▲                          │                    │
 *        └── the pauses ──── waiting ◀──── lost ───────┘
 */
export class Link {
  readonly #url: string;
  readonly #ports: Ports;
  readonly #events: LinkEvents;
  /** Before the next tries, in milliseconds. */
  readonly #pauses: readonly number[];
  #socket: Socket | undefined;
  #isGreeted = false;
  /** Of the present connection, or of the wait for the next one. */
  #timers: Timer[] = [];
  #heardAt = 0;
  /** Number of messages. */
  #heard = 0;
  #helloAt = 0;
  #tries = 0;
  /** The text of the last `error` or `notice`, or of the socket's error. */
  #said = '';
  /** Set once the client has said `bye`: ends the connection. */
  #left: (() => void) | undefined;
  #leaving: Promise<void> | undefined;

  #check: Timer | undefined;
  /** The server has refused the client for good, or it has left. */
  #isOver = false;

  constructor(url: string, ports: Ports, events: LinkEvents, pauses: readonly number[] = usualPauses) {
    this.#url = url;
    this.#ports = ports;
    this.#events = events;
    this.#pauses = pauses;
  }

  /** Begins to connect. Throws when the address is invalid. */
  open(): void {
    const socket = new this.#ports.WebSocket(this.#url);
    this.#socket = socket;
    this.#said = '';
    // Events of a socket that was given up are ignored
    const isCurrent = (): boolean => this.#socket === socket;
    this.#timers = [this.#ports.clock.after(GREETING_MS, () => this.#drop('No welcome came'))];
    socket.addEventListener('open', () => isCurrent() && this.#greet(socket));
    socket.addEventListener('error', ({ message }) => isCurrent() && this.#failed(message));
    socket.addEventListener('message', ({ data }) => isCurrent() && this.#receive(String(data)));
    socket.addEventListener('close', ({ code, reason }) => isCurrent() && this.#lost(code, reason));
  }

  /** Returns false, and sends nothing, unless the server has welcomed the client. */
  send(message: object): boolean {
    if (!this.#socket || !this.#isGreeted || !isOpen(this.#socket)) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Asks the server for its time. */
  askTime(): void {
    this.send({ type: 'beat', client_time: this.#ports.clock.steady() });
  }

  /**
   * Something makes the connection doubtful: the machine slept, or has another network. Waits for no timer: tries again at once if
   * there is no connection, and gives up one that does not answer within seconds.
   */
  check(): void {
    if (this.#isOver || this.#leaving) return;
    if (!this.#socket) return this.#again();
    const { clock } = this.#ports;
    const [socket, heard] = [this.#socket, this.#heard];
    this.askTime();
    this.#check?.cancel();
    this.#check = clock.after(CHECK_MS, () => {
      if (this.#socket === socket && this.#heard === heard) this.#drop('The server did not answer', 0);
    });
  }

  /** Says `bye` and does not connect again. Resolves when the connection has ended; `lost` is not called. */
  leave(): Promise<void> {
    this.#leaving ??= new Promise((resolve) => {
      const socket = this.#socket;
      const isTold = this.send({ type: 'bye' });
      const gone = (): void => {
        this.#reset();
        socket?.close(1000);
        resolve();
      };
      if (!isTold) return gone();
      this.#left = gone;
      this.#timers.push(this.#ports.clock.after(LEAVING_MS, gone));
    });
    return this.#leaving;
  }

  /** An error of the socket; its close follows. A text of the server says more, so it stays. */
  #failed(message: string | undefined): void {
    this.#said ||= message ?? '';
  }

  #greet(socket: Socket): void {
    this.#helloAt = this.#ports.clock.steady();
    try {
      socket.send(JSON.stringify(this.#events.hello()));
    } catch (cause) {
      // The function of the program that knows the token
      this.#events.fault(cause);
      this.#drop('There is no token');
    }
  }

  #receive(text: string): void {
    this.#heardAt = this.#ports.clock.steady();
    this.#heard++;
    try {
      this.#take(text);
    } catch (cause) {
      this.#events.fault(cause);
    }
  }

  #take(text: string): void {
    if (text.startsWith('#')) return this.#events.frame(text);
    const message = JSON.parse(text) as Received;
    switch (message.type) {
      case 'welcome':
        return this.#welcomed(message as unknown as Welcomed);
      case 'beat':
        return this.#beat(message);
      case 'error':
      case 'notice':
        this.#said = (message as unknown as MessageOf<typeof Fault | typeof Notice>).msg;
        return;
      default:
        return this.#events.message(message);
    }
  }

  #welcomed(welcome: Welcomed): void {
    const { clock } = this.#ports;
    const heartbeatMs = welcome.heartbeat_seconds * 1000;
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [clock.every(heartbeatMs, () => this.#look(heartbeatMs))];
    this.#isGreeted = true;
    this.#tries = 0;
    this.askTime();
    this.#events.welcome(welcome, this.#helloAt);
  }

  /** Answers a beat of the server with the question for its time. Does not answer the server's answer to that. */
  #beat({ client_time, server_time }: Received): void {
    if (typeof client_time !== 'number') this.askTime();
    else if (typeof server_time === 'string') this.#events.time(client_time, server_time);
  }

  #look(heartbeatMs: number): void {
    if (this.#ports.clock.steady() - this.#heardAt > MISSED * heartbeatMs) this.#drop('The server was silent');
  }

  /** Gives up a connection that may be dead. Its close event would come only after the time-out of the network. */
  #drop(msg: string, retryMs?: number): void {
    const socket = this.#socket;
    this.#said = msg;
    this.#lost(BROKEN, '', retryMs);
    socket?.close();
  }

  #again(): void {
    for (const timer of this.#timers) timer.cancel();
    this.open();
  }

  #lost(code: number, reason: string, retryMs = this.#retryAfter(code)): void {
    if (this.#left) return this.#left();
    const msg = this.#said || reason;
    this.#reset();
    this.#isOver = retryMs === undefined;
    if (retryMs !== undefined) this.#timers = [this.#ports.clock.after(retryMs, () => this.open())];
    this.#events.lost({ code, msg, retryMs });
  }

  #reset(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
    this.#check?.cancel();
    this.#socket = undefined;
    this.#isGreeted = false;
  }

  /** Varies by a quarter, so that all the displays of a restarted server do not connect in the same moment. */
  #retryAfter(code: number): number | undefined {
    if (finalCodes.includes(code)) return undefined;
    if (code === LICENCE_CODE) return LICENCE_RETRY_MS;
    const pause = this.#pauses[Math.min(this.#tries++, this.#pauses.length - 1)]!;
    return Math.round(pause * (0.75 + this.#ports.random() / 2));
  }
}

/** A socket that its other end has closed hears of that a moment before its `close` event. */
const isOpen = ({ readyState = OPEN }: Socket): boolean => readyState === OPEN;
const OPEN = 1;
