import type { clientMessages } from '../../../model/displays/index.ts';
import type { MessageKind, MessageOf } from '../../../model/displays/message.ts';
import { readMessage, requestId } from '../../../model/displays/message.ts';
import type { Body } from '../../../model/field.ts';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { requireScope } from '../../access/narrowing.ts';
import { nackOf } from '../deps.ts';
import type { Connection } from '../socket/connection.ts';
import type { ClientSession } from './client-session.ts';

/** The place where a message came from. */
export interface MessageSource {
  readonly session: ClientSession;
  /** The connection on which the message came: answers go there. */
  readonly connection: Connection;
}

/** And one message as it was sent: the keys that were left out are not in it. */
export interface ReceivedMessage extends MessageSource {
  readonly sent: Body;
}

/** What a handler adds to the `ack`. */
type AckFields = object | undefined | void;

/**
 * What is done with the messages of one kind. A Refusal that it throws becomes a `nack`. `now`: it is not put in line behind
 * earlier messages that are not done yet.
 */
export interface Handler<T extends string = string> {
  readonly kind: MessageKind<T>;
  readonly now: boolean;
  /** The share of what a connection may ask for in a second; a simple message costs 1. */
  readonly cost: number;
  readonly run: (message: never, from: ReceivedMessage, reply: Acknowledge) => AckFields | Promise<AckFields>;
}

/** Messages that a connection takes itself: the greeting and the heartbeat. */
type Taken = 'hello' | 'beat';

/** A handler for every message that a client may send; one that is missing does not compile. */
export type Handlers = {
  readonly [T in Exclude<(typeof clientMessages)[number]['type'], Taken>]: Handler<T>;
};

/** Sends the `ack` now, before the handler is through. */
type Acknowledge = (added: object) => void;

/** What a commit costs, and a commit that waits for the disk. */
export const COMMIT_COST = 2;
export const DISK_COST = 5;

export const handler = <K extends MessageKind>(
  kind: K,
  run: (message: MessageOf<K>, from: ReceivedMessage, reply: Acknowledge) => AckFields | Promise<AckFields>,
  { now = false, cost = 1 } = {},
): Handler<K['type']> => ({ kind: kind as MessageKind<K['type']>, run: run as Handler['run'], now, cost });

/** A refusal that has a code of its own in a `nack`: `not_host`. */
export class NackError extends Error {
  constructor(
    readonly code: string,
    readonly msg: string,
  ) {
    super(msg);
  }
}

/** More messages than this that are not done yet, and no other is taken until they are. */
const WAITING_MAX = 16;

interface QueuedMessage {
  readonly message: Body;
  readonly done: () => void;
}

/** The messages of one connection, in their order: each is done before the next is begun. */
export class Inbox {
  readonly #handlers: Readonly<Record<string, Handler>>;
  readonly #from: MessageSource;
  readonly #fault: (cause: unknown) => void;
  readonly #waiting: QueuedMessage[] = [];
  #isBusy = false;

  constructor(handlers: Handlers, from: MessageSource, fault: (cause: unknown) => void) {
    this.#handlers = handlers;
    this.#from = from;
    this.#fault = fault;
  }

  /** `done` is called when nothing of the message is needed any more. */
  take(message: Body, done: () => void): void {
    const handler = this.#handlerOf(message);
    // The message itself is paid for already
    if (handler && handler.cost > 1 && !this.#from.connection.charge(handler.cost - 1)) return done();
    if (handler?.now) return void this.#handle(message).catch(this.#fault).finally(done);
    this.#waiting.push({ message, done });
    if (this.#waiting.length >= WAITING_MAX) this.#from.connection.hold();
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      await this.#handle(next.message).catch(this.#fault);
      next.done();
      if (this.#waiting.length === 0) this.#from.connection.go();
    }
    this.#isBusy = false;
  }

  #handlerOf({ type }: Body): Handler | undefined {
    return typeof type === 'string' && Object.hasOwn(this.#handlers, type) ? this.#handlers[type] : undefined;
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
      if (id !== undefined) connection.send({ type: 'nack', re: id, ...refusalOf(cause) });
      if (!(cause instanceof Refusal || cause instanceof NackError)) throw cause;
    }
  }
}

function refusalOf(cause: unknown): object {
  if (cause instanceof NackError) return { code: cause.code, msg: cause.msg };
  const refusal = cause instanceof Refusal ? cause : refuse.internal();
  return { ...nackOf(refusal), status: refusal.status };
}
