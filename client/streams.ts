import type { Sent } from '../model/displays/message.ts';
import type { Subscribe, Unsubscribe } from '../model/displays/streams.ts';
import { type Follower, type Following, isPassing, type MessageSort, withQuery } from './follower.ts';
import type { Received } from './link.ts';
import type { Clock, Timer } from './ports.ts';
import { ConnectionLost, Nacked, type Settle } from './requests.ts';

interface Deps {
  readonly clock: Clock;
  /** Returns false without a connection. */
  readonly ask: (message: Sent<typeof Subscribe>, settle: Settle) => boolean;
  readonly send: (message: Sent<typeof Unsubscribe>) => void;
  /** Follows a stream of a server that does not know `subscribe`. */
  readonly overHttp: (path: string, follower: Follower) => Following;
  readonly fault: (cause: unknown) => void;
}

/** A subscription. It stays when the connection is lost. */
interface Stream extends Following {
  readonly path: string;
  readonly follower: Follower;
  /** Its number on the present connection; undefined before the server has acknowledged it. */
  channel: number | undefined;
  /** Of the next message. */
  next: MessageSort;
  /** Revision of the last message; a stream of changes is resumed from it. */
  revision: number | undefined;
  /** Set once the server has refused `subscribe` as unsupported. */
  http: Following | undefined;
  again: Timer | undefined;
}

const AGAIN_MS = 1_500;

/**
 * Streams of subscribable GETs over the connection. After a lost connection it subscribes to each stream again: from the last
 * revision if the path has `changes=1`, else from the beginning.
 */
export class Streams {
  readonly #deps: Deps;
  readonly #streams = new Map<string, Stream>();
  /** Paths of subscriptions that the server has not answered yet. */
  readonly #asked = new Set<string>();
  #isUnsupported = false;
  #isOver = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @param path of the GET, with its query, such as `/canvases/<id>/widgets?changes=1`. Throws when the path is followed already:
   * the server sends each stream only once over a connection.
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

  /** There is a new connection. The server may be newer now, and know `subscribe`. */
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
    this.#isOver = true;
    for (const stream of this.#streams.values()) {
      stream.http?.close();
      stream.again?.cancel();
    }
    this.#streams.clear();
  }

  /** Two paths whose streams send the same bytes have the same channel. */
  #on(channel: number): Stream[] {
    return [...this.#streams.values()].filter((stream) => stream.channel === channel);
  }

  #subscribe(stream: Stream): void {
    stream.again?.cancel();
    const { path, revision } = stream;
    // The server refuses a second stream of a path. After the answer to the first, which was closed meanwhile, this one is asked for
    if (this.#isOver || this.#asked.has(path)) return;
    if (this.#isUnsupported) return this.#goOverHttp(stream);
    const canResume = revision !== undefined && isOfChanges(path);
    const asked = canResume ? withQuery(path, `from=${revision}`) : path;
    const isAsked = this.#deps.ask(
      { type: 'subscribe', path: asked },
      {
        done: (ack) => this.#answered(stream, () => this.#subscribed(stream, ack)),
        failed: (cause) => this.#answered(stream, () => this.#refused(stream, cause)),
      },
    );
    if (isAsked) this.#asked.add(path);
  }

  /** The stream may have been closed meanwhile, and its path may have a new one. */
  #answered(stream: Stream, settle: () => void): void {
    this.#asked.delete(stream.path);
    settle();
    const next = this.#streams.get(stream.path);
    if (next && next !== stream) this.#subscribe(next);
  }

  #subscribed(stream: Stream, { channel, stream: sort }: Received): void {
    if (typeof channel !== 'number') return this.#deps.fault(new Error(`${stream.path}: the server named no channel`));
    // The follower was closed meanwhile
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

  /** Ends a stream, or tries again later when the refusal is temporary. */
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
    if (channel !== undefined) this.#unsubscribe(channel);
  }

  #unsubscribe(channel: number): void {
    if (this.#on(channel).length === 0) this.#deps.send({ type: 'unsubscribe', channel });
  }

  /** Keeps an error of one follower from the messages of the others. */
  #tell(run: () => void): void {
    try {
      run();
    } catch (cause) {
      this.#deps.fault(cause);
    }
  }
}

const FRAME = /^#(\d+) (\d+) (.*)$/s;

/** Only a path that names the form can be resumed, because the default is a setting of the server. */
const isOfChanges = (path: string): boolean => /[?&]changes(=(1|true)?)?(&|$)/i.test(path);
