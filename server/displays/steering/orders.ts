import type { Ask, Commander } from '../../../model/displays/commands.ts';
import { refuse } from '../../../model/refusal.ts';
import { CLIENTS, Client } from '../../../model/resources/displays/client.ts';
import { WrongNode } from '../../nodes/calls.ts';
import { type Author, DIRECTORY, type Transaction } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { AppliedValues } from '../session/commands.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { type CountCommand, createCommandMetrics } from './command-metrics.ts';
import { applyApplied } from './updates.ts';

/** What somebody who may asks of a client, with what is needed to do it on the node that has the client. */
export interface Order {
  readonly client: string;
  readonly ask: Ask;
  readonly by: Commander;
  readonly author: Author;
  /** The line of the audit log; undefined: there is none. */
  readonly audited: { readonly action: string; readonly details: Readonly<Record<string, unknown>> } | undefined;
}

/** What a workspace or an output was when an order was done. Another order may have changed it since. */
export interface OrderOutcome {
  /** The form in which those see it who may see what is open. */
  readonly shown: string;
  /** The canvas that is open, or whose anchor an output shows; `''`: none that is known. */
  readonly canvas: string;
}

interface Deps extends DisplayDeps {
  readonly sessions: SessionsByClient;
}

/** Tells orders from the other requests of nodes. */
export const isOrder = (what: unknown): what is Order => typeof what === 'object' && what !== null && 'client' in what;

/**
 * The check only keeps orders of another version from breaking anything: whoever writes to the database of all may do anything.
 */
function isWhole(asked: unknown): asked is Order {
  if (!isOrder(asked)) return false;
  const { client, ask, by, author, audited } = asked as Partial<Order>;
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
  const isSaid = audited === undefined || (typeof audited?.action === 'string' && isObject(audited.details));
  return typeof client === 'string' && typeof ask?.op === 'string' && isObject(by) && isObject(author) && isSaid;
}

/** Undefined: a node of another version does not say it. */
function readDone(answer: unknown): OrderOutcome | undefined {
  const { shown, canvas } = (answer ?? {}) as Partial<OrderOutcome>;
  return typeof shown === 'string' && typeof canvas === 'string' ? { shown, canvas } : undefined;
}

/** Orders to clients, on whichever node these are. */
export class Orders {
  readonly #deps: Deps;
  readonly #count: CountCommand;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#count = createCommandMetrics(deps.metrics);
    deps.calls.answer(async (asked, ms) => {
      if (!isWhole(asked)) throw refuse.unsupported('The node of the client does not understand this');
      return this.#asked(asked, Math.min(ms, deps.settings.clientCommandTimeoutMs));
    });
  }

  /**
   * Resolves when the client has done it, and that is written, with what was written. Rejects with the refusals of interface/streaming 3.6. A client that goes
   * on from another node meanwhile is asked there, within the same time-out.
   */
  carryOut(order: Order): Promise<OrderOutcome | undefined> {
    return this.#count(this.#carryOut(order));
  }

  async #carryOut(order: Order): Promise<OrderOutcome | undefined> {
    const { sessions, store, nodes, calls, clock, settings } = this.#deps;
    const deadline = clock.steady() + settings.clientCommandTimeoutMs;
    for (;;) {
      const left = deadline - clock.steady();
      const session = sessions.get(order.client);
      const node = session ? nodes.id : store.seen(CLIENTS)?.get(Client, order.client)?.node;
      if (node === undefined || (!session && node === nodes.id) || left <= 0) throw refuse.clientOffline();
      try {
        return await (session ? this.#here(session, order, left) : calls.ask(node, order, left).then(readDone));
      } catch (cause) {
        if (!(cause instanceof WrongNode)) throw cause;
      }
      // Where it is now
      await store.load(CLIENTS);
    }
  }

  /** Another node believes that the client is here. */
  async #asked(order: Order, ms: number): Promise<OrderOutcome | undefined> {
    const { sessions, store, nodes } = this.#deps;
    // The client may just be saying hello
    await sessions.inTurn(order.client, async () => undefined);
    const session = sessions.get(order.client);
    if (session) return this.#here(session, order, ms);
    const node = store.seen(CLIENTS)?.get(Client, order.client)?.node;
    throw node === undefined || node === nodes.id ? refuse.clientOffline() : new WrongNode();
  }

  /** Asks, waits, and writes what the client applied, with a line of the audit log where there is to be one. */
  async #here(session: ClientSession, order: Order, ms: number): Promise<OrderOutcome | undefined> {
    const { ask, by, author, audited } = order;
    const installation = session.client?.installation_name ?? '';
    const besides = (tx: Transaction): void => {
      if (!audited) return;
      const target = { target_type: 'client', target_id: session.clientId, target_name: installation };
      tx.audit({ action: audited.action, ...target, details: audited.details });
    };
    const scopes = audited ? [DIRECTORY] : [];
    let done: OrderOutcome | undefined;
    const apply = async (applied: AppliedValues): Promise<void> => {
      done = await applyApplied(this.#deps, session, ask, applied, { scopes, author, besides });
    };
    await session.ask(ask, by, apply, ms);
    return done;
  }
}
