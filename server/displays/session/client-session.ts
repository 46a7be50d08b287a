import type { Ask, Commander } from '../../../model/displays/commands.ts';
import { refuse } from '../../../model/refusal.ts';
import { CLIENTS, Client, clientScope } from '../../../model/resources/displays/client.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import type { Actor } from '../../access/actor.ts';
import { WrongNode } from '../../nodes/calls.ts';
import type { DurableView, Store, Transaction } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { Connection } from '../socket/connection.ts';
import type { End } from '../socket/ends.ts';
import { type AppliedValues, type Apply, Commands } from './commands.ts';

export type SessionKind = 'display' | 'viewer';

/** Whoever connected, with the credential that is asked again. */
export interface ConnectedActor {
  readonly actor: Actor;
  /** Throws a Refusal once the credential no longer holds. */
  readonly authenticate: () => Actor;
}

/** What a session is begun with. */
export interface Identity {
  readonly clientId: string;
  readonly sessionId: string;
  /** The hash of the secret that proves a later connection to be of the same client. */
  readonly secretHash: string;
  readonly kind: SessionKind;
  readonly installationName: string;
  /** The session began on another node, which is gone or has given it up. */
  readonly isTaken?: boolean;
}

/**
 * A client that is connected, or that is expected back after its connection broke (interface/streaming 4.10). What is shown of a
 * display stands in the store; here is what nobody is shown.
 *
 *   connected ──connection lost──▶ detached ──resumed──▶ connected
 *       └── bye, replaced ──▶ over ◀── grace is up ──┘
 *
 * With several nodes the record of its client says which of them has it. When that node is gone, another one takes it, detached; and
 * where the client says hello, there it is taken to. In the node that had it, it is over, and nothing is removed.
 */
export class ClientSession {
  readonly clientId: string;
  readonly sessionId: string;
  readonly secretHash: string;
  readonly kind: SessionKind;
  readonly commands: Commands;
  readonly #installationName: string;
  readonly #store: Pick<Store, 'seen'>;
  readonly #node: string;
  #signed: ConnectedActor;
  #connection: Connection | undefined;
  #isOver = false;

  constructor({ store, clock, settings, nodes }: DisplayDeps, identity: Identity, signed: ConnectedActor) {
    this.clientId = identity.clientId;
    this.sessionId = identity.sessionId;
    this.secretHash = identity.secretHash;
    this.kind = identity.kind;
    this.#installationName = identity.installationName;
    this.#store = store;
    this.#node = nodes.id;
    this.#signed = signed;
    const send = (message: object): boolean => this.send(message);
    const prefix = identity.isTaken ? `c${nodes.id.slice(0, 8)}-` : 'c';
    this.commands = new Commands({ clock, timeoutMs: settings.clientCommandTimeoutMs, send, prefix });
  }

  /** The user as whom the client said hello; rights are asked by the user's id. */
  get owner(): Actor {
    return this.#signed.actor;
  }

  /** A session without a credential sees what links share, and changes nothing. */
  get isGuest(): boolean {
    return this.owner.credential === 'none';
  }

  /** Throws a Refusal once the credential no longer holds. */
  authenticate(): Actor {
    return this.#signed.authenticate();
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** What it declared; undefined: it is a viewer, or over. */
  get client(): Client | undefined {
    return this.#store.seen(CLIENTS)?.get(Client, this.clientId);
  }

  /** The name that a display declares now, or with which a viewer said hello. */
  get installationName(): string {
    return this.client?.installation_name ?? this.#installationName;
  }

  /** The workspaces, outputs and inputs of the client. */
  get view(): DurableView | undefined {
    return this.#store.seen(clientScope(this.clientId));
  }

  get workspaces(): Workspace[] {
    return this.view?.all(Workspace) ?? [];
  }

  /** False: there is no connection now. */
  send(message: object): boolean {
    const connection = this.#connection;
    if (!connection || connection.isEnding) return false;
    connection.send(message);
    return true;
  }

  /** `ms`: what is left of the time-out. */
  ask(ask: Ask, by: Commander | null, apply?: Apply, ms?: number): Promise<AppliedValues> {
    return this.commands.ask(ask, by, apply, ms);
  }

  /** Sends a command for what the server has done already: the answer of the client changes nothing. */
  tell(ask: Ask): void {
    this.ask(ask, null).catch(() => undefined);
  }

  /** A connection for it, the first one or one that resumes; an older one is ended. Commands are sent once it was welcomed. */
  attach(connection: Connection, signed: ConnectedActor): void {
    this.#end({ code: 4409, msg: 'Replaced by a newer connection', wasGreeted: true });
    this.#signed = signed;
    this.#connection = connection;
  }

  /** True: this connection was the session's, and is not any more. */
  detach(connection: Connection): boolean {
    if (this.#connection !== connection) return false;
    this.#connection = undefined;
    this.commands.disconnected();
    return true;
  }

  /** The session does not come back, and nothing is written for it any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether what came on this connection still counts: not once it is over, or goes on with another connection. */
  listensTo(connection: Connection): boolean {
    return !this.#isOver && (this.#connection === undefined || this.#connection === connection);
  }

  /** Throws once it is over: its client may be shown by another session by now. */
  readonly permit = (): void => {
    if (this.#isOver) throw refuse.clientOffline();
  };

  /** Is the client that is shown this session's? Asked in a command: another node may have taken it. */
  owns(tx: Transaction): boolean {
    const client = tx.scope(CLIENTS).get(Client, this.clientId);
    return client?.session === this.sessionId && client.node === this.#node;
  }

  /** Throws when the client is another session's by now, of another node perhaps. */
  readonly requireOwn = (tx: Transaction): void => {
    if (!this.owns(tx)) throw refuse.clientOffline();
  };

  /** Ends the session for good. */
  over(end: End): void {
    this.#isOver = true;
    this.commands.end(refuse.clientOffline());
    this.#end(end);
  }

  /** Another node has the client. Commands that wait for an answer are rejected with `WrongNode`. */
  handOver(end: End): void {
    this.#isOver = true;
    this.commands.end(new WrongNode());
    this.#end(end);
  }

  #end(end: End): void {
    this.#connection?.end(end);
    this.#connection = undefined;
    this.commands.disconnected();
  }
}
