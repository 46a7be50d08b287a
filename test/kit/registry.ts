import type { Clock } from '../../server/clock.ts';
import {
  MESSAGE_KEPT_MS,
  refuseUnfitMessage,
  tooManyMessages,
  WAITING_BYTES,
  WAITING_MESSAGES,
} from '../../server/store/nodes/message-limits.ts';
import type { NodeMessage, Registry } from '../../server/store/nodes/registry.ts';

/** The registry of an installation whose nodes are in one process: give all of them this one, and the clock that they run by. */
export interface MemoryRegistry extends Registry {
  /** True: the database cannot be reached, and every method rejects. */
  isAway: boolean;
}

interface Lease {
  readonly node: string;
  readonly until: number;
}

export function memoryRegistry(clock: Pick<Clock, 'steady'>): MemoryRegistry {
  const nodes = new Map<string, number>();
  const leases = new Map<string, Lease>();
  let messages: { readonly message: NodeMessage; readonly at: number }[] = [];

  const isThere = (until: number): boolean => until > clock.steady();
  const waitFor = (to: string): NodeMessage[] => messages.flatMap(({ message }) => (message.to === to ? [message] : []));
  const removeMessages = (goes: (message: NodeMessage) => boolean): void => {
    messages = messages.filter(({ message, at }) => isThere(at + MESSAGE_KEPT_MS) && !goes(message));
  };

  const methods: Registry = {
    async beat(node, ms) {
      nodes.set(node, clock.steady() + ms);
      for (const [id, until] of nodes) if (!isThere(until) && id !== node) nodes.delete(id);
      return [...nodes.keys()].sort();
    },
    async leave(node) {
      nodes.delete(node);
      for (const [name, lease] of leases) if (lease.node === node) leases.delete(name);
      removeMessages(({ to }) => to === node);
    },
    async lease(name, node, ms) {
      const held = leases.get(name);
      if (held && held.node !== node && isThere(held.until)) return false;
      leases.set(name, { node, until: clock.steady() + ms });
      return true;
    },
    async post(sent) {
      for (const message of sent) refuseUnfitMessage(message);
      removeMessages(() => false);
      for (const to of new Set(sent.map((message) => message.to))) {
        const waiting = [...waitFor(to), ...sent.filter((message) => message.to === to)];
        if (waiting.length > WAITING_MESSAGES || bytesOf(waiting) > WAITING_BYTES) throw tooManyMessages();
      }
      for (const message of sent) messages.push({ message, at: clock.steady() });
    },
    async fetch(node) {
      removeMessages(() => false);
      const taken = waitFor(node);
      removeMessages(({ to }) => to === node);
      return taken;
    },
  };
  return reachable(methods);
}

const bytesOf = (messages: readonly NodeMessage[]): number =>
  messages.reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0);

/** Asks and answers in turns of their own, as a database does. */
function reachable(methods: Registry): MemoryRegistry {
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    await Promise.resolve();
    if (registry.isAway) throw new Error('the database cannot be reached');
    return ask();
  };
  const registry: MemoryRegistry = {
    isAway: false,
    beat: (node, ms) => asked(() => methods.beat(node, ms)),
    leave: (node) => asked(() => methods.leave(node)),
    lease: (name, node, ms) => asked(() => methods.lease(name, node, ms)),
    post: (messages) => asked(() => methods.post(messages)),
    fetch: (node) => asked(() => methods.fetch(node)),
  };
  return registry;
}
