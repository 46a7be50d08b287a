import type { Clock, Timer } from '../../clock.ts';
import type { Connection } from '../socket/connection.ts';
import type { End } from '../socket/ends.ts';
import type { ClientSession } from './client-session.ts';

interface Deps {
  readonly clock: Clock;
  readonly graceMs: number;
  /** The session is over: what stands in the store of it must go. It is called again when that fails. */
  readonly over: (session: ClientSession) => Promise<void>;
  readonly fault: (cause: unknown) => void;
}

/** The pause from a removal that failed to the next attempt. */
const AGAIN_MS = 1_000;

export interface SessionEvents {
  /** The session was welcomed, for the first time or again: messages reach it from now on. */
  readonly connected?: (session: ClientSession) => void;
  /** The session does not come back. What is shown of it is about to be removed. */
  readonly over?: (session: ClientSession) => void;
  /** Another node has its client now. What is shown of it stays. */
  readonly moved?: (session: ClientSession) => void;
  /** The session was taken over from another node, and has no connection yet. */
  readonly taken?: (session: ClientSession) => Promise<void> | void;
}

/** All sessions by the ids of their clients: each client has one. */
export class SessionsByClient {
  readonly #deps: Deps;
  readonly #all = new Map<string, ClientSession>();
  /** Until the grace of a session is up, or until its removal is tried again. */
  readonly #timers = new Map<ClientSession, Timer>();
  /** Displays that are being let in. */
  readonly #entering = new Set<string>();
  /** What is under way for a client, so that two connections of one come one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #listeners: SessionEvents[] = [];
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  listen(events: SessionEvents): void {
    this.#listeners.push(events);
  }

  get(client: string): ClientSession | undefined {
    return this.#all.get(client);
  }

  all(): Iterable<ClientSession> {
    return this.#all.values();
  }

  /** Displays that take a seat, without the one of this client. */
  seatsTaken(except: string): number {
    let seats = 0;
    for (const id of this.#entering) if (id !== except && this.#all.get(id)?.kind !== 'display') seats++;
    for (const { kind, clientId } of this.#all.values()) if (kind === 'display' && clientId !== except) seats++;
    return seats;
  }

  /** Lets a display in, which has its seat from now on, so that no two take the last one. */
  async enter<T>(client: string, work: () => Promise<T>): Promise<T> {
    this.#entering.add(client);
    try {
      return await work();
    } finally {
      this.#entering.delete(client);
    }
  }

  /** One after the other for each client. */
  async inTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(client) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.#turns.set(client, settled);
    try {
      return await mine;
    } finally {
      if (this.#turns.get(client) === settled) this.#turns.delete(client);
    }
  }

  add(session: ClientSession): void {
    this.#all.set(session.clientId, session);
  }

  /** Tells that a session was welcomed. */
  connected(session: ClientSession): void {
    for (const { connected } of this.#listeners) connected?.(session);
  }

  /** The connection is lost: whoever does not come back within the grace is gone. */
  lost(session: ClientSession, connection: Connection): void {
    if (session.detach(connection)) this.await(session);
  }

  /** A session without a connection is over after the grace, or what is left of it. */
  await(session: ClientSession, ms = this.#deps.graceMs): void {
    const { fault } = this.#deps;
    this.#after(ms, session, () => {
      if (!session.connection) this.remove(session, { code: 4408, msg: 'It did not come back' }).catch(fault);
    });
  }

  /** The session came back. */
  keep(session: ClientSession): void {
    this.#timers.get(session)?.cancel();
    this.#timers.delete(session);
  }

  /** Goes on with a session that another node had. Resolves when this node knows all that concerns it. */
  async take(session: ClientSession): Promise<void> {
    this.add(session);
    await Promise.all(this.#listeners.map(({ taken }) => taken?.(session)));
  }

  /** Another node has the client: the session ends here, and nothing is removed. */
  handOver(session: ClientSession, end: End): void {
    this.keep(session);
    if (this.#all.get(session.clientId) !== session) return;
    this.#all.delete(session.clientId);
    session.handOver(end);
    for (const { moved } of this.#listeners) moved?.(session);
  }

  /** Ends it for good. Resolves when nothing of it is shown any more; rejects when that must be tried again, which it will be. */
  async remove(session: ClientSession, end: End): Promise<void> {
    this.keep(session);
    if (this.#all.get(session.clientId) !== session) return;
    this.#all.delete(session.clientId);
    session.over(end);
    for (const { over } of this.#listeners) over?.(session);
    await this.clear(session);
  }

  /** Removes what is shown of a session that is in use no more. Resolves and rejects as `remove`. */
  async clear(session: ClientSession): Promise<void> {
    const { over, fault } = this.#deps;
    try {
      await over(session);
    } catch (cause) {
      this.#after(AGAIN_MS, session, () => {
        this.inTurn(session.clientId, async () => {
          if (!this.#all.has(session.clientId)) await this.clear(session);
        }).catch(fault);
      });
      throw cause;
    }
  }

  #after(ms: number, session: ClientSession, run: () => void): void {
    if (this.#isClosed) return;
    this.keep(session);
    const timer = this.#deps.clock.after(ms, () => {
      this.#timers.delete(session);
      run();
    });
    this.#timers.set(session, timer);
  }

  close(end: End): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) timer.cancel();
    for (const session of this.#all.values()) session.over(end);
    this.#all.clear();
  }
}
