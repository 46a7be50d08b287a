import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Bye } from '../../model/displays/session.ts';
import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { Refusal } from '../../model/refusal.ts';
import { CLIENTS, Client } from '../../model/resources/client.ts';
import type { Actor } from '../access/actor.ts';
import { Rights } from '../changes/rights.ts';
import { DIRECTORY, SERVER, type Transaction } from '../store/store.ts';
import { anchorHandlers } from './anchors.ts';
import { Connection, usualConnectionLimits } from './connection.ts';
import { type DisplayDeps, MESSAGE_BYTES } from './deps.ts';
import { Elsewhere } from './elsewhere.ts';
import { type End, endOf } from './ends.ts';
import { followCanvases } from './following.ts';
import { type Arrival, greet } from './greeting.ts';
import { Guests } from './guests.ts';
import { Hostings, hostingHandlers } from './hosting.ts';
import { MediaReports, mediaHandlers } from './media.ts';
import { type Handler, handler, Inbox } from './messages.ts';
import { OpenCanvases } from './open-canvases.ts';
import { freeOrphans } from './orphans.ts';
import { Ownership } from './ownership.ts';
import { Presences, presenceHandlers } from './presence.ts';
import { removeClient, submit } from './records.ts';
import type { Session } from './session.ts';
import { Sessions } from './sessions.ts';
import { type OpenStream, SocketStreams } from './socket-streams.ts';
import { Steering } from './steering.ts';
import { updateHandlers } from './updates.ts';
import { Watching } from './watching.ts';

/** A request for a connection that was admitted. */
export interface Admitted {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What the peer has sent behind its request. */
  readonly head: Buffer;
  readonly actor: Actor;
  /** Authenticates and permits again, as the request did. Throws a Refusal. */
  readonly authenticate: () => Actor;
  /** A page of another server opened it, of an origin that is not allowed. */
  readonly isForeign: boolean;
  /** Of the client, with proxies in between. */
  readonly ip: string;
  /** Opens the stream of a subscribable GET. */
  readonly subscribe: OpenStream;
}

/** The display clients of this server. */
export interface Displays {
  readonly steering: Steering;
  /** Answers the handshake and keeps the connection. */
  take(admitted: Admitted): void;
  /** Makes what clients are shown in. Before anybody may connect. */
  open(): Promise<void>;
  /** Asks again, within 1 s, whether everybody may stay, after a change outside the directory (a licence that expires). */
  askAgain(): void;
  /** Tells every client that the server ends. */
  close(): void;
}

/** A connection that was welcomed. */
interface Greeted {
  readonly session: Session;
  readonly inbox: Inbox;
  /** Its token counts as in use until then. */
  readonly closeActivity: () => void;
}

/** Sent once nothing of the client is shown any more. */
const BYE: End = { code: 1000, msg: 'Bye' };
/** More messages than this that came before the welcome, and the peer is not read any more until then. */
const EARLY_MAX = 64;
const SHUTDOWN: End = { code: 1001, msg: 'The server ends', wasGreeted: true };

/** The subprotocol that is echoed when it is offered. */
const SUBPROTOCOL = 'easel-display.1';

export const createDisplays = (deps: DisplayDeps): Displays => new ConnectedDisplays(deps);

class ConnectedDisplays implements Displays {
  readonly steering: Steering;
  readonly #deps: DisplayDeps;
  readonly #sessions: Sessions;
  readonly #rights: Rights<Connection>;
  readonly #fault: (cause: unknown) => void;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #connections = new Set<Connection>();
  readonly #streams = new SocketStreams();
  readonly #ownership: Ownership;
  readonly #watching: Watching;
  readonly #guests: Guests;
  #isClosed = false;
  /** Parts with timers, which end with the server. */
  readonly #parts: readonly { close(): void }[];
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });

  constructor(deps: DisplayDeps) {
    const { store, clock, scheduler, settings, log } = deps;
    this.#fault = (cause) => log.error({ err: cause }, 'a display failed');
    this.#deps = deps;
    this.#sessions = new Sessions({
      ...{ clock, graceMs: settings.clientGraceSeconds * 1000, fault: this.#fault },
      over: (session) => this.#over(session),
    });
    this.#rights = new Rights<Connection>(clock, scheduler, (connection) => this.#refuse(connection), this.#fault);
    const canvases = new OpenCanvases(store);
    const shared = { ...deps, sessions: this.#sessions, canvases };
    this.#ownership = new Ownership(shared);
    followCanvases(shared);
    this.steering = new Steering(shared);
    const watching = new Watching(shared);
    [this.#watching, this.#guests] = [watching, new Guests(deps)];
    const [hostings, elsewhere] = [new Hostings(shared), new Elsewhere({ ...shared, watching })];
    freeOrphans({ ...shared, isInHand: (canvas, widget) => hostings.isInHand(canvas, widget) });
    const presences = new Presences({ ...shared, watching, elsewhere });
    this.#parts = [hostings, presences, elsewhere];
    const handlers = [
      ...updateHandlers({ ...deps, hostings }),
      ...this.#streams.handlers(),
      ...hostingHandlers(hostings),
      ...mediaHandlers(new MediaReports({ ...shared, watching })),
      ...anchorHandlers(deps),
      ...presenceHandlers({ presences, watching }),
      this.#bye(),
    ];
    this.#handlers = new Map(handlers.map((one) => [one.kind.type, one]));
    store.onChange(({ scope, changes }) => {
      if (scope === DIRECTORY) this.#rights.ask();
      // Who may see a client depends on what it says of itself
      if (scope === CLIENTS && changes.some(({ kind }) => kind === Client)) deps.rightsChanged();
    });
  }

  async open(): Promise<void> {
    const nothing = { author: SERVER, permit: () => undefined, run: () => undefined };
    await this.#deps.store.submit({ scopes: [CLIENTS], fresh: [CLIENTS], ...nothing });
    this.#ownership.open();
  }

  take(admitted: Admitted): void {
    const { request, socket, head } = admitted;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = this.#connect(webSocket, admitted);
      if (this.#isClosed) connection.end(SHUTDOWN);
    });
  }

  askAgain(): void {
    this.#rights.ask();
  }

  close(): void {
    this.#isClosed = true;
    this.#rights.stop();
    for (const part of this.#parts) part.close();
    this.#sessions.close(SHUTDOWN);
    for (const connection of this.#connections) connection.end(SHUTDOWN);
  }

  #connect(webSocket: WebSocket, admitted: Admitted): Connection {
    const { actor, authenticate, ip, isForeign } = admitted;
    const { clock, settings, limits } = this.#deps;
    const heartbeatMs = settings.keepaliveSeconds * 1000;
    const early: Body[] = [];
    let greeted: Greeted | undefined;
    const connection: Connection = new Connection(
      [webSocket, admitted.socket],
      clock,
      { ...usualConnectionLimits, heartbeatMs, ...limits },
      {
        message: (message) => {
          if (greeted) return greeted.inbox.take(message);
          if (early.push(message) === 1) this.#greet(arrival, early, begin);
          if (early.length >= EARLY_MAX) connection.pause();
        },
        gone: () => this.#gone(connection, greeted),
      },
    );
    const begin = (session: Session): void => {
      greeted = this.#begin(session, connection);
      const by = { actor: session.owner, authenticate: () => session.authenticate(), ip };
      this.#streams.begin(connection, by, admitted.subscribe);
      if (session.isGuest) this.#guests.begin(connection, () => this.#seesSomething(session, connection));
      connection.resume();
      for (const message of early.splice(0).slice(1)) greeted.inbox.take(message);
    };
    this.#connections.add(connection);
    const signed = actor.credential === 'none' ? undefined : { actor, authenticate };
    const arrival: Arrival = { connection, signed, ip, isForeign };
    return connection;
  }

  /** The first message; more may come meanwhile. */
  #greet(arrival: Arrival, early: readonly Body[], begin: (session: Session) => void): void {
    arrival.connection.greeted();
    greet({ ...this.#deps, sessions: this.#sessions, ownership: this.#ownership }, arrival, early[0]!)
      .then((greeted) => greeted && begin(greeted.session))
      .catch(this.#fault);
  }

  /** The session has this connection from now on. */
  #begin(session: Session, connection: Connection): Greeted {
    const { activity, licence } = this.#deps;
    const { token, endsAt } = session.owner;
    this.#rights.join(connection, {
      group: `${session.sessionId} ${token}`,
      tokenKey: token,
      endsAt,
      authenticate: () => session.authenticate(),
      permit: () => {
        const expired = licence.refusal();
        if (expired) throw expired;
      },
      onLoss: 'silent',
    });
    const inbox = new Inbox(this.#handlers, { session, connection }, this.#fault);
    // Rights that were lost while it was let in: from now on every change is heard
    if (this.#endFor(session)) this.#refuse(connection);
    return { session, inbox, closeActivity: activity.open(token) };
  }

  #seesSomething(session: Session, connection: Connection): boolean {
    return this.#streams.has(connection) || this.#watching.watchesFurther(session);
  }

  /** The credential does not hold any more, or the licence: rights are asked again within a second. */
  #refuse(connection: Connection): void {
    const session = [...this.#sessions.all()].find((one) => one.connection === connection);
    if (!session) return;
    const end = this.#endFor(session) ?? { code: 1011, msg: 'Internal server error' };
    connection.end(end);
    this.#sessions.remove(session, end).catch(this.#fault);
  }

  /** Undefined: its credential holds, and the licence. */
  #endFor(session: Session): End | undefined {
    try {
      session.authenticate();
      const expired = this.#deps.licence.refusal();
      if (expired) throw expired;
    } catch (cause) {
      return cause instanceof Refusal ? endOf(cause, true) : { code: 1011, msg: 'Internal server error' };
    }
    return undefined;
  }

  #gone(connection: Connection, greeted: Greeted | undefined): void {
    this.#connections.delete(connection);
    this.#rights.leave(connection);
    this.#streams.end(connection);
    this.#guests.end(connection);
    if (!greeted) return;
    greeted.closeActivity();
    this.#sessions.lost(greeted.session, connection);
  }

  #bye(): Handler {
    return handler(Bye, async (_, { session, connection }) => {
      session.detach(connection);
      try {
        await this.#sessions.remove(session, BYE);
      } finally {
        connection.end(BYE);
      }
    });
  }

  /** Nothing of it is shown any more. */
  async #over(session: Session): Promise<void> {
    const { kind, clientId, owner } = session;
    if (kind === 'viewer') return;
    const author = { id: owner.id, name: owner.name, ip: '' };
    const remove = function* (tx: Transaction): Work {
      if (session.owns(tx)) yield* removeClient(tx, clientId);
    };
    const removed = submit(this.#deps.store, clientId, remove, { scopes: [DIRECTORY], author });
    await removed.catch((cause) => {
      // Nothing of it was ever shown
      if (!(cause instanceof Refusal && cause.status === 404)) throw cause;
    });
  }
}
