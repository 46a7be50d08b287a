import { Refusal, refuse } from '../../model/refusal.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Bus, NodeMessage, Registry } from '../store/store.ts';
import type { Membership } from './membership.ts';

/** The node that was asked is not the one that can answer. */
export class WrongNode extends Error {}

/** Answers the calls of other nodes with a value that JSON can express. Rejects with a Refusal, which is passed on as it is, or with `WrongNode`. */
export type Answerer = (asked: unknown, ms: number) => Promise<unknown>;

/** What nodes ask of each other, one at a time and each with an answer. */
export interface Calls {
  /** Sets the function that answers the calls of other nodes. */
  answer(by: Answerer): void;
  /**
   * Asks another node, which has `ms` milliseconds to do it. Resolves with its answer when it is done; rejects with the refusal of the other node,
   * with `WrongNode` when that is not the right one or is gone, with 500 when it does not answer in time, and with 503 while the
   * database cannot be reached.
   */
  ask(node: string, what: unknown, ms: number): Promise<unknown>;
  /** Ends the calls to other nodes for which this holds: they reject with `WrongNode`. */
  moved(isMoved: (node: string, what: unknown) => boolean): void;
  close(): void;
}

/** Alone there is nobody to ask. */
export const NO_CALLS: Calls = {
  answer: () => undefined,
  ask: () => Promise.reject(new WrongNode()),
  moved: () => undefined,
  close: () => undefined,
};

interface Deps {
  readonly nodes: Pick<Membership, 'id' | 'isGone' | 'onTurn'>;
  readonly registry: Pick<Registry, 'post' | 'fetch'>;
  /** Undefined: messages are only looked for. */
  readonly bus: Pick<Bus, 'send' | 'listen'> | undefined;
  readonly clock: Clock;
  readonly fault: (cause: unknown) => void;
}

/** Milliseconds between two looks for messages that the bus did not announce: it may lose an announcement, and may be away. */
const LOOK_MS = 1_000;
/** The other node has its own clock for the time-out and reports the outcome; the caller waits this much longer. */
const LATE_MS = 250;
/**
 * Calls that wait for an answer; more are refused.
 * @bound Calls to other nodes that wait for an answer: a further call is refused.
 */
const WAITING_MAX = 1_000;

interface PendingCall {
  readonly node: string;
  readonly what: unknown;
  readonly timer: Timer;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

type Outcome =
  | { readonly done: true; readonly answer?: unknown }
  | { readonly moved: true }
  | { readonly refused: RefusalMessage };

interface RefusalMessage {
  readonly name: string;
  readonly status: number;
  readonly msg: string;
}

type CallMessage =
  | { readonly ask: string; readonly what: unknown; readonly ms: number }
  | { readonly re: string; readonly outcome: Outcome };

/** Longer than any time-out of a command; a timer could not take everything. */
const ASKED_MS_MAX = 3_600_000;

export class NodeCalls implements Calls {
  readonly #deps: Deps;
  readonly #waiting = new Map<string, PendingCall>();
  readonly #stops: readonly (() => void)[];
  #posting: NodeMessage[] = [];
  #posted: Promise<void> | undefined;
  #fetching = false;
  #again = false;
  #isClosed = false;
  #number = 0;
  #answerer: Answerer = () => Promise.reject(new WrongNode());

  constructor(deps: Deps) {
    const { bus, clock, nodes } = deps;
    this.#deps = deps;
    const look = clock.every(LOOK_MS, () => this.#fetch());
    this.#stops = [
      bus?.listen('messages', (text) => {
        if (text === nodes.id) this.#fetch();
      }) ?? (() => undefined),
      nodes.onTurn(() => this.moved((node) => nodes.isGone(node))),
      () => look.cancel(),
    ];
  }

  answer(by: Answerer): void {
    this.#answerer = by;
  }

  ask(node: string, what: unknown, ms: number): Promise<unknown> {
    if (this.#waiting.size >= WAITING_MAX) return Promise.reject(refuse.unavailable('Too many commands wait for other nodes'));
    const id = String(++this.#number);
    return new Promise((resolve, reject) => {
      const timer = this.#deps.clock.after(ms + LATE_MS, () => this.#take(id)?.reject(refuse.noResponse()));
      this.#waiting.set(id, { node, what, timer, resolve, reject });
      this.#post(node, { ask: id, what, ms }).catch(() =>
        this.#take(id)?.reject(refuse.unavailable('The database cannot be reached')),
      );
    });
  }

  moved(isMoved: (node: string, what: unknown) => boolean): void {
    for (const [id, { node, what }] of [...this.#waiting]) if (isMoved(node, what)) this.#take(id)?.reject(new WrongNode());
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(refuse.unavailable('The server is ending'));
  }

  /** The call is waited for no more; undefined: it was not. */
  #take(id: string): PendingCall | undefined {
    const waiting = this.#waiting.get(id);
    waiting?.timer.cancel();
    this.#waiting.delete(id);
    return waiting;
  }

  /** The messages of one turn leave together. */
  #post(to: string, message: CallMessage): Promise<void> {
    this.#posting.push({ from: this.#deps.nodes.id, to, text: JSON.stringify(message) });
    this.#posted ??= Promise.resolve().then(async () => {
      const messages = this.#posting;
      this.#posting = [];
      this.#posted = undefined;
      await this.#deps.registry.post(messages);
      for (const node of new Set(messages.map(({ to }) => to))) this.#deps.bus?.send('messages', node);
    });
    return this.#posted;
  }

  #fetch(): void {
    this.#again = this.#fetching;
    if (this.#fetching || this.#isClosed) return;
    this.#fetching = true;
    const { registry, nodes } = this.#deps;
    registry
      .fetch(nodes.id)
      .then((messages) => {
        for (const message of messages) this.#read(message);
      })
      // The next look is in a second
      .catch(() => undefined)
      .finally(() => {
        this.#fetching = false;
        if (this.#again) this.#fetch();
      });
  }

  #read({ from, text }: NodeMessage): void {
    const message = readMessage(text);
    if (!message) this.#deps.fault(new Error(`a message of the node ${from} cannot be read: do all nodes run the same version?`));
    else if ('re' in message) this.#settle(message.re, from, message.outcome);
    else
      outcomeOf(() => this.#answerer(message.what, message.ms), this.#deps.fault)
        .then((outcome) => this.#post(from, { re: message.ask, outcome }))
        // Whoever asked waits for its time-out
        .catch(this.#deps.fault);
  }

  #settle(id: string, from: string, outcome: Outcome): void {
    if (this.#waiting.get(id)?.node !== from) return;
    const waiting = this.#take(id)!;
    if ('done' in outcome) waiting.resolve(outcome.answer);
    else if ('moved' in outcome) waiting.reject(new WrongNode());
    else waiting.reject(new Refusal(outcome.refused.name, outcome.refused.status, outcome.refused.msg));
  }
}

/** Undefined: it makes no sense here, such as that of another version. */
function readMessage(text: string): CallMessage | undefined {
  try {
    const { ask, what, ms, re, outcome } = JSON.parse(text);
    if (typeof re === 'string') return isOutcome(outcome) ? { re, outcome } : undefined;
    const isAsked = typeof ask === 'string' && typeof what === 'object' && what !== null && ms > 0 && ms <= ASKED_MS_MAX;
    return isAsked ? { ask, what, ms: Number(ms) } : undefined;
  } catch {
    return undefined;
  }
}

function isOutcome(outcome: unknown): outcome is Outcome {
  if (typeof outcome !== 'object' || outcome === null) return false;
  if (!('refused' in outcome)) return 'done' in outcome || 'moved' in outcome;
  const { name, status, msg } = (outcome.refused ?? {}) as Partial<Record<string, unknown>>;
  const isStatus = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
  return typeof name === 'string' && isStatus && typeof msg === 'string';
}

async function outcomeOf(work: () => Promise<unknown>, fault: (cause: unknown) => void): Promise<Outcome> {
  try {
    return { done: true, answer: await work() };
  } catch (cause) {
    if (cause instanceof WrongNode) return { moved: true };
    if (!(cause instanceof Refusal)) fault(cause);
    const { name, status, message } = cause instanceof Refusal ? cause : refuse.internal();
    return { refused: { name, status, msg: message } };
  }
}
