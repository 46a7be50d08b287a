import { applied, type Change, type Declaration } from './declaration.ts';

interface PendingChange {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
  /** What the change replaces; undefined: nothing. */
  readonly place: string | undefined;
  /** An `update` with the change was sent. */
  isSent: boolean;
  /** The `hello` that was sent last contains the change. */
  isGreeted: boolean;
}

/** Sends a change. Returns false without a connection. `settle` is called before later messages of the server are read. */
export type SendChange = (change: Change, settle: { done(): void; refused(cause: Error): void }) => boolean;

/**
 * The declaration of the client. A change is effective at once. The next `hello` contains the changes that the server has not
 * answered, because there was no connection or it was lost. A change that the server refuses is undone.
 *
 *   pending ──ack, or welcome after a hello that had it──▶ confirmed        pending ──nack──▶ undone
 */
export class DeclaredState {
  readonly #send: SendChange;
  #confirmed: Declaration;
  #pending: PendingChange[] = [];
  #ended: Error | undefined;

  constructor(first: Declaration, send: SendChange) {
    this.#confirmed = first;
    this.#send = send;
  }

  get current(): Declaration {
    return this.#pending.reduce((before, { change }) => applied(before, change), this.#confirmed);
  }

  /**
   * Resolves when the server has the change. Rejects when the server refuses it.
   *
   * @param place a later change of the same place says all that this one does, so without a connection only the last is kept
   */
  change(change: Change, place?: string): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (place !== undefined) this.#replace(place);
    return new Promise((resolve, reject) => {
      const pending: PendingChange = { change, resolve, reject, place, isSent: false, isGreeted: false };
      this.#pending.push(pending);
      this.#tell(pending);
    });
  }

  /** Makes a change that the server learns from another message. */
  confirm(change: Change): void {
    this.#confirmed = applied(this.#confirmed, change);
  }

  /** The declaration for a `hello`. */
  greeting(): Declaration {
    for (const pending of this.#pending) pending.isGreeted = true;
    return this.current;
  }

  welcomed(): void {
    for (const pending of [...this.#pending]) {
      if (pending.isGreeted) this.#done(pending);
      else this.#tell(pending);
    }
  }

  /** The server has refused the `hello`: undoes the changes that it had not acknowledged before. */
  refused(cause: Error): void {
    for (const pending of [...this.#pending]) if (pending.isGreeted) this.#refuse(pending, cause);
  }

  /** The client is over: rejects all changes, also later ones. */
  end(cause: Error): void {
    this.#ended = cause;
    for (const pending of [...this.#pending]) this.#refuse(pending, cause);
  }

  #replace(place: string): void {
    for (const pending of [...this.#pending]) {
      if (pending.place === place && !pending.isSent && this.#take(pending)) pending.resolve();
    }
  }

  #tell(pending: PendingChange): void {
    pending.isSent = this.#send(pending.change, {
      done: () => this.#done(pending),
      refused: (cause) => this.#refuse(pending, cause),
    });
  }

  #done(pending: PendingChange): void {
    if (!this.#take(pending)) return;
    this.confirm(pending.change);
    pending.resolve();
  }

  #refuse(pending: PendingChange, cause: Error): void {
    if (this.#take(pending)) pending.reject(cause);
  }

  /** Returns false for a change that was settled before. */
  #take(pending: PendingChange): boolean {
    const before = this.#pending.length;
    this.#pending = this.#pending.filter((one) => one !== pending);
    return this.#pending.length < before;
  }
}
