import { Ended, SUBSCRIPTIONS_MAX, Subscribe, Unsubscribe } from '../../../model/displays/streams.ts';
import { Refusal, refuse } from '../../../model/refusal.ts';
import type { Actor } from '../../access/actor.ts';
import type { Line, Sink, StreamStart } from '../../changes/sink.ts';
import { handler } from '../session/messages.ts';
import type { Connection } from '../socket/connection.ts';
import { framesOf } from '../socket/frames.ts';

/** How a stream of the interface is opened, with the refusals of its GET. */
export type OpenStream = (path: string, by: StreamReader, sink: Sink) => Promise<StreamStart & { readonly permit: () => void }>;

export interface StreamReader {
  readonly actor: Actor;
  readonly authenticate: () => Actor;
  readonly ip: string;
}

/** The share of what a connection may ask for in a second: a stream begins with its whole list. */
const SUBSCRIBE_COST = 10;

/** The streams of connections (interface/streaming 5): of each connection by their channels. */
export class SocketStreams {
  readonly #open = new WeakMap<Connection, Map<number, SocketSink>>();
  /** How the streams of a connection are opened. */
  readonly #openers = new WeakMap<Connection, (path: string, sink: Sink) => ReturnType<OpenStream>>();
  readonly #framing = new FrameCache();

  /** Before the first message of the connection is handled. */
  begin(connection: Connection, by: StreamReader, open: OpenStream): void {
    this.#open.set(connection, new Map());
    this.#openers.set(connection, (path, sink) => open(path, by, sink));
  }

  /** Whether any stream of a canvas, or of something on one, goes over the connection. */
  showCanvas(connection: Connection): boolean {
    for (const { isOfCanvas } of this.#open.get(connection)?.values() ?? []) if (isOfCanvas) return true;
    return false;
  }

  /** The connection is gone. */
  end(connection: Connection): void {
    for (const sink of [...(this.#open.get(connection)?.values() ?? [])]) sink.close();
    this.#open.delete(connection);
  }

  handlers() {
    return {
      [Subscribe.type]: handler(
        Subscribe,
        ({ path }, { connection }, acknowledge) => this.#subscribe(connection, path, acknowledge),
        {
          cost: SUBSCRIBE_COST,
        },
      ),
      [Unsubscribe.type]: handler(Unsubscribe, ({ channel }, { connection }) => {
        const sink = this.#open.get(connection)?.get(channel);
        if (!sink) throw refuse.notFound('Channel', channel);
        sink.close();
      }),
    };
  }

  async #subscribe(connection: Connection, path: string, acknowledge: (added: object) => void): Promise<void> {
    const open = this.#open.get(connection);
    if (!open) throw refuse.clientOffline();
    if (open.size >= SUBSCRIPTIONS_MAX) throw refuse.conflict(`At most ${SUBSCRIPTIONS_MAX} streams over one connection`);
    const sink = new SocketSink({ path, connection, open, framing: this.#framing, acknowledge });
    try {
      const { permit } = await this.#openers.get(connection)!(path, sink);
      sink.permit = permit;
      sink.isOfCanvas = path.startsWith('/canvases/');
      // Nobody would close it any more
      if (this.#open.get(connection) !== open) throw refuse.clientOffline();
      if (sink.isSecond) throw refuse.conflict('The connection has this stream already');
    } catch (cause) {
      sink.close();
      throw cause;
    }
  }
}

interface SinkOptions {
  readonly path: string;
  readonly connection: Connection;
  /** The streams of the connection. */
  readonly open: Map<number, SocketSink>;
  readonly framing: FrameCache;
  readonly acknowledge: (added: object) => void;
}

/** Channels from here on are beyond all that the server gives. A stream has one when another path of its connection has the same bytes. */
const OWN_CHANNELS = 2 ** 40;

/** One stream over a connection. */
class SocketSink implements Sink {
  /** Throws why the stream has ended. */
  permit: () => void = () => undefined;
  isOfCanvas = false;
  readonly path: string;
  readonly #connection: Connection;
  readonly #open: Map<number, SocketSink>;
  readonly #framing: FrameCache;
  readonly #acknowledge: (added: object) => void;
  readonly #closed: (() => void)[] = [];
  #channel = -1;
  #isSecond = false;
  #isOver = false;

  constructor({ path, connection, open, framing, acknowledge }: SinkOptions) {
    this.path = path;
    this.#connection = connection;
    this.#open = open;
    this.#framing = framing;
    this.#acknowledge = acknowledge;
  }

  /** The connection has a stream of the same path already: this one must be closed. */
  get isSecond(): boolean {
    return this.#isSecond;
  }

  /** The `ack` leaves before the first line does. */
  begin({ channel, stream, revision }: StreamStart): void {
    this.#isSecond = [...this.#open.values()].some(({ path }) => path === this.path);
    if (this.#isSecond) return;
    this.#channel = this.#open.has(channel) ? this.#ownChannel() : channel;
    this.#open.set(this.#channel, this);
    this.#acknowledge({ channel: this.#channel, stream, revision });
  }

  /** For a stream whose bytes the connection gets under another path already. */
  #ownChannel(): number {
    let channel = OWN_CHANNELS;
    while (this.#open.has(channel)) channel += 1;
    return channel;
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

  /** With a reason all streams end, and their connections say it. */
  end(_last?: boolean, reason?: string): void {
    if (this.#isOver) return;
    if (reason === undefined) this.#connection.send({ type: Ended.type, channel: this.#channel, ...this.#why() });
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
class FrameCache {
  #latest: { readonly lines: readonly Line[]; readonly frames: readonly Buffer[] } = { lines: [], frames: [] };

  frames(channel: number, lines: readonly Line[]): readonly Buffer[] {
    if (channel >= OWN_CHANNELS) return framesOf(channel, lines);
    if (this.#latest.lines !== lines) this.#latest = { lines, frames: framesOf(channel, lines) };
    return this.#latest.frames;
  }
}
