import type { MessageInput } from '../model/displays/message.ts';
import type { Subscribe, Unsubscribe } from '../model/displays/streams.ts';
import {
  type Follower,
  type FollowOptions,
  isOfChanges,
  isPassing,
  type MessageSort,
  type Subscription,
  withQuery,
} from './follower.ts';
import type { OverHttp } from './http-stream.ts';
import type { ServerMessage } from './link.ts';
import type { Clock, Timer } from './ports.ts';
import { ConnectionLost, NackError, type Settle } from './requests.ts';

interface Deps {
  readonly clock: Clock;
  /** See Ports. */
  readonly random: () => number;
  /** Returns false without a connection. */
  readonly ask: (message: MessageInput<typeof Subscribe>, settle: Settle) => boolean;
  readonly send: (message: MessageInput<typeof Unsubscribe>) => void;
  /** Follows a stream without the socket. */
  readonly overHttp: (path: string, follower: Follower, from: number | undefined) => OverHttp;
  readonly fault: (cause: unknown) => void;
}

/** A subscription. It stays when the connection is lost. */
interface Stream extends Subscription {
  readonly path: string;
  readonly follower: Follower;
  /** The number on the present connection; undefined before the server has acknowledged the subscription. */
  channel: number | undefined;
  /** The sort of the next message. */
  next: MessageSort;
  /** Revision of the last message; a stream of changes is resumed from it. */
  revision: number | undefined;
  /** Whether the follower has been told what is there, and not that it may be old. */
  isShown: boolean;
  /** Set while the stream goes over HTTP. */
  http: OverHttp | undefined;
  again: Timer | undefined;
}

/** Varies by a quarter, because a server that has no room refuses many at once. */
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
  /** The server does not know `subscribe`, or there is no connection and none is waited for. */
  #isOverHttp = false;
  #isOver = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @param path of the GET, with its query, such as `/canvases/<id>/widgets?changes=1`. Throws when the path is followed already:
   * the server sends each stream only once over a connection.
   */
  follow(path: string, follower: Follower, { from }: FollowOptions = {}): Subscription {
    if (this.#streams.has(path)) throw new Error(`${path} is followed already`);
    const stream: Stream = {
      path,
      follower,
      next: 'whole',
      isShown: from !== undefined,
      channel: undefined,
      revision: from,
      http: undefined,
      again: undefined,
      close: () => this.#close(stream),
    };
    this.#streams.set(path, stream);
    this.#subscribe(stream);
    return stream;
  }

  /** There is a new connection. The server may be newer now, and know `subscribe`. */
  connected(): void {
    this.#isOverHttp = false;
    for (const stream of [...this.#streams.values()]) {
      stream.http?.close();
      stream.http = undefined;
      this.#subscribe(stream);
    }
  }

  /** No connection is waited for: all streams go over HTTP, until there is one. */
  withoutConnection(): void {
    this.#isOverHttp = true;
    for (const stream of [...this.#streams.values()]) if (!stream.http) this.#goOverHttp(stream);
  }

  /** What goes over HTTP is looked at now rather than later. */
  look(): void {
    for (const { http } of this.#streams.values()) http?.look();
  }

  lost(): void {
    for (const stream of [...this.#streams.values()]) {
      stream.channel = undefined;
      if (!stream.http) this.#stale(stream);
    }
  }

  /** `#<channel> <revision> <line>` */
  frame(text: string): void {
    const [, channel, revision, line] = FRAME.exec(text) ?? [];
    if (line === undefined) return this.#deps.fault(new Error(`no frame of a stream: ${text.slice(0, 100)}`));
    for (const stream of this.#on(Number(channel))) {
      const sort = stream.next;
      stream.next = 'later';
      stream.revision = Number(revision);
      stream.isShown = true;
      this.#tell(() => stream.follower.message(JSON.parse(line), { sort, revision: Number(revision) }));
    }
  }

  ended({ channel, status, msg }: ServerMessage): void {
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

  /** At most one: each path has a channel of its own. */
  #on(channel: number): Stream[] {
    return [...this.#streams.values()].filter((stream) => stream.channel === channel);
  }

  #subscribe(stream: Stream): void {
    stream.again?.cancel();
    const { path, revision } = stream;
    // The server refuses a second stream of a path. After the answer to the first, which was closed meanwhile, this one is asked for
    if (this.#isOver || this.#asked.has(path)) return;
    if (this.#isOverHttp) return this.#goOverHttp(stream);
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

  #subscribed(stream: Stream, { channel, stream: sort }: ServerMessage): void {
    if (typeof channel !== 'number') return this.#deps.fault(new Error(`${stream.path}: the server named no channel`));
    // The follower was closed meanwhile
    if (this.#streams.get(stream.path) !== stream) return this.#unsubscribe(channel);
    stream.channel = channel;
    stream.next = sort === 'resumed' ? 'resumed' : 'whole';
  }

  #refused(stream: Stream, cause: Error): void {
    if (this.#streams.get(stream.path) !== stream || cause instanceof ConnectionLost) return;
    if (!(cause instanceof NackError)) return this.#deps.fault(cause);
    if (cause.code !== 'unsupported') return this.#over(stream, cause.status, cause.msg);
    this.#isOverHttp = true;
    this.#goOverHttp(stream);
  }

  #goOverHttp(stream: Stream): void {
    const { path, follower, revision } = stream;
    stream.again?.cancel();
    const message: Follower['message'] = (value, told) => {
      stream.revision = told.revision ?? stream.revision;
      stream.isShown = true;
      this.#tell(() => follower.message(value, told));
    };
    const ended = (status: number, msg: string): void => this.#over(stream, status, msg);
    stream.http = this.#deps.overHttp(path, { message, ended, stale: () => this.#stale(stream) }, revision);
  }

  /** Ends a stream, or tries again later when the refusal is temporary. */
  #over(stream: Stream, status: number, msg: string): void {
    if (isPassing(status)) {
      this.#stale(stream);
      const { clock, random } = this.#deps;
      stream.again = clock.after(AGAIN_MS * (0.75 + random() / 2), () => this.#subscribe(stream));
      return;
    }
    this.#streams.delete(stream.path);
    this.#tell(() => stream.follower.ended(status, msg));
  }

  /** Nothing is told before the first message, because there is nothing that could be old. */
  #stale(stream: Stream): void {
    if (stream.isShown) this.#tell(() => stream.follower.stale?.());
    stream.isShown = false;
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
