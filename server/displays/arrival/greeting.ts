import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { MessageOf } from '../../../model/displays/message.ts';
import { readMessage } from '../../../model/displays/message.ts';
import { Hello, PROTOCOL } from '../../../model/displays/session.ts';
import type { Body } from '../../../model/field.ts';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { GUEST, User } from '../../../model/resources/accounts/user.ts';
import { CLIENTS, Client, clientScope } from '../../../model/resources/displays/client.ts';
import { DisplayClient } from '../../../model/resources/displays/display-client.ts';
import type { Actor } from '../../access/actor.ts';
import { newToken, tokenHash } from '../../access/authentication/tokens.ts';
import { ownInstallation } from '../../access/authorization/steerers.ts';
import { scopesOf } from '../../access/narrowing.ts';
import { DIRECTORY, type Transaction } from '../../store/store.ts';
import { type DisplayDeps, openingTime } from '../deps.ts';
import { ClientSession, type ConnectedActor, type Identity } from '../session/client-session.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { viewableSizes } from '../shown/canvas-sizes.ts';
import {
  type ClientOwner,
  canvasesIn,
  type Declaration,
  type DeclarationDeps,
  declare,
  readDeclaration,
} from '../shown/declaration.ts';
import { remember, serverIdOf, submit } from '../shown/records.ts';
import { anchorsIn } from '../shown/shown-anchors.ts';
import type { Connection } from '../socket/connection.ts';
import { type End, endOf } from '../socket/ends.ts';
import { messageBytesFor } from '../socket/peers.ts';
import type { Ownership } from '../steering/node-ownership.ts';

type HelloMessage = MessageOf<typeof Hello>;

/** A connection that has said hello, and the session that it continues or begins. */
export interface GreetedSession {
  readonly session: ClientSession;
  readonly resumed: boolean;
}

/** A hello that is not accepted. */
class Unwelcome extends Error {
  constructor(readonly end: End) {
    super(end.msg);
  }
}

interface Deps extends DisplayDeps {
  readonly sessions: SessionsByClient;
  readonly ownership: Pick<Ownership, 'claim'>;
}

/** What came with the request for the connection. */
export interface Arrival {
  readonly connection: Connection;
  /** Undefined: the hello must bring a token, or be that of a guest. */
  readonly signed: ConnectedActor | undefined;
  /** A page of another server opened it, of an origin that is not allowed. */
  readonly isForeign: boolean;
  readonly ip: string;
  /** The connection counts for this actor from now on. Throws a Refusal when there is no room for it. */
  readonly settle: (actor: Actor) => void;
}

/**
 * Takes a `hello` (interface/streaming 4.3): who it is, whether there is a seat, and what it declares. Afterwards REST shows the
 * client, and it was welcomed. Undefined: the connection was ended instead.
 */
export async function greet(deps: Deps, arrival: Arrival, message: Body): Promise<GreetedSession | undefined> {
  try {
    const hello = readHello(message);
    // Tokens and clients that another node has made are known here
    if (!deps.nodes.isAlone) await deps.store.load(CLIENTS);
    const signed = arrival.signed ?? signedBy(deps, arrival, hello);
    settle(arrival, signed);
    const id = idOf(deps, hello, signed.actor);
    return await deps.sessions.inTurn(id, () => enter(deps, arrival, { hello, declaration: readDeclaration(hello), signed, id }));
  } catch (cause) {
    arrival.connection.end(endFor(cause));
    if (!(cause instanceof Unwelcome || cause instanceof Refusal)) throw cause;
    return undefined;
  }
}

function settle({ settle: count }: Arrival, { actor }: ConnectedActor): void {
  try {
    count(actor);
  } catch (cause) {
    throw cause instanceof Refusal ? new Unwelcome({ code: 1011, msg: 'The server has no room for it now' }) : cause;
  }
}

function endFor(cause: unknown): End {
  if (cause instanceof Unwelcome) return cause.end;
  if (cause instanceof Refusal && cause.status === 402) return endOf(cause, false);
  if (cause instanceof Refusal && cause.status < 500) return { code: 4400, msg: cause.message };
  return { code: 1011, msg: 'The server cannot take it now' };
}

function readHello(message: Body): HelloMessage {
  if (message.type !== 'hello') throw refuse.invalid('The first message must be hello');
  if (message.protocol !== undefined && message.protocol !== PROTOCOL) {
    throw new Unwelcome({ code: 4406, msg: `protocol must be ${PROTOCOL}` });
  }
  const hello = readMessage(Hello, message);
  if (hello.kind === 'display' && hello.client.installation_name === '') throw refuse.missing('client.installation_name');
  return hello;
}

/**
 * A display that nobody knows keeps the id it says. A viewer does not: whoever has seen the id of another one that was away for long
 * would keep it from coming back. A wall that has lost its id has it by its session.
 */
function idOf({ sessions, store }: Deps, { kind, client: { id } }: HelloMessage, actor: Actor): string {
  const wall = kind === 'display' ? ownInstallation(store.directory, actor) : undefined;
  if (wall && wall.surface !== '') throw new Unwelcome({ code: 4403, msg: 'This machine is a part of a wall' });
  if (wall && id === '') return wall.installation_id;
  const isTaken = kind === 'display' || sessions.get(id) || store.directory.get(DisplayClient, id);
  return (isTaken && id) || randomUUID();
}

/** The credential of a hello; without one, a viewer is a guest. */
function signedBy(deps: Deps, arrival: Arrival, hello: HelloMessage): ConnectedActor {
  const { authenticate, rules, noteUse } = deps;
  const { token } = hello;
  const ask = token === '' ? asGuest(deps, arrival, hello) : () => authenticate({ token });
  try {
    const actor = ask();
    if (token !== '') noteUse(actor, arrival.ip);
    rules.connectDisplay.permit(actor, {});
    return { actor, authenticate: ask };
  } catch (cause) {
    throw cause instanceof Refusal ? new Unwelcome(endOf(cause, false)) : cause;
  }
}

/**
 * With the rights of a request without a credential (interface/streaming 4.2). A page of another server could not read the answer of such a
 * request, so it gets no connection either.
 */
function asGuest({ authenticate, store }: Deps, { isForeign }: Arrival, { kind }: HelloMessage): () => Actor {
  return () => {
    if (kind !== 'viewer' || isForeign || store.directory.get(User, GUEST)?.blocked !== false) throw refuse.unauthorized();
    return authenticate({});
  };
}

interface AdmittedClient {
  readonly hello: HelloMessage;
  readonly declaration: Declaration;
  readonly signed: ConnectedActor;
  readonly id: string;
}

async function enter(deps: Deps, arrival: Arrival, entering: AdmittedClient): Promise<GreetedSession | undefined> {
  const { sessions, licence, nodes } = deps;
  const { hello, id } = entering;
  const expired = licence.refusal();
  if (expired) throw new Unwelcome(endOf(expired, false));
  const secret = secretFor(deps, entering, sessions.get(id));
  const seats = licence.maxClients();
  // With several nodes the command that shows it counts
  if (nodes.isAlone && hello.kind === 'display' && seats >= 0 && sessions.seatsTaken(id) >= seats) throw refuse.noSeat();
  if (hello.kind === 'viewer') return letIn(deps, arrival, entering, secret);
  return sessions.enter(id, () => letIn(deps, arrival, entering, secret));
}

interface Secret {
  readonly text: string;
  readonly isNew: boolean;
}

async function letIn(
  deps: Deps,
  arrival: Arrival,
  entering: AdmittedClient,
  secret: Secret,
): Promise<GreetedSession | undefined> {
  const { sessions } = deps;
  const { hello, signed, id } = entering;
  const sizes = await viewableSizes(deps, signed.actor, canvasesIn(hello.workspaces));
  if (arrival.connection.isEnding) return undefined;
  if (hello.kind === 'display') await deps.ownership.claim(id);
  // The session is looked up only now: its grace may have ended while canvases were loaded
  const before = sessions.get(id);
  const resumed = before !== undefined && hello.resume === before.sessionId && hello.kind === before.kind;
  if (before && !resumed) await sessions.remove(before, { code: 4409, msg: 'Replaced by a newer connection', wasGreeted: true });
  const identity: Identity = {
    clientId: id,
    sessionId: `s-${randomUUID()}`,
    secretHash: tokenHash(secret.text),
    kind: hello.kind,
    installationName: hello.client.installation_name,
  };
  const session = resumed ? before : new ClientSession(deps, identity, signed);
  const dropped = await shown(deps, arrival, { ...entering, session, sizes, secretHash: identity.secretHash });
  session.attach(arrival.connection, signed);
  sessions.add(session);
  arrival.connection.send(welcome(deps, session, { resumed, secret: secret.isNew ? secret.text : undefined }));
  session.commands.connected();
  for (const workspace of dropped) session.tell({ op: 'close-canvas', workspace, reason: 'access_lost' });
  sessions.connected(session);
  return { session, resumed };
}

/** What proves it to be the same client again: the one it sent, when that is right, or a new one where none is known. */
function secretFor({ store }: Deps, { id, hello, signed }: AdmittedClient, before: ClientSession | undefined): Secret {
  const { kind, client } = hello;
  const sent = client.secret;
  const display = store.directory.get(DisplayClient, id);
  // Else a page, of a guest even, could end a wall
  if (kind === 'viewer' && (display || before?.kind === 'display'))
    throw new Unwelcome({ code: 4403, msg: 'The id is that of a display' });
  if (display?.forgotten) throw new Unwelcome({ code: 4403, msg: 'This installation was forgotten' });
  const isOwn = client.id === '' && ownInstallation(store.directory, signed.actor)?.installation_id === id;
  // That of the record counts: the wall may have been paired anew since it connected
  const known = display?.secret_hash ?? before?.secretHash;
  if (known === undefined || isOwn) return { text: newToken(), isNew: true };
  if (!isSame(tokenHash(sent), known)) throw new Unwelcome({ code: 4403, msg: 'The secret is not that of this client' });
  return { text: sent, isNew: false };
}

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

interface ShownArrival extends AdmittedClient {
  readonly session: ClientSession;
  readonly sizes: DeclarationDeps['sizes'];
  readonly secretHash: string;
}

/**
 * Shows what the client declares, while its grace does not run. When the client cannot be welcomed any more, a new session is
 * shown no more, and one that was to be resumed is waited for again.
 */
async function shown(deps: Deps, arrival: Arrival, showing: ShownArrival): Promise<number[]> {
  const { sessions } = deps;
  const { hello, session } = showing;
  sessions.keep(session);
  try {
    const dropped = hello.kind === 'display' ? await show(deps, arrival, showing) : [];
    if (session.isOver || arrival.connection.isEnding) throw new Unwelcome({ code: 4408, msg: 'It left' });
    return dropped;
  } catch (cause) {
    if (sessions.get(session.clientId) !== session) await sessions.clear(session);
    else if (!session.connection) sessions.await(session);
    throw cause;
  }
}

/** Writes what a display declares, and remembers it. Resolves with the workspaces whose canvas the user may not see. */
function show(
  deps: Deps,
  { ip }: Arrival,
  { declaration, signed, id, session, sizes, secretHash }: ShownArrival,
): Promise<number[]> {
  const { store, nodes, licence } = deps;
  const { actor } = signed;
  const anchors = anchorsIn(store, [...declaration.outputs.values()], sizes.keys());
  const held: ClientOwner = {
    owner: actor.id,
    access_token: actor.accessToken,
    scopes: scopesOf(actor.narrowing),
    session: session.sessionId,
    node: nodes.id,
  };
  const facts: DeclarationDeps = { serverId: serverIdOf(store), email: actor.email, sizes, anchors, now: openingTime(deps) };
  const { installation_name, version, capabilities } = declaration.client;
  const kind = capabilities.includes('configured') ? 'page' : 'other';
  return submit(
    store,
    id,
    function* (tx) {
      if (!nodes.isAlone) requireSeat(tx, id, licence.maxClients());
      const said = { id, installation_name, kind, version, last_address: ip } as const;
      yield* remember(tx, { ...said, last_user_id: actor.id, secret_hash: secretHash });
      return yield* declare(tx, id, held, declaration, facts);
    },
    { scopes: [DIRECTORY], fresh: [clientScope(id)], author: { id: actor.id, name: actor.name, ip } },
  );
}

/**
 * Counts the seats of all nodes together. Commands that count seats run one after the other, so no two of them take the same
 * seat.
 */
function requireSeat(tx: Transaction, id: string, seats: number): void {
  const others = tx
    .scope(CLIENTS)
    .all(Client)
    .filter((client) => client.id !== id).length;
  if (seats >= 0 && others >= seats) throw refuse.noSeat();
}

function welcome(
  deps: Deps,
  session: ClientSession,
  { resumed, secret }: { resumed: boolean; secret: string | undefined },
): object {
  const { store, settings, version, clock } = deps;
  const { id, email, name } = session.owner;
  return {
    type: 'welcome',
    protocol: PROTOCOL,
    client_id: session.clientId,
    ...(secret !== undefined && { client_secret: secret }),
    session_id: session.sessionId,
    resumed,
    server_id: serverIdOf(store),
    server_version: version,
    server_time: new Date(clock.now()).toISOString(),
    user: { id, email, name },
    heartbeat_seconds: settings.keepaliveSeconds,
    command_timeout_ms: settings.clientCommandTimeoutMs,
    max_message_bytes: messageBytesFor(session.owner, true),
  };
}
