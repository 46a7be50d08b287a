import { applied, type Change, type Declaration } from './declaration.ts';

interface Pending {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
  /** It is in the `hello` that is on its way. */
  isGreeted: boolean;
}

/** Sends a change. False: there is no connection now. Calls back before anything that the server sends later is looked at. */
export type SendChange = (change: Change, settle: { done(): void; refused(cause: Error): void }) => boolean;

/**
 * What the client has, as the server was told it. A change counts at once. Where it finds no connection, or loses it before the
 * server has answered, it stands in the next `hello`; one that the server refuses is taken back.
 *
 *   pending ──ack, or welcome after a hello that had it──▶ confirmed        pending ──nack──▶ taken back
 */
export class Declared {
  readonly #send: SendChange;
  #confirmed: Declaration;
  #pending: Pending[] = [];
  #ended: Error | undefined;

  constructor(first: Declaration, send: SendChange) {
    this.#confirmed = first;
    this.#send = send;
  }

  get current(): Declaration {
    return this.#pending.reduce((before, { change }) => applied(before, change), this.#confirmed);
  }

  /** Resolves when the server knows it. Rejects with its refusal. */
  change(change: Change): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const pending: Pending = { change, resolve, reject, isGreeted: false };
      this.#pending.push(pending);
      this.#tell(pending);
    });
  }

  /** The server knows it already, or is told it otherwise. */
  confirm(change: Change): void {
    this.#confirmed = applied(this.#confirmed, change);
  }

  /** What a `hello` declares. */
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

  /** The server refused the declaration of the `hello`: what came in since the last one that it took is taken back. */
  refused(cause: Error): void {
    for (const pending of [...this.#pending]) if (pending.isGreeted) this.#refuse(pending, cause);
  }

  /** Nothing is told any more. */
  end(cause: Error): void {
    this.#ended = cause;
    for (const pending of [...this.#pending]) this.#refuse(pending, cause);
  }

  #tell(pending: Pending): void {
    this.#send(pending.change, {
      done: () => this.#done(pending),
      refused: (cause) => this.#refuse(pending, cause),
    });
  }

  #done(pending: Pending): void {
    if (!this.#take(pending)) return;
    this.confirm(pending.change);
    pending.resolve();
  }

  #refuse(pending: Pending, cause: Error): void {
    if (this.#take(pending)) pending.reject(cause);
  }

  /** False: it was settled before. */
  #take(pending: Pending): boolean {
    const before = this.#pending.length;
    this.#pending = this.#pending.filter((one) => one !== pending);
    return this.#pending.length < before;
  }
}
