import { Refusal, refuse } from '../../../model/refusal.ts';
import { CLIENTS, Client, clientScope } from '../../../model/resources/displays/client.ts';
import { DisplayClient } from '../../../model/resources/displays/display-client.ts';
import { type Change, recordOf, SERVER } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import { ClientSession } from '../session/client-session.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import type { OpenCanvases } from '../shown/open-canvases.ts';
import { ownerOf } from '../shown/owner-actor.ts';
import type { End } from '../socket/ends.ts';
import { isOrder } from './orders.ts';

interface Deps extends DisplayDeps {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
}

const REPLACED: End = { code: 4409, msg: 'Replaced by a newer connection', wasGreeted: true };
/** The others took this node for dead, and wait for the client. */
const LOST: End = { code: 1011, msg: 'The server lost touch with the others: connect anew', wasGreeted: true };

/**
 * Which node has which client, with several of them. The record of a client says it, and one commit changes it, so no two nodes have
 * one; a node that is no longer named gives its session up.
 */
export class Ownership {
  readonly #deps: Deps;
  readonly #failed: (cause: unknown) => void;
  /** Clients whose workspaces are kept in memory, with what ends that. */
  readonly #followed = new Map<string, () => void>();
  /** The server ends, and its database with it: what is still under way fails, and that is no fault. */
  #isClosed = false;

  constructor(deps: Deps) {
    const { store, nodes, log } = deps;
    this.#deps = deps;
    this.#failed = (cause) => {
      if (!this.#isClosed) log.error({ err: cause }, 'the display of another node is not taken over');
    };
    if (nodes.isAlone) return;
    store.feed.follow(({ scope, changes }) => {
      if (scope !== CLIENTS) return;
      for (const change of changes) if (change.kind === Client) this.#hear(change);
    });
    nodes.onTurn(() => this.#look());
  }

  close(): void {
    this.#isClosed = true;
  }

  /** What other nodes show, and what is left of those that are gone. After the scope of the clients is there. */
  open(): void {
    const { store, nodes } = this.#deps;
    if (nodes.isAlone) return;
    for (const { id } of store.seen(CLIENTS)?.all(Client) ?? []) this.#follow(id);
  }

  /**
   * Takes the client to this node, because it says hello here and has proved who it is. Afterwards it has a session here, if it has any
   * anywhere. Rejects with 503 while the database cannot be reached.
   */
  async claim(client: string): Promise<void> {
    const { nodes, sessions } = this.#deps;
    if (nodes.isAlone || sessions.get(client)) return;
    await this.#take(client, ({ node }) => node !== nodes.id, false);
  }

  /** Clients of nodes that are gone are waited for here, for what is left of their grace. */
  #look(): void {
    const { store, nodes } = this.#deps;
    if (this.#isClosed) return;
    for (const { id, node } of store.seen(CLIENTS)?.all(Client) ?? []) if (nodes.isGone(node)) this.#adopt(id);
  }

  #adopt(id: string): void {
    const { nodes, sessions, settings } = this.#deps;
    const left = Math.max(0, settings.clientGraceSeconds * 1000 - nodes.noticedMs);
    const adopt = async (): Promise<void> => {
      if (sessions.get(id)) return;
      const session = await this.#take(id, ({ node }) => nodes.isGone(node), true);
      if (session && !session.connection) sessions.await(session, left);
    };
    sessions.inTurn(id, adopt).catch(this.#failed);
  }

  /** One commit: the client is this node's. Undefined: it is not there, or is not to be taken. */
  async #take(id: string, isFree: (client: Client) => boolean, adopted: boolean): Promise<ClientSession | undefined> {
    const { store, nodes, sessions } = this.#deps;
    if (!store.seen(CLIENTS)?.get(Client, id)) return undefined;
    await this.#learn(id);
    const taken = await store.submit<Client | undefined>({
      scopes: [CLIENTS],
      author: SERVER,
      permit: () => undefined,
      run(tx) {
        const clients = tx.scope(CLIENTS);
        const client = clients.get(Client, id);
        if (!client || !isFree(client)) return undefined;
        clients.update(Client, { ...client, node: nodes.id, adopted });
        return client;
      },
    });
    if (!taken) return undefined;
    const session = this.#sessionOf(taken);
    await sessions.take(session);
    return session;
  }

  #sessionOf(client: Client): ClientSession {
    const { directory } = this.#deps.store;
    const identity = {
      clientId: client.id,
      sessionId: client.session,
      secretHash: directory.get(DisplayClient, client.id)?.secret_hash ?? '',
      kind: 'display',
      installationName: client.installation_name,
      isTaken: true,
    } as const;
    const authenticate = (): never => {
      throw refuse.unauthorized();
    };
    return new ClientSession(this.#deps, identity, { actor: ownerOf(directory, client), authenticate });
  }

  /** This node also knows which canvases are open on the displays of other nodes. */
  #follow(id: string): void {
    if (this.#followed.has(id)) return;
    this.#followed.set(id, () => undefined);
    this.#learn(id).catch((cause) => {
      this.#unfollow(id);
      this.#failed(cause);
    });
  }

  async #learn(id: string): Promise<void> {
    const { store, canvases } = this.#deps;
    const view = await store.load(clientScope(id)).catch(unlessGone);
    if (!view) return this.#unfollow(id);
    canvases.learn(id, view);
    this.#unfollow(id);
    this.#followed.set(id, store.pin(clientScope(id)));
  }

  #unfollow(id: string): void {
    this.#followed.get(id)?.();
    this.#followed.delete(id);
  }

  #hear({ before, after }: Change): void {
    const { nodes, sessions, calls } = this.#deps;
    const client = recordOf((after ?? before)!) as Client;
    calls.moved((node, what) => isOrder(what) && what.client === client.id && (!after || client.node !== node));
    if (after) this.#follow(client.id);
    else this.#unfollow(client.id);
    const session = sessions.get(client.id);
    const isOwn = after !== undefined && client.node === nodes.id && client.session === session?.sessionId;
    if (session?.kind === 'display' && !isOwn) sessions.handOver(session, after && !client.adopted ? REPLACED : LOST);
    else if (after && nodes.isGone(client.node)) this.#adopt(client.id);
  }
}

/** Undefined: it has gone meanwhile. */
function unlessGone(cause: unknown): undefined {
  if (!(cause instanceof Refusal && cause.status === 404)) throw cause;
}
