import type { Sent } from '../model/displays/message.ts';
import type { Subscribe, Unsubscribe } from '../model/displays/streams.ts';
import { type Follower, type Following, isPassing, type MessageSort, withQuery } from './follower.ts';
import type { Received } from './link.ts';
import type { Clock, Timer } from './ports.ts';
import { ConnectionLost, Nacked, type Settle } from './requests.ts';

interface Deps {
  readonly clock: Clock;
  /** False: there is no connection now. */
  readonly ask: (message: Sent<typeof Subscribe>, settle: Settle) => boolean;
  readonly send: (message: Sent<typeof Unsubscribe>) => void;
  /** For a server that knows no `subscribe`. */
  readonly overHttp: (path: string, follower: Follower) => Following;
  readonly fault: (cause: unknown) => void;
}

/** A stream that was asked for; it outlives connections. */
interface Stream extends Following {
  readonly path: string;
  readonly follower: Follower;
  /** Of this connection; undefined: it is not subscribed, or not yet. */
  channel: number | undefined;
  /** What the next message is. */
  next: MessageSort;
  /** The newest that came; a stream of changes goes on from there. */
  revision: number | undefined;
  /** Once the server has said that it sends no streams over the socket. */
  http: Following | undefined;
  again: Timer | undefined;
}

const AGAIN_MS = 1_500;

/**
 * Streams of every subscribable GET over the connection. After a lost connection each is subscribed
 * again: from its last revision if it is in the form of changes, or anew.
 */
export class Streams {
  readonly #deps: Deps;
  readonly #streams = new Map<string, Stream>();
  #isUnsupported = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @param path of the GET, with its query, such as `/canvases/<id>/widgets?changes=1`. Throws when it is followed already: the
   * server sends what is shown twice once.
   */
  follow(path: string, follower: Follower): Following {
    if (this.#streams.has(path)) throw new Error(`${path} is followed already`);
    const stream: Stream = {
      ...{ path, follower, next: 'whole' },
      ...{ channel: undefined, revision: undefined, http: undefined, again: undefined },
      close: () => this.#close(stream),
    };
    this.#streams.set(path, stream);
    this.#subscribe(stream);
    return stream;
  }

  /** There is a new connection, perhaps to a newer server. */
  connected(): void {
    this.#isUnsupported = false;
    for (const stream of [...this.#streams.values()]) if (!stream.http) this.#subscribe(stream);
  }

  lost(): void {
    for (const stream of this.#streams.values()) stream.channel = undefined;
  }

  /** `#<channel> <revision> <line>` */
  frame(text: string): void {
    const [, channel, revision, line] = FRAME.exec(text) ?? [];
    if (line === undefined) return this.#deps.fault(new Error(`no frame of a stream: ${text.slice(0, 100)}`));
    for (const stream of this.#on(Number(channel))) {
      const sort = stream.next;
      stream.next = 'later';
      stream.revision = Number(revision);
      this.#tell(() => stream.follower.message(JSON.parse(line), { sort, revision: Number(revision) }));
    }
  }

  ended({ channel, status, msg }: Received): void {
    for (const stream of this.#on(Number(channel))) {
      stream.channel = undefined;
      this.#over(stream, Number(status), String(msg ?? ''));
    }
  }

  end(): void {
    for (const stream of this.#streams.values()) {
      stream.http?.close();
      stream.again?.cancel();
    }
    this.#streams.clear();
  }

  /** Two paths that show the same bytes have one channel. */
  #on(channel: number): Stream[] {
    return [...this.#streams.values()].filter((stream) => stream.channel === channel);
  }

  #subscribe(stream: Stream): void {
    stream.again?.cancel();
    if (this.#isUnsupported) return this.#goOverHttp(stream);
    const { path, revision } = stream;
    const canResume = revision !== undefined && isOfChanges(path);
    const asked = canResume ? withQuery(path, `from=${revision}`) : path;
    this.#deps.ask(
      { type: 'subscribe', path: asked },
      {
        done: (ack) => this.#subscribed(stream, ack),
        failed: (cause) => this.#refused(stream, cause),
      },
    );
  }

  #subscribed(stream: Stream, { channel, stream: sort }: Received): void {
    if (typeof channel !== 'number') return this.#deps.fault(new Error(`${stream.path}: the server named no channel`));
    // It was closed meanwhile
    if (this.#streams.get(stream.path) !== stream) return this.#unsubscribe(channel);
    stream.channel = channel;
    stream.next = sort === 'resumed' ? 'resumed' : 'whole';
  }

  #refused(stream: Stream, cause: Error): void {
    if (this.#streams.get(stream.path) !== stream || cause instanceof ConnectionLost) return;
    if (!(cause instanceof Nacked)) return this.#deps.fault(cause);
    if (cause.code !== 'unsupported') return this.#over(stream, cause.status, cause.msg);
    this.#isUnsupported = true;
    this.#goOverHttp(stream);
  }

  #goOverHttp(stream: Stream): void {
    const { path, follower } = stream;
    const message: Follower['message'] = (value, told) => this.#tell(() => follower.message(value, told));
    stream.http = this.#deps.overHttp(path, { message, ended: (status, msg) => this.#over(stream, status, msg) });
  }

  /** What the server cannot do now it is asked for again. */
  #over(stream: Stream, status: number, msg: string): void {
    if (isPassing(status)) {
      stream.again = this.#deps.clock.after(AGAIN_MS, () => this.#subscribe(stream));
      return;
    }
    this.#streams.delete(stream.path);
    this.#tell(() => stream.follower.ended(status, msg));
  }

  #close(stream: Stream): void {
    if (this.#streams.get(stream.path) !== stream) return;
    this.#streams.delete(stream.path);
    stream.again?.cancel();
    stream.http?.close();
    const { channel } = stream;
    if (channel !== undefined && this.#on(channel).length === 0) this.#unsubscribe(channel);
  }

  #unsubscribe(channel: number): void {
    if (this.#on(channel).length === 0) this.#deps.send({ type: 'unsubscribe', channel });
  }

  /** An error of one follower must not keep the others from their messages. */
  #tell(run: () => void): void {
    try {
      run();
    } catch (cause) {
      this.#deps.fault(cause);
    }
  }
}

const FRAME = /^#(\d+) (\d+) (.*)$/s;

/** The server's own default may be either, so a stream that is to be resumed names its form. */
const isOfChanges = (path: string): boolean => /[?&]changes(=(1|true)?)?(&|$)/i.test(path);
