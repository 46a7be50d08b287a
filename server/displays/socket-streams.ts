import { Ended, SUBSCRIPTIONS_MAX, Subscribe, Unsubscribe } from '../../model/displays/streams.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { Actor } from '../access/actor.ts';
import type { Beginning, Line, Sink } from '../changes/sink.ts';
import type { Connection } from './connection.ts';
import { framesOf } from './frames.ts';
import { type Handler, handler } from './messages.ts';

/** How a stream of the interface is opened, with the refusals of its GET. */
export type OpenStream = (path: string, by: StreamReader, sink: Sink) => Promise<Beginning & { readonly permit: () => void }>;

export interface StreamReader {
  readonly actor: Actor;
  readonly authenticate: () => Actor;
  readonly ip: string;
}

/** The streams of connections (interface/streaming 5): of each connection by their channels. */
export class SocketStreams {
  readonly #open = new WeakMap<Connection, Map<number, SocketSink>>();
  /** How the streams of a connection are opened. */
  readonly #openers = new WeakMap<Connection, (path: string, sink: Sink) => ReturnType<OpenStream>>();
  readonly #framing = new Framing();

  /** Before the first message of the connection is handled. */
  begin(connection: Connection, by: StreamReader, open: OpenStream): void {
    this.#open.set(connection, new Map());
    this.#openers.set(connection, (path, sink) => open(path, by, sink));
  }

  /** Whether any stream goes over the connection. */
  has(connection: Connection): boolean {
    return (this.#open.get(connection)?.size ?? 0) > 0;
  }

  /** The connection is gone. */
  end(connection: Connection): void {
    for (const sink of [...(this.#open.get(connection)?.values() ?? [])]) sink.close();
    this.#open.delete(connection);
  }

  handlers(): Handler[] {
    return [
      handler(Subscribe, ({ path }, { connection }, acknowledge) => this.#subscribe(connection, path, acknowledge)),
      handler(Unsubscribe, ({ channel }, { connection }) => {
        const sink = this.#open.get(connection)?.get(channel);
        if (!sink) throw refuse.notFound('Channel', channel);
        sink.close();
      }),
    ];
  }

  async #subscribe(connection: Connection, path: string, acknowledge: (added: object) => void): Promise<void> {
    const open = this.#open.get(connection);
    if (!open) throw refuse.clientOffline();
    if (open.size >= SUBSCRIPTIONS_MAX) throw refuse.conflict(`At most ${SUBSCRIPTIONS_MAX} streams over one connection`);
    const sink = new SocketSink(connection, open, this.#framing, acknowledge);
    try {
      const { permit } = await this.#openers.get(connection)!(path, sink);
      sink.permit = permit;
      // Nobody would close it any more
      if (this.#open.get(connection) !== open) throw refuse.clientOffline();
      if (sink.isSecond) throw refuse.conflict('The connection has this stream already');
    } catch (cause) {
      sink.close();
      throw cause;
    }
  }
}

/** One stream over a connection. */
class SocketSink implements Sink {
  /** Throws why the stream has ended. */
  permit: () => void = () => undefined;
  readonly #connection: Connection;
  readonly #open: Map<number, SocketSink>;
  readonly #framing: Framing;
  readonly #acknowledge: (added: object) => void;
  readonly #closed: (() => void)[] = [];
  #channel = -1;
  #isSecond = false;
  #isOver = false;

  constructor(connection: Connection, open: Map<number, SocketSink>, framing: Framing, acknowledge: (added: object) => void) {
    this.#connection = connection;
    this.#open = open;
    this.#framing = framing;
    this.#acknowledge = acknowledge;
  }

  /** The connection has the same stream already: this one must be closed. */
  get isSecond(): boolean {
    return this.#isSecond;
  }

  /** The `ack` leaves before the first line does. */
  begin({ channel, stream, revision }: Beginning): void {
    this.#isSecond = this.#open.has(channel);
    if (this.#isSecond) return;
    this.#channel = channel;
    this.#open.set(channel, this);
    this.#acknowledge({ channel, stream, revision });
  }

  write(_: readonly Buffer[], lines?: readonly Line[]): boolean {
    // The heartbeat of the connection keeps it alive
    if (lines === undefined || this.#isSecond || this.#isOver) return true;
    return this.#connection.write(this.#framing.frames(this.#channel, lines));
  }

  onDrain(run: () => void): void {
    this.#connection.onDrain(run, (stop) => this.onClose(stop));
  }

  onClose(run: () => void): void {
    if (this.#isOver) run();
    else this.#closed.push(run);
  }

  end(): void {
    if (this.#isOver) return;
    this.#connection.send({ type: Ended.type, channel: this.#channel, ...this.#why() });
    this.close();
  }

  /** A reader that takes nothing. */
  destroy(): void {
    this.#connection.end({ code: 4408, msg: 'A stream was not read for too long' });
    this.close();
  }

  /** Nothing more is written. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#open.get(this.#channel) === this) this.#open.delete(this.#channel);
    for (const run of this.#closed.splice(0)) run();
  }

  #why(): { status: number; msg: string } {
    try {
      this.permit();
      return { status: 404, msg: 'What the stream showed is gone' };
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      return { status: cause.status, msg: cause.message };
    }
  }
}

/** Keeps the frames of the last lines: most go to many connections one after the other. */
class Framing {
  #latest: { readonly lines: readonly Line[]; readonly frames: readonly Buffer[] } = { lines: [], frames: [] };

  frames(channel: number, lines: readonly Line[]): readonly Buffer[] {
    if (this.#latest.lines !== lines) this.#latest = { lines, frames: framesOf(channel, lines) };
    return this.#latest.frames;
  }
}
