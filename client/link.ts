import type { MessageOf } from '../model/displays/message.ts';
import type { Fault, Notice, Welcome } from '../model/displays/session.ts';
import type { Ports, Socket, Timer } from './ports.ts';

/** A message of the server, as it came. */
export type ServerMessage = { readonly type: string } & Readonly<Record<string, unknown>>;
export type WelcomeMessage = MessageOf<typeof Welcome>;

/** Why a connection ended: a close code of interface/streaming 4.10, and what the server said of it. */
export interface ConnectionEnd {
  /** 1006: the connection broke, or could not be made. */
  readonly code: number;
  readonly msg: string;
  /** Milliseconds until the next try; undefined: the client does not try again until a person has changed something. */
  readonly retryMs: number | undefined;
}

export interface LinkEvents {
  /** Makes the first message of a connection. */
  hello(): object;
  welcome(welcome: WelcomeMessage, helloAt: number): void;
  /** Receives every message except `welcome`, beats, `error` and `notice`. */
  message(message: ServerMessage): void;
  /** Receives a text frame of a stream: `#<channel> <revision> <line>`. */
  frame(text: string): void;
  /** The server has answered with its time; the client had asked at this steady time. */
  time(askedAt: number, told: string): void;
  lost(lost: ConnectionEnd): void;
  /** A message could not be read, or a function of the program threw an error on one. */
  fault(cause: unknown): void;
}

/** The client gives up a connection without a `welcome` after this time, and tries again. */
const GREETING_MS = 20_000;
/** The client waits this long for the server to close the connection after a `bye`. */
const LEAVING_MS = 2_000;
/** The client takes the connection for dead after this many heartbeats without a message. */
const MISSED = 3;
/** After these close codes a new try would end in the same way. */
const finalCodes: readonly number[] = [4401, 4403, 4406, 4409];
const LICENCE_CODE = 4402;
const LICENCE_RETRY_MS = 60_000;
/** The last one repeats. */
const usualPauses: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** A connection that does not answer within this time is taken for dead, when there is a reason to doubt it. */
const CHECK_MS = 3_000;
/** A connection that began this long ago, and was not welcomed yet, is not waited for when there is a reason to doubt it. */
const YOUNG_MS = 1_000;
/** A timer this late means that the program stood still, so that the answer may wait to be read. */
const LATE_MS = 500;
/** WebSocket's close code for a connection that ended without a close. */
const BROKEN = 1006;

/** How long the client waits; all in milliseconds. */
export interface LinkTimes {
  /** Before the next tries; the last one repeats. */
  readonly pauses?: readonly number[] | undefined;
  /** Without a `welcome` after this time the client tries again. */
  readonly greeting?: number | undefined;
  /** After this time without a message the client asks the server for one. Default: never. */
  readonly quiet?: number | undefined;
}

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
  readonly #pauses: readonly number[];
  readonly #greetingMs: number;
  readonly #quietMs: number | undefined;
  #socket: Socket | undefined;
  #isGreeted = false;
  /** Timers of the present connection, or of the wait for the next one. */
  #timers: Timer[] = [];
  #openedAt = 0;
  #heardAt = 0;
  #helloAt = 0;
  #tries = 0;
  /** The text of the last `error` or `notice`, or of the socket's error. */
  #said = '';
  /** Set once the client has said `bye`: ends the connection. */
  #left: (() => void) | undefined;
  #leaving: Promise<void> | undefined;

  #check: Check | undefined;
  /** The server has refused the client for good, or it has left. */
  #isOver = false;

  constructor(url: string, ports: Ports, events: LinkEvents, { pauses, greeting, quiet }: LinkTimes = {}) {
    this.#url = url;
    this.#ports = ports;
    this.#events = events;
    this.#pauses = pauses ?? usualPauses;
    this.#greetingMs = greeting ?? GREETING_MS;
    this.#quietMs = quiet;
  }

  /** Begins to connect. Throws when the address is invalid. */
  open(): void {
    const socket = new this.#ports.WebSocket(this.#url);
    this.#socket = socket;
    this.#openedAt = this.#ports.clock.steady();
    this.#said = '';
    // Events of a socket that was given up are ignored
    const isCurrent = (): boolean => this.#socket === socket;
    this.#timers = [this.#ports.clock.after(this.#greetingMs, () => this.#drop('No welcome came'))];
    socket.addEventListener('open', () => isCurrent() && this.#greet(socket));
    socket.addEventListener('error', ({ message }) => isCurrent() && this.#failed(message));
    socket.addEventListener('message', ({ data }) => isCurrent() && this.#receive(String(data)));
    socket.addEventListener('close', ({ code, reason }) => isCurrent() && this.#lost(code, reason));
  }

  /** The server has welcomed the present connection. */
  get isGreeted(): boolean {
    return this.#isGreeted;
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
   * there is no connection, and gives up one on which nothing comes within this time. Resolves with whether the server has answered what
   * it was asked now: what it had sent before has come by then.
   */
  check(withinMs = CHECK_MS): Promise<boolean> {
    const no = Promise.resolve(false);
    if (this.#isOver || this.#leaving) return no;
    const now = this.#ports.clock.steady();
    if (!this.#socket) this.#again();
    else if (!this.#isGreeted && now - this.#openedAt >= YOUNG_MS) this.#drop('No welcome came yet', 0);
    if (!this.#isGreeted) return no;
    return this.#askForSign(now, withinMs);
  }

  /** Says `bye`, and connects again when `check` is called. For a program that may end in a moment, and waits for nothing. */
  pause(): void {
    if (this.#isOver || this.#leaving) return;
    const socket = this.#socket;
    this.send({ type: 'bye' });
    this.#reset();
    socket?.close(1000);
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
    if (this.#check) this.#check.isHeard = true;
    try {
      this.#take(text);
    } catch (cause) {
      this.#events.fault(cause);
    }
  }

  #take(text: string): void {
    if (text.startsWith('#')) return this.#events.frame(text);
    const message = JSON.parse(text) as ServerMessage;
    switch (message.type) {
      case 'welcome':
        return this.#welcomed(message as unknown as WelcomeMessage);
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

  #welcomed(welcome: WelcomeMessage): void {
    const { clock } = this.#ports;
    const heartbeatMs = welcome.heartbeat_seconds * 1000;
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [clock.every(heartbeatMs, () => this.#look(heartbeatMs))];
    const quiet = this.#quietMs;
    if (quiet !== undefined) this.#timers.push(clock.every(quiet / 2, () => this.#listen(quiet)));
    this.#isGreeted = true;
    this.#tries = 0;
    this.askTime();
    this.#events.welcome(welcome, this.#helloAt);
  }

  /** Answers a beat of the server with the question for its time. Does not answer the server's answer to that. */
  #beat({ client_time, server_time }: ServerMessage): void {
    if (this.#check && Number(client_time) >= this.#check.askedAt) this.#settle(true);
    if (typeof client_time !== 'number') this.askTime();
    else if (typeof server_time === 'string') this.#events.time(client_time, server_time);
  }

  #look(heartbeatMs: number): void {
    if (this.#ports.clock.steady() - this.#heardAt > MISSED * heartbeatMs) this.#drop('The server was silent');
  }

  #listen(quietMs: number): void {
    if (!this.#check && this.#ports.clock.steady() - this.#heardAt >= quietMs) void this.check(quietMs);
  }

  /** An earlier question is asked again, and its time stays. */
  #askForSign(askedAt: number, withinMs: number): Promise<boolean> {
    const due = Math.min(this.#check?.due ?? Number.POSITIVE_INFINITY, askedAt + withinMs);
    this.#check?.timer.cancel();
    let settle = this.#check?.settle;
    const answered = this.#check?.answered ?? new Promise<boolean>((resolve) => (settle = resolve));
    this.#check = { askedAt, withinMs, isHeard: false, due, answered, settle: settle!, timer: this.#giveUpAt(due) };
    this.askTime();
    return answered;
  }

  #giveUpAt(due: number): Timer {
    const { clock } = this.#ports;
    return clock.after(due - clock.steady(), () => {
      const now = clock.steady();
      const { isHeard, withinMs } = this.#check!;
      if (!isHeard && now - due < LATE_MS) return this.#drop('The server did not answer', 0);
      // What comes before the answer shows that the connection is alive
      const later = now + (isHeard ? withinMs : LATE_MS);
      this.#check = { ...this.#check!, isHeard: false, due: later, timer: this.#giveUpAt(later) };
    });
  }

  #settle(hasAnswered: boolean): void {
    const check = this.#check;
    this.#check = undefined;
    check?.timer.cancel();
    check?.settle(hasAnswered);
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
    this.#settle(false);
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

/** A question for a sign of the server. */
interface Check {
  /** Steady time of the question. */
  readonly askedAt: number;
  readonly withinMs: number;
  /** Something has come since. */
  isHeard: boolean;
  /** Steady time at which the connection is given up. */
  readonly due: number;
  readonly timer: Timer;
  readonly answered: Promise<boolean>;
  readonly settle: (hasAnswered: boolean) => void;
}

/** A socket that its other end has closed hears of that a moment before its `close` event. */
const isOpen = ({ readyState = OPEN }: Socket): boolean => readyState === OPEN;
const OPEN = 1;
