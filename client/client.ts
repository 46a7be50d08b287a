import type { MessageOf } from '../model/displays/message.ts';
import type { Hello, PROTOCOL } from '../model/displays/session.ts';
import type { ViewRectangle } from '../model/types/display.ts';
import { type CommandActions, Commands } from './commands.ts';
import type { Change, Declaration, DeclaredClient } from './declaration.ts';
import { DeclaredState } from './declared.ts';
import type { Follower, FollowOptions, Subscription } from './follower.ts';
import { followOverHttp, type Slot } from './http-stream.ts';
import { type ConnectionEnd, Link, type LinkEvents, type LinkTimes, type ServerMessage, type WelcomeMessage } from './link.ts';
import { Paced } from './paced.ts';
import { type Ports, usualPorts } from './ports.ts';
import { type OtherPresence, Presence, type PresenceEvents } from './presence.ts';
import { Reach } from './reach.ts';
import { NackError, Requests } from './requests.ts';
import { Rest, socketAddressOf } from './rest.ts';
import { ServerClock } from './server-clock.ts';
import { Streams } from './streams.ts';
import { Widgets } from './widgets.ts';

/** The server recognises a returning client by this. */
export interface Identity {
  readonly id: string;
  /** Equivalent to a password: a program that has the secret can take the place of the client. */
  readonly secret: string;
}

/** Keeps the identity in a place that outlives the program. */
export interface IdentityStore {
  load(): Identity | undefined | Promise<Identity | undefined>;
  save(identity: Identity): void | Promise<void>;
}

export interface ClientEvents extends PresenceEvents {
  /** Called for the first connection, and for each one after a lost connection. */
  readonly connected?: (welcome: WelcomeMessage) => void;
  /** The connection is lost; without `retryMs` the client does not connect again. */
  readonly lost?: (lost: ConnectionEnd) => void;
  /** From now on streams go over HTTP, until `connected`. */
  readonly overHttp?: () => void;
}

/** Streams over HTTP, for as long as there is no connection. */
export interface WithoutConnection {
  /** Tries without a welcome before streams go over HTTP. 0: never connect. */
  readonly after: number;
  /** Default: every stream may hold a connection. */
  readonly slot?: Slot;
}

export interface ClientOptions extends Partial<Omit<Declaration, 'client'>> {
  /** `http://wall.example:8080` */
  readonly server: string;
  /** A function is called for each connection and each request. Empty: the cookie of the page signs in. */
  readonly token: string | (() => string);
  readonly kind?: MessageOf<typeof Hello>['kind'];
  readonly client: DeclaredClient;
  readonly commands?: CommandActions;
  readonly on?: ClientEvents;
  /** Default: none, so that the client is a new one each time the program starts. */
  readonly identity?: IdentityStore;
  /** Default: streams wait for a connection, and end when the server refuses the client for good. */
  readonly withoutConnection?: WithoutConnection;
  /** Milliseconds before the next tries to connect; the last one repeats. Default: 1, 2, 4 … 30 s. */
  readonly retryPausesMs?: readonly number[];
  /** Milliseconds without a `welcome` after which the client tries again. Default: 20 s. */
  readonly greetingMs?: number;
  /**
   * Milliseconds without a message after which the client asks the server for one, and for as long it waits for the answer; then it
   * takes the connection for dead. Default: three heartbeats of the server.
   */
  readonly quietMs?: number;
  /** Sessions of the same program before it was started again. What the server still tells of them is left out. */
  readonly formerSessions?: readonly string[];
  /** A session of the same display before it was started again: the server goes on with it, if it still waits for it. Default: none. */
  readonly resume?: string | undefined;
  /** Is told errors of the functions that the program handed in, and messages of the server that cannot be read. */
  readonly fault: (cause: unknown) => void;
  /** Default: the globals of browsers and Node. */
  readonly ports?: Partial<Ports>;
}

/** The compiler compares it with the definition, which so need not be loaded for one number. */
const protocol: typeof PROTOCOL = 1;
/** The pause between changes of view, for each workspace: 10 a second (interface/streaming 4.5). */
const VIEW_PACE_MS = 100;

/** Begins to connect. Throws where there is no WebSocket. */
export function connect(options: ClientOptions): EaselClient {
  const client = new EaselClient(options);
  client.begin();
  return client;
}

/**
 * A display, or the browser of a person (a viewer), that connects to a server and stays connected. It executes commands, keeps
 * its declaration true, and follows streams; a lost connection ends none of that.
 */
export class EaselClient {
  readonly rest: Rest;
  readonly widgets: Widgets;
  readonly presence: Pick<Presence, 'watch' | 'show' | 'hide' | 'others'>;
  readonly serverClock: Pick<ServerClock, 'now' | 'uncertainty'>;
  /** Resolves with the reason when the server has refused the client for good, and with code 1000 after `bye`. */
  readonly over: Promise<ConnectionEnd>;
  readonly #options: ClientOptions;
  readonly #events: Required<ClientEvents>;
  readonly #token: () => string;
  readonly #link: Link;
  readonly #requests: Requests;
  readonly #commands: Commands;
  readonly #declared: DeclaredState;
  readonly #views: Paced<ViewRectangle>;
  readonly #streams: Streams;
  readonly #presence: Presence;
  readonly #serverClock: ServerClock;
  #identity: Identity | undefined;
  #sessionId: string | undefined;
  /** The present session and former ones, the oldest first. */
  readonly #ownSessions: Set<string>;
  readonly #reach: Reach;
  #end: (lost: ConnectionEnd) => void = () => undefined;
  #isOver = false;
  /** Tries since the last welcome. */
  #tries = 0;
  #isOverHttp = false;

  constructor(options: ClientOptions) {
    const { server, token, fault, client, workspaces = [], video_outputs = [], video_inputs = [] } = options;
    const ports = usualPorts(options.ports);
    const { clock } = ports;
    const send = (message: object): boolean => this.#link.send(message);
    this.#options = options;
    this.#ownSessions = new Set(options.formerSessions);
    this.#sessionId = options.resume;
    this.#events = guarded(options);
    this.#token = typeof token === 'function' ? token : () => token;
    this.over = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.rest = new Rest({ server, token: this.#token }, ports);
    const linkEvents: LinkEvents = {
      hello: () => this.#hello(),
      welcome: (welcome, helloAt) => this.#welcomed(welcome, helloAt),
      message: (message) => this.#take(message),
      frame: (text) => this.#streams.frame(text),
      time: (askedAt, told) => this.#serverClock.heard(askedAt, told),
      lost: (lost) => this.#lost(lost),
      fault,
    };
    this.#link = new Link(socketAddressOf({ server }), ports, linkEvents, timesOf(options));
    this.#requests = new Requests(send);
    this.widgets = new Widgets({ requests: this.#requests, send });
    this.#declared = new DeclaredState({ client, workspaces, video_outputs, video_inputs }, (change, { done, refused }) =>
      this.#requests.ask(
        { type: 'update', ...change },
        { done, failed: (cause) => cause instanceof NackError && refused(cause) },
      ),
    );
    this.#commands = new Commands({
      actions: options.commands ?? {},
      answer: send,
      canvasOf: (index) => this.declaration.workspaces.find((one) => one.index === index)?.canvas_id ?? '',
      changed: (change, isTold) => (isTold ? this.#declared.confirm(change) : this.#report(change)),
      fault,
    });
    this.#views = new Paced(clock, VIEW_PACE_MS, (index, view_rectangle) =>
      this.#report({ workspaces: [{ index: Number(index), view_rectangle }] }, `view ${index}`),
    );
    const ask: Requests['ask'] = (message, settle) => this.#requests.ask(message, settle);
    const { rest } = this;
    const slot = options.withoutConnection?.slot;
    const reach = (this.#reach = new Reach(rest, ports));
    const overHttp = (path: string, follower: Follower, from: number | undefined) =>
      followOverHttp({ rest, ports, path, follower, from, slot, back: () => reach.back() });
    this.#streams = new Streams({ clock, random: ports.random, ask, send, overHttp, fault });
    this.presence = this.#presence = new Presence({
      clock,
      events: this.#events,
      send,
      isOwn: (session_id) => this.#ownSessions.has(session_id),
    });
    this.serverClock = this.#serverClock = new ServerClock(clock);
  }

  begin(): void {
    if (this.#options.withoutConnection?.after === 0) return this.#goOverHttp();
    this.#open().catch((cause) => {
      this.#options.fault(cause);
      this.#finish({ code: 1006, msg: cause instanceof Error ? cause.message : String(cause), retryMs: undefined });
    });
  }

  /** What the client has declared, including changes that the server has not acknowledged yet. */
  get declaration(): Declaration {
    return this.#declared.current;
  }

  /** Resolves when the server has the change. Rejects with a Nacked when the server refuses it; then the change is undone. */
  change(change: Change): Promise<void> {
    return this.#declared.change(change);
  }

  /** Reports a view that a person moved. Call it for every movement: at most 10 a second are sent, and always the last one. */
  moveView(workspace: number, view: ViewRectangle): void {
    this.#views.put(String(workspace), view);
  }

  /** @param path of any subscribable GET, with its query; a list in the form of changes (`changes=1`) is resumed. */
  follow(path: string, follower: Follower, options?: FollowOptions): Subscription {
    return this.#streams.follow(path, follower, options);
  }

  /** The present session, or the last one; undefined before the first welcome, unless one is resumed. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /**
   * Call it when the connection has become doubtful: the machine woke, the network is another one, a person looks again. The client
   * tries again at once, and gives up a connection on which nothing comes within this time. Resolves with whether the server has answered
   * the question of this call: what it had sent before has come by then.
   */
  async check(withinMs?: number): Promise<boolean> {
    this.#streams.look();
    return this.#options.withoutConnection?.after !== 0 && this.#link.check(withinMs);
  }

  /** Says `bye`, so that others see the user go at once, and connects again when `check` is called. For a page that is left. */
  pause(): void {
    this.#link.pause();
    this.#disconnected();
  }

  /** Disconnects for good: the server does not wait for the client to come back. */
  async bye(): Promise<void> {
    await this.#link.leave();
    this.#reach.close();
    this.#streams.end();
    this.#finish({ code: 1000, msg: 'Bye', retryMs: undefined });
  }

  async #open(): Promise<void> {
    this.#identity = await this.#options.identity?.load();
    if (!this.#isOver) this.#link.open();
  }

  #hello(): object {
    const { kind = 'display' } = this.#options;
    const token = this.#token();
    const { client, ...entries } = this.#declared.greeting();
    return {
      type: 'hello',
      protocol,
      kind,
      ...(token !== '' && { token }),
      client: { ...client, ...this.#identity },
      ...(kind === 'display' && entries),
      ...(this.#sessionId !== undefined && { resume: this.#sessionId }),
    };
  }

  /** Sends a change whose outcome no caller waits for. */
  #report(change: Change, place?: string): void {
    this.#declared.change(change, place).catch((cause) => cause instanceof NackError && this.#options.fault(cause));
  }

  #welcomed(welcome: WelcomeMessage, helloAt: number): void {
    this.#sessionId = welcome.session_id;
    this.#keepOwn(welcome.session_id);
    this.#tries = 0;
    this.#isOverHttp = false;
    if (welcome.client_secret) this.#keep({ id: welcome.client_id, secret: welcome.client_secret });
    this.#serverClock.forget();
    this.#serverClock.heard(helloAt, welcome.server_time);
    this.#declared.welcomed();
    this.#streams.connected();
    this.#presence.connected();
    this.#events.connected(welcome);
  }

  #keep(identity: Identity): void {
    this.#identity = identity;
    Promise.resolve(identity)
      .then((kept) => this.#options.identity?.save(kept))
      .catch(this.#options.fault);
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'command':
        return this.#commands.take(message);
      case 'cancel':
        return this.#commands.cancel(String(message.re));
      case 'ack':
      case 'nack':
        return this.#requests.answered(message);
      case 'ended':
        return this.#streams.ended(message);
      case 'presence':
        return this.#presence.heard(message as unknown as OtherPresence);
      case 'presences':
        return this.#presence.heardAll(message as never);
      case 'presence-gone':
        return this.#presence.heardGone(message as never);
      default:
        // A newer server may send messages that this version does not know
        return;
    }
  }

  #keepOwn(session_id: string): void {
    this.#ownSessions.delete(session_id);
    this.#ownSessions.add(session_id);
    const [oldest] = this.#ownSessions;
    if (this.#ownSessions.size > OWN_SESSIONS) this.#ownSessions.delete(oldest!);
  }

  #disconnected(): void {
    this.#commands.lost();
    this.#requests.lost();
    this.#streams.lost();
    this.#presence.lost();
  }

  #lost(lost: ConnectionEnd): void {
    this.#disconnected();
    if (lost.code === INVALID) this.#declared.refused(new NackError('invalid', lost.msg));
    this.#events.lost(lost);
    const { withoutConnection } = this.#options;
    if (withoutConnection && lost.retryMs === undefined) this.#goOverHttp();
    else if (withoutConnection && ++this.#tries >= withoutConnection.after) void this.#goOverHttpIfThere();
    if (lost.retryMs === undefined) this.#finish(lost);
  }

  /** Streams go over HTTP where a proxy forbids sockets. A server that is away is only asked for anew by tries to connect. */
  async #goOverHttpIfThere(): Promise<void> {
    if (this.#isOverHttp) return;
    this.#tries = 0;
    const session = this.#sessionId;
    const isThere = await this.#reach.isThere();
    if (isThere && !this.#isOver && !this.#link.isGreeted && this.#sessionId === session) this.#goOverHttp();
  }

  #goOverHttp(): void {
    if (this.#isOverHttp) return;
    this.#isOverHttp = true;
    this.#streams.withoutConnection();
    this.#events.overHttp();
  }

  #finish(lost: ConnectionEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#isOverHttp) this.#reach.close();
    this.#requests.lost();
    this.#views.stop();
    if (!this.#isOverHttp) this.#streams.end();
    this.#presence.end();
    this.#declared.end(new Error(lost.msg));
    this.#end(lost);
  }
}

/** A reader of presence can still hear of this many; the server forgets each after seconds. */
const OWN_SESSIONS = 16;

const timesOf = ({ retryPausesMs, greetingMs, quietMs }: ClientOptions): LinkTimes => ({
  pauses: retryPausesMs,
  greeting: greetingMs,
  quiet: quietMs,
});

/** The events of the program: an error in one is told, and ends nothing. */
function guarded({ on = {}, fault }: ClientOptions): Required<ClientEvents> {
  const safely = (run: () => void): void => {
    try {
      run();
    } catch (cause) {
      fault(cause);
    }
  };
  return {
    connected: (welcome) => safely(() => on.connected?.(welcome)),
    lost: (lost) => safely(() => on.lost?.(lost)),
    overHttp: () => safely(() => on.overHttp?.()),
    seen: (other) => safely(() => on.seen?.(other)),
    gone: (gone) => safely(() => on.gone?.(gone)),
  };
}

/** Close code for an invalid declaration. */
const INVALID = 4400;
