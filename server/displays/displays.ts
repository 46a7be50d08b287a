import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Bye } from '../../model/displays/session.ts';
import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import { CLIENTS, Client } from '../../model/resources/displays/client.ts';
import { DisplayClient } from '../../model/resources/displays/display-client.ts';
import type { Actor } from '../access/actor.ts';
import { Rights } from '../changes/rights.ts';
import { DIRECTORY, SERVER, type Transaction } from '../store/store.ts';
import { type Arrival, greet } from './arrival/greeting.ts';
import { Guests } from './arrival/guests.ts';
import { type OpenStream, SocketStreams } from './arrival/socket-streams.ts';
import type { DisplayDeps } from './deps.ts';
import { anchorHandlers } from './hosting/anchors.ts';
import { Hostings, hostingHandlers } from './hosting/hosting.ts';
import { MediaReports, mediaHandlers } from './hosting/media.ts';
import { freeOrphans } from './hosting/orphans.ts';
import { Elsewhere } from './presence/elsewhere.ts';
import { Greetings } from './presence/greetings.ts';
import { Presences, presenceHandlers } from './presence/presence.ts';
import { Relay } from './presence/relay.ts';
import { Watching } from './presence/watching.ts';
import { reportHandlers } from './reports.ts';
import type { ClientSession } from './session/client-session.ts';
import { type Handlers, handler, Inbox } from './session/messages.ts';
import { SessionsByClient } from './session/sessions-by-client.ts';
import { OpenCanvases } from './shown/open-canvases.ts';
import { removeClient, submit } from './shown/records.ts';
import { Connection, usualConnectionLimits } from './socket/connection.ts';
import { type End, endOf } from './socket/ends.ts';
import { Intake } from './socket/intake.ts';
import { MESSAGE_BYTES, type PeerAccount, peerOf } from './socket/peers.ts';
import { followCanvases } from './steering/following.ts';
import { Ownership } from './steering/node-ownership.ts';
import { Steering } from './steering/steering.ts';
import { updateHandlers } from './steering/updates.ts';

/** A request for a connection that was admitted. */
export interface AdmittedRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What the peer has sent behind its request. */
  readonly head: Buffer;
  readonly actor: Actor;
  /** Authenticates and permits again, as the request did. Throws a Refusal. */
  readonly authenticate: () => Actor;
  /** A page of another server opened it, of an origin that is not allowed. */
  readonly isForeign: boolean;
  /** The address of the client, with proxies in between. */
  readonly ip: string;
  /** Opens the stream of a subscribable GET. */
  readonly subscribe: OpenStream;
  /** Counts the connection for this actor. Throws a Refusal when that one has too many. */
  readonly countFor: (actor: Actor) => void;
  readonly accountOf: (actor: Actor) => PeerAccount;
}

/** The display clients of this server. */
export interface Displays {
  readonly steering: Steering;
  /** Answers the handshake and keeps the connection. */
  take(admitted: AdmittedRequest): void;
  /** Makes what clients are shown in. Before anybody may connect. */
  open(): Promise<void>;
  /** How many places on this canvas are shown, on all nodes: pages and displays. */
  peopleOn(canvas: string): number;
  /** Asks again, within 1 s, whether everybody may stay, after a change outside the directory (a licence that expires). */
  askAgain(): void;
  /** Tells every client that the server ends. */
  close(): void;
}

/** A connection that was welcomed. */
interface LiveConnection {
  readonly session: ClientSession;
  readonly inbox: Inbox;
  /** Ends the time in which the client's token counts as in use. */
  readonly closeActivity: () => void;
}

/** The server says goodbye once nothing of the client is shown any more. */
const BYE: End = { code: 1000, msg: 'Bye' };
const SHUTDOWN: End = { code: 1001, msg: 'The server ends', wasGreeted: true };

/** Somebody deleted its installation. */
const FORGOTTEN: End = { code: 4403, msg: 'This installation was forgotten' };

const APART: End = { code: 1012, msg: 'This server has lost its database', wasGreeted: true };

/**
 * Pieces in which a message may come: even the smallest packets of networks are larger than those of the longest message.
 * @bound Pieces in which one message may arrive: the connection ends.
 */
const CHUNKS_MAX = 4096;
/** The subprotocol that is echoed when it is offered. */
const SUBPROTOCOL = 'easel-display.1';

export const createDisplays = (deps: DisplayDeps): Displays => new ConnectedDisplays(deps);

class ConnectedDisplays implements Displays {
  readonly steering: Steering;
  readonly peopleOn: (canvas: string) => number;
  readonly #deps: DisplayDeps;
  readonly #sessions: SessionsByClient;
  readonly #rights: Rights<Connection>;
  readonly #fault: (cause: unknown) => void;
  readonly #handlers: Handlers;
  /** The connections; those that were welcomed have a session. */
  readonly #connections = new Map<Connection, ClientSession | undefined>();
  readonly #streams = new SocketStreams();
  readonly #ownership: Ownership;
  readonly #watching: Watching;
  readonly #guests: Guests;
  readonly #presences: Presences;
  readonly #intake: Intake;
  #isClosed = false;
  /** Parts that do something of themselves, which ends with the server. */
  readonly #parts: readonly { close(): void }[];
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES,
    maxBufferedChunks: CHUNKS_MAX,
    maxFragments: CHUNKS_MAX,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });

  constructor(deps: DisplayDeps) {
    const { store, clock, scheduler, settings, log } = deps;
    this.#fault = (cause) => log.error({ err: cause }, 'a display failed');
    this.#deps = deps;
    this.#sessions = new SessionsByClient({
      clock,
      graceMs: settings.clientGraceSeconds * 1000,
      fault: this.#fault,
      over: (session) => this.#over(session),
    });
    this.#rights = new Rights<Connection>(clock, scheduler, (connection) => this.#refuse(connection), this.#fault);
    const canvases = new OpenCanvases(store);
    const shared = { ...deps, sessions: this.#sessions, canvases };
    this.#intake = new Intake(scheduler, this.#fault);
    this.#ownership = new Ownership(shared);
    followCanvases(shared);
    this.steering = new Steering(shared);
    const watching = new Watching(shared);
    this.#watching = watching;
    this.#guests = new Guests(deps);
    const hostings = new Hostings(shared);
    const relay = new Relay({ ...deps, watching, flush: () => elsewhere.flush() });
    const elsewhere = new Elsewhere({ ...deps, relay });
    const orphans = freeOrphans({ ...shared, isInHand: (canvas, widget) => hostings.isInHand(canvas, widget) });
    const presences = new Presences({ ...shared, watching, relay, elsewhere });
    this.#presences = presences;
    const greetings = new Greetings({
      ...deps,
      watching,
      placesOn: (canvas) => [...presences.on(canvas), ...elsewhere.on(canvas)],
    });
    this.peopleOn = (canvas) => presences.on(canvas).length + elsewhere.on(canvas).length;
    this.#parts = [hostings, orphans, presences, relay, greetings, elsewhere, this.#ownership];
    this.#handlers = {
      ...updateHandlers({ ...deps, hostings }),
      ...reportHandlers(deps),
      ...this.#streams.handlers(),
      ...hostingHandlers(hostings),
      ...mediaHandlers(new MediaReports({ ...shared, watching })),
      ...anchorHandlers(deps),
      ...presenceHandlers({ presences, watching }),
      [Bye.type]: this.#bye(),
    };
    store.feed.follow(({ scope, changes }) => {
      if (scope === DIRECTORY) this.#rights.ask();
      // The rights to see a client depend on what the client declares
      if (scope === CLIENTS && changes.some(({ kind }) => kind === Client)) deps.rightsChanged();
    });
  }

  async open(): Promise<void> {
    const nothing = { author: SERVER, permit: () => undefined, run: () => undefined };
    await this.#deps.store.submit({ scopes: [CLIENTS], fresh: [CLIENTS], ...nothing });
    this.#ownership.open();
    this.#deps.nodes.onApart(() => this.#sendAway());
  }

  take(admitted: AdmittedRequest): void {
    const { request, socket, head } = admitted;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = this.#connect(webSocket, admitted);
      if (this.#isClosed) connection.end(SHUTDOWN);
      else if (this.#deps.nodes.isApart) connection.end(APART);
    });
  }

  askAgain(): void {
    this.#rights.ask();
  }

  /** This server has lost its database: every client is to connect to another one. */
  #sendAway(): void {
    for (const connection of [...this.#connections.keys()]) connection.end(APART);
  }

  close(): void {
    this.#isClosed = true;
    this.#rights.stop();
    for (const part of this.#parts) part.close();
    this.#sessions.close(SHUTDOWN);
    for (const connection of this.#connections.keys()) connection.end(SHUTDOWN);
  }

  #connect(webSocket: WebSocket, admitted: AdmittedRequest): Connection {
    const { actor, authenticate, ip, isForeign, accountOf } = admitted;
    const { clock, settings, limits: other } = this.#deps;
    const limits = { ...usualConnectionLimits, heartbeatMs: settings.keepaliveSeconds * 1000, ...other };
    let greeted: LiveConnection | undefined;
    const connection: Connection = new Connection(
      [webSocket, admitted.socket],
      { clock, limits, intake: this.#intake, peer: peerOf(actor, accountOf(actor), false) },
      {
        message: (message, done) => {
          if (greeted) return greeted.inbox.take(message, done);
          // What comes behind the hello waits for the welcome
          connection.hold();
          void this.#greet(arrival, message, begin).then(done);
        },
        gone: () => this.#gone(connection, greeted),
      },
    );
    const begin = (session: ClientSession): void => {
      greeted = this.#begin(session, connection);
      const by = { actor: session.owner, authenticate: () => session.authenticate(), ip };
      this.#streams.begin(connection, by, admitted.subscribe);
      if (session.isGuest) this.#guests.begin(connection, () => this.#seesSomething(session, connection));
      connection.go();
    };
    this.#connections.set(connection, undefined);
    const signed = actor.credential === 'none' ? undefined : { actor, authenticate };
    const settle = (now: Actor): void => {
      admitted.countFor(now);
      connection.become(peerOf(now, accountOf(now), true));
    };
    const arrival: Arrival = { connection, signed, ip, isForeign, settle };
    return connection;
  }

  /** The first message. */
  async #greet(arrival: Arrival, message: Body, begin: (session: ClientSession) => void): Promise<void> {
    arrival.connection.greeted();
    try {
      const greeted = await greet({ ...this.#deps, sessions: this.#sessions, ownership: this.#ownership }, arrival, message);
      if (greeted) begin(greeted.session);
    } catch (cause) {
      this.#fault(cause);
    }
  }

  /** The session has this connection from now on. */
  #begin(session: ClientSession, connection: Connection): LiveConnection {
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
        if (this.#isForgotten(session)) throw refuse.denied();
      },
      onLoss: 'silent',
    });
    if (this.#connections.has(connection)) this.#connections.set(connection, session);
    const inbox = new Inbox(this.#handlers, { session, connection }, this.#fault);
    // Rights that were lost while it was let in: from now on every change is heard
    if (this.#endFor(session)) this.#refuse(connection);
    return { session, inbox, closeActivity: activity.open(token) };
  }

  #seesSomething(session: ClientSession, connection: Connection): boolean {
    return this.#streams.showCanvas(connection) || this.#watching.watchesFurther(session) || this.#presences.shows(session);
  }

  /** The credential does not hold any more, or the licence: rights are asked again within a second. */
  #refuse(connection: Connection): void {
    const session = this.#connections.get(connection);
    if (session?.connection !== connection) return;
    const end = this.#endFor(session) ?? { code: 1011, msg: 'Internal server error' };
    connection.end(end);
    this.#sessions.remove(session, end).catch(this.#fault);
  }

  /** Undefined: its credential holds, and the licence. */
  #endFor(session: ClientSession): End | undefined {
    // The reason is said by its own code, though the session of a wall ends with it
    if (this.#isForgotten(session)) return FORGOTTEN;
    try {
      session.authenticate();
      const expired = this.#deps.licence.refusal();
      if (expired) throw expired;
    } catch (cause) {
      return cause instanceof Refusal ? endOf(cause, true) : { code: 1011, msg: 'Internal server error' };
    }
    return undefined;
  }

  #isForgotten({ clientId, kind }: ClientSession): boolean {
    return kind === 'display' && this.#deps.store.directory.get(DisplayClient, clientId)?.forgotten === true;
  }

  #gone(connection: Connection, greeted: LiveConnection | undefined): void {
    this.#connections.delete(connection);
    this.#rights.leave(connection);
    this.#streams.end(connection);
    this.#guests.end(connection);
    if (!greeted) return;
    greeted.closeActivity();
    this.#sessions.lost(greeted.session, connection);
  }

  #bye() {
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
  async #over(session: ClientSession): Promise<void> {
    const { kind, clientId, owner } = session;
    if (kind === 'viewer') return;
    const author = { id: owner.id, name: owner.name, ip: '' };
    const remove = function* (tx: Transaction): Work {
      if (!session.owns(tx)) return;
      yield* removeClient(tx, clientId);
      const known = tx.directory.get(DisplayClient, clientId);
      if (known) tx.directory.update(DisplayClient, { ...known, last_seen: tx.now });
    };
    const removed = submit(this.#deps.store, clientId, remove, { scopes: [DIRECTORY], author });
    await removed.catch((cause) => {
      // Nothing of it was ever shown
      if (!(cause instanceof Refusal && cause.status === 404)) throw cause;
    });
  }
}
