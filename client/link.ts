import type { MessageOf } from '../model/displays/message.ts';
import type { Fault, Notice, Welcome } from '../model/displays/session.ts';
import type { Ports, Socket, Timer } from './ports.ts';

/** A message of the server, as it came. */
export type Received = { readonly type: string } & Readonly<Record<string, unknown>>;
export type Welcomed = MessageOf<typeof Welcome>;

/** Why a connection ended: a close code of interface/streaming 4.10, and what the server said of it. */
export interface Lost {
  /** 1006: it broke, or never came to be. */
  readonly code: number;
  readonly msg: string;
  /** Milliseconds until the next try; undefined: there is none, somebody must do something first. */
  readonly retryMs: number | undefined;
}

export interface LinkEvents {
  /** The first message of a connection. */
  hello(): object;
  welcome(welcome: Welcomed, helloAt: number): void;
  /** Any message but `welcome`, beats, `error` and `notice`. */
  message(message: Received): void;
  /** A text frame of a stream: `#<channel> <revision> <line>`. */
  frame(text: string): void;
  /** The server told its time, asked for it at this steady time. */
  time(askedAt: number, told: string): void;
  lost(lost: Lost): void;
  /** A message that cannot be read, or a function of the program that failed on one. */
  fault(cause: unknown): void;
}

/** A server that does not welcome within this time is tried again. */
const GREETING_MS = 20_000;
/** The server closes after a goodbye; a dead connection is not waited for. */
const LEAVING_MS = 2_000;
/** Nothing was heard for so many heartbeats: the connection is dead, whatever the network says. */
const MISSED = 3;
/** Nobody can use a connection again that ended so, until somebody has done something. */
const finalCodes: readonly number[] = [4401, 4403, 4406, 4409];
const LICENCE_CODE = 4402;
const LICENCE_RETRY_MS = 60_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** The close code for what ended without one. */
const BROKEN = 1006;

/**
 * One connection after the other to the same address, until it is ended or the server refuses it for good
 * (interface/streaming 4.10).
 *
 *   connecting ──open, hello──▶ greeting ──welcome──▶ connected
 *        ▲                          │                    │
 *        └── 1, 2, 4 … 30 s ── waiting ◀──── lost ───────┘
 */
export class Link {
  readonly #url: string;
  readonly #ports: Ports;
  readonly #events: LinkEvents;
  #socket: Socket | undefined;
  #isGreeted = false;
  /** What waits for an answer of the server, and what waits to try again. */
  #timers: Timer[] = [];
  #heardAt = 0;
  #helloAt = 0;
  #tries = 0;
  /** What the server said before it closed. */
  #said = '';
  /** Once the client has said goodbye. */
  #left: (() => void) | undefined;

  constructor(url: string, ports: Ports, events: LinkEvents) {
    this.#url = url;
    this.#ports = ports;
    this.#events = events;
  }

  /** Throws when the address is none. */
  open(): void {
    const socket = new this.#ports.WebSocket(this.#url);
    this.#socket = socket;
    this.#said = '';
    // What a socket says that was given up for dead is of no interest any more
    const isCurrent = (): boolean => this.#socket === socket;
    this.#timers = [this.#ports.clock.after(GREETING_MS, () => this.#drop('No welcome came'))];
    socket.addEventListener('open', () => isCurrent() && this.#greet(socket));
    socket.addEventListener('error', ({ message }) => isCurrent() && this.#failed(message));
    socket.addEventListener('message', ({ data }) => isCurrent() && this.#receive(String(data)));
    socket.addEventListener('close', ({ code, reason }) => isCurrent() && this.#lost(code, reason));
  }

  /** False: there is no connection now that was welcomed. */
  send(message: object): boolean {
    if (!this.#socket || !this.#isGreeted) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Asks the server for its time. */
  askTime(): void {
    this.send({ type: 'beat', client_time: this.#ports.clock.steady() });
  }

  /** Says so to the server, and tries no more. Resolves when the connection has ended; nothing is told of it. */
  leave(): Promise<void> {
    return new Promise((resolve) => {
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
  }

  /** The close follows. What the server said before tells more. */
  #failed(message: string | undefined): void {
    this.#said ||= message ?? '';
  }

  #greet(socket: Socket): void {
    this.#helloAt = this.#ports.clock.steady();
    socket.send(JSON.stringify(this.#events.hello()));
  }

  #receive(text: string): void {
    this.#heardAt = this.#ports.clock.steady();
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

  /** A beat of the server is answered at once, with the question for its time; its answer to that is not. */
  #beat({ client_time, server_time }: Received): void {
    if (typeof client_time !== 'number') this.askTime();
    else if (typeof server_time === 'string') this.#events.time(client_time, server_time);
  }

  #look(heartbeatMs: number): void {
    if (this.#ports.clock.steady() - this.#heardAt > MISSED * heartbeatMs) this.#drop('The server was silent');
  }

  /** Its close would be heard of only after the network gave up. */
  #drop(msg: string): void {
    const socket = this.#socket;
    this.#said = msg;
    this.#lost(BROKEN, '');
    socket?.close();
  }

  #lost(code: number, reason: string): void {
    if (this.#left) return this.#left();
    const msg = this.#said || reason;
    const retryMs = this.#retryAfter(code);
    this.#reset();
    if (retryMs !== undefined) this.#timers = [this.#ports.clock.after(retryMs, () => this.open())];
    this.#events.lost({ code, msg, retryMs });
  }

  #reset(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
    this.#socket = undefined;
    this.#isGreeted = false;
  }

  /** With up to a quarter more or less, so that the displays of a server that was restarted do not come back all at once. */
  #retryAfter(code: number): number | undefined {
    if (finalCodes.includes(code)) return undefined;
    if (code === LICENCE_CODE) return LICENCE_RETRY_MS;
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#tries++);
    return Math.round(pause * (0.75 + this.#ports.random() / 2));
  }
}
