import type { MessageKind, MessageOf } from '../../model/displays/message.ts';
import { readMessage, requestId } from '../../model/displays/message.ts';
import type { Body } from '../../model/field.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import { requireScope } from '../access/narrowing.ts';
import type { Connection } from './connection.ts';
import { nackOf } from './deps.ts';
import type { Session } from './session.ts';

/** From where a message came. */
export interface Source {
  readonly session: Session;
  /** That on which it came: what is asked there is answered there. */
  readonly connection: Connection;
}

/** And one message as it was sent: the keys that were left out are not in it. */
export interface Received extends Source {
  readonly sent: Body;
}

/** What a handler adds to the `ack`. */
type Added = object | undefined | void;

/**
 * What is done with the messages of one kind. A Refusal that it throws becomes a `nack`. `now`: it is not put in line behind
 * earlier messages that are not done yet.
 */
export interface Handler {
  readonly kind: MessageKind;
  readonly now: boolean;
  readonly run: (message: never, from: Received, reply: Acknowledge) => Added | Promise<Added>;
}

/** Sends the `ack` now, before the handler is through. */
type Acknowledge = (added: object) => void;

export const handler = <K extends MessageKind>(
  kind: K,
  run: (message: MessageOf<K>, from: Received, reply: Acknowledge) => Added | Promise<Added>,
  { now = false } = {},
): Handler => ({ kind, run: run as Handler['run'], now });

/** A refusal that has a code of its own in a `nack`: `not_host`. */
export class Nacked extends Error {
  constructor(
    readonly code: string,
    readonly msg: string,
  ) {
    super(msg);
  }
}

/** More messages than this that are not done yet, and the peer is not read any more until they are. */
const WAITING_MAX = 64;

/** The messages of one connection, in their order: each is done before the next is begun. */
export class Inbox {
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #from: Source;
  readonly #fault: (cause: unknown) => void;
  readonly #waiting: Body[] = [];
  #isBusy = false;

  constructor(handlers: ReadonlyMap<string, Handler>, from: Source, fault: (cause: unknown) => void) {
    this.#handlers = handlers;
    this.#from = from;
    this.#fault = fault;
  }

  take(message: Body): void {
    if (this.#handlerOf(message)?.now) return void this.#handle(message).catch(this.#fault);
    this.#waiting.push(message);
    if (this.#waiting.length >= WAITING_MAX) this.#from.connection.pause();
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let message = this.#waiting.shift(); message; message = this.#waiting.shift()) {
      await this.#handle(message).catch(this.#fault);
      if (this.#waiting.length === 0) this.#from.connection.resume();
    }
    this.#isBusy = false;
  }

  #handlerOf({ type }: Body): Handler | undefined {
    return typeof type === 'string' ? this.#handlers.get(type) : undefined;
  }

  async #handle(message: Body): Promise<void> {
    const { session, connection } = this.#from;
    // What waited in line while the client was replaced, or lost its rights
    if (!session.listensTo(connection)) return;
    let id: string | undefined;
    const acknowledge: Acknowledge = (added) => {
      if (id !== undefined) connection.send({ type: 'ack', re: id, ...added });
      id = undefined;
    };
    try {
      id = requestId(message);
      const handler = this.#handlerOf(message);
      if (!handler)
        throw refuse.unsupported(`Unknown message ${typeof message.type === 'string' ? message.type.slice(0, 100) : ''}`);
      requireScope(session.owner.narrowing, handler.kind.scope ?? 'nothing');
      const from = { ...this.#from, sent: message };
      const added = await handler.run(readMessage(handler.kind, message) as never, from, acknowledge);
      acknowledge(added ?? {});
    } catch (cause) {
      if (id !== undefined) connection.send({ type: 'nack', re: id, ...told(cause) });
      if (!(cause instanceof Refusal || cause instanceof Nacked)) throw cause;
    }
  }
}

function told(cause: unknown): object {
  if (cause instanceof Nacked) return { code: cause.code, msg: cause.msg };
  const refusal = cause instanceof Refusal ? cause : refuse.internal();
  return { ...nackOf(refusal), status: refusal.status };
}
