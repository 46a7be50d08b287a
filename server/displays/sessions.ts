import type { Clock, Timer } from '../clock.ts';
import type { Connection } from './connection.ts';
import type { End } from './ends.ts';
import type { Session } from './session.ts';

interface Deps {
  readonly clock: Clock;
  readonly graceMs: number;
  /** The session is over: what stands in the store of it must go. */
  readonly over: (session: Session) => Promise<void>;
}

export interface SessionEvents {
  /** It was welcomed, for the first time or again: what is sent from now on reaches it. */
  readonly connected?: (session: Session) => void;
  /** It does not come back. What is shown of it is about to be removed. */
  readonly over?: (session: Session) => void;
}

/** All sessions by the ids of their clients: each client has one. */
export class Sessions {
  readonly #deps: Deps;
  readonly #all = new Map<string, Session>();
  readonly #graces = new Map<Session, Timer>();
  /** What is under way for a client, so that two connections of one come one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #listeners: SessionEvents[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  listen(events: SessionEvents): void {
    this.#listeners.push(events);
  }

  get(client: string): Session | undefined {
    return this.#all.get(client);
  }

  all(): Iterable<Session> {
    return this.#all.values();
  }

  /** Displays that take a seat, without the one of this client. */
  seatsTaken(except: string): number {
    let seats = 0;
    for (const { kind, clientId } of this.#all.values()) if (kind === 'display' && clientId !== except) seats++;
    return seats;
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

  add(session: Session): void {
    this.#all.set(session.clientId, session);
  }

  /** Tells that a session was welcomed. */
  connected(session: Session): void {
    for (const { connected } of this.#listeners) connected?.(session);
  }

  /** The connection is lost: whoever does not come back within the grace is gone. */
  lost(session: Session, connection: Connection): void {
    if (!session.detach(connection)) return;
    const { clock, graceMs } = this.#deps;
    const end = (): void => {
      this.#graces.delete(session);
      if (!session.connection) void this.remove(session, { code: 4408, msg: 'It did not come back' });
    };
    this.#graces.set(session, clock.after(graceMs, end));
  }

  /** It came back. */
  keep(session: Session): void {
    this.#graces.get(session)?.cancel();
    this.#graces.delete(session);
  }

  /** Ends it for good. Resolves when nothing of it is shown any more. */
  async remove(session: Session, end: End): Promise<void> {
    this.keep(session);
    if (this.#all.get(session.clientId) !== session) return;
    this.#all.delete(session.clientId);
    session.over(end);
    for (const { over } of this.#listeners) over?.(session);
    await this.#deps.over(session);
  }

  close(end: End): void {
    for (const timer of this.#graces.values()) timer.cancel();
    for (const session of this.#all.values()) session.over(end);
    this.#all.clear();
  }
}
