/** A pending timer. */
export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since some moment. They only grow, also when a person sets the date back. */
  steady(): number;
  after(ms: number, run: () => void): Timer;
  every(ms: number, run: () => void): Timer;
}

/** The part of the WebSocket of browsers (and of the package ws) that is used. */
export interface Socket {
  /** 1: open. Browsers log what is sent later as an error, and send nothing. */
  readonly readyState?: number;
  addEventListener(type: 'open', hear: () => void): void;
  /** Only the package ws tells a message. */
  addEventListener(type: 'error', hear: (event: { readonly message?: string }) => void): void;
  addEventListener(type: 'message', hear: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', hear: (event: { readonly code: number; readonly reason: string }) => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** The part of the answer of `fetch` that is used. */
export interface FetchAnswer {
  readonly status: number;
  /** No stream over HTTP is resumed without them. */
  readonly headers?: { get(name: string): string | null };
  readonly body: { getReader(): ByteReader } | null;
  text(): Promise<string>;
}

export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

export interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Everything that the library takes from its surroundings, so that a test can move time and break connections. */
export interface Ports {
  readonly WebSocket: new (url: string) => Socket;
  readonly clock: Clock;
  readonly fetch: (url: string, options: FetchOptions) => Promise<FetchAnswer>;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/**
 * The given ports, and the globals of browsers and Node for the others. Throws without a WebSocket, which Node has from 22 on.
 */
export function usualPorts(given: Partial<Ports> = {}): Ports {
  const WebSocket = given.WebSocket ?? globals.WebSocket;
  if (!WebSocket) throw new Error('there is no WebSocket here: hand one in, such as that of the package ws');
  return {
    WebSocket,
    clock: given.clock ?? usualClock,
    fetch: given.fetch ?? ((url, options) => globals.fetch(url, options)),
    random: given.random ?? Math.random,
  };
}

/** Decodes bytes that come in pieces; a letter may begin in one piece and end in the next. */
export function createDecoder(): (bytes: Uint8Array) => string {
  const decoder = new globals.TextDecoder();
  return (bytes) => decoder.decode(bytes, { stream: true });
}

/** The types stand here, because those of browsers and Node contradict each other. */
interface Globals {
  readonly WebSocket?: Ports['WebSocket'];
  readonly fetch: Ports['fetch'];
  readonly performance: { now(): number };
  readonly TextDecoder: new () => { decode(bytes: Uint8Array, options: { stream: boolean }): string };
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  setInterval(run: () => void, ms: number): unknown;
  clearInterval(timer: unknown): void;
}
const globals = globalThis as unknown as Globals;

/** Time and timers of browsers and Node. */
export const usualClock: Clock = {
  steady: () => globals.performance.now(),
  after(ms, run) {
    const timer = globals.setTimeout(run, ms);
    return { cancel: () => globals.clearTimeout(timer) };
  },
  every(ms, run) {
    const timer = globals.setInterval(run, ms);
    return { cancel: () => globals.clearInterval(timer) };
  },
};
