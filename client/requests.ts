import type { NackCode } from '../model/displays/session.ts';
import type { ServerMessage } from './link.ts';

/** The server has refused a request. */
export class NackError extends Error {
  constructor(
    readonly code: NackCode | string,
    readonly msg: string,
    /** The status of the same refusal over REST; 0: the server did not tell it. */
    readonly status = 0,
  ) {
    super(msg === '' ? code : msg);
  }
}

/** The connection was lost before the answer, so nobody knows whether the server did what was asked. */
export class ConnectionLost extends Error {
  constructor() {
    super('the connection was lost before the server answered');
  }
}

/** Called with the outcome of a request, in the turn in which the answer came and before later messages are read. */
export interface Settle {
  done(ack: ServerMessage): void;
  /** @param cause a Nacked or a ConnectionLost */
  failed(cause: Error): void;
}

/** Requests that are not answered yet, by their ids. */
export class Requests {
  readonly #send: (message: object) => boolean;
  readonly #waiting = new Map<string, Settle>();
  #number = 0;

  constructor(send: (message: object) => boolean) {
    this.#send = send;
  }

  /** Returns false without a connection; then `settle` is not called. */
  ask(message: object, settle: Settle): boolean {
    const id = `r${++this.#number}`;
    this.#waiting.set(id, settle);
    if (this.#send({ ...message, id })) return true;
    this.#waiting.delete(id);
    return false;
  }

  /** Resolves with the `ack`. Rejects with a Nacked or a ConnectionLost. */
  request(message: object): Promise<ServerMessage> {
    return new Promise((resolve, reject) => {
      if (!this.ask(message, { done: resolve, failed: reject })) reject(new ConnectionLost());
    });
  }

  answered(answer: ServerMessage): void {
    const re = String(answer.re);
    const settle = this.#waiting.get(re);
    this.#waiting.delete(re);
    if (answer.type === 'ack') settle?.done(answer);
    else settle?.failed(nackedBy(answer));
  }

  lost(): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const settle of all) settle.failed(new ConnectionLost());
  }
}

function nackedBy({ code, msg, status }: ServerMessage): NackError {
  return new NackError(String(code ?? 'error'), String(msg ?? ''), typeof status === 'number' ? status : 0);
}
