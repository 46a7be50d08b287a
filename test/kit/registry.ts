import type { Clock } from '../../server/clock.ts';
import {
  MAIL_KEPT_MS,
  refuseUnfitMail,
  tooMuchMail,
  WAITING_BYTES,
  WAITING_MAILS,
} from '../../server/store/nodes/mail-limits.ts';
import type { Mail, Registry } from '../../server/store/nodes/registry.ts';

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
  let mails: { readonly mail: Mail; readonly at: number }[] = [];

  const isThere = (until: number): boolean => until > clock.steady();
  const waitFor = (to: string): Mail[] => mails.flatMap(({ mail }) => (mail.to === to ? [mail] : []));
  const removeMail = (goes: (mail: Mail) => boolean): void => {
    mails = mails.filter(({ mail, at }) => isThere(at + MAIL_KEPT_MS) && !goes(mail));
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
      removeMail(({ to }) => to === node);
    },
    async lease(name, node, ms) {
      const held = leases.get(name);
      if (held && held.node !== node && isThere(held.until)) return false;
      leases.set(name, { node, until: clock.steady() + ms });
      return true;
    },
    async post(sent) {
      for (const mail of sent) refuseUnfitMail(mail);
      removeMail(() => false);
      for (const to of new Set(sent.map((mail) => mail.to))) {
        const waiting = [...waitFor(to), ...sent.filter((mail) => mail.to === to)];
        if (waiting.length > WAITING_MAILS || bytesOf(waiting) > WAITING_BYTES) throw tooMuchMail();
      }
      for (const mail of sent) mails.push({ mail, at: clock.steady() });
    },
    async fetch(node) {
      removeMail(() => false);
      const taken = waitFor(node);
      removeMail(({ to }) => to === node);
      return taken;
    },
  };
  return reachable(methods);
}

const bytesOf = (mails: readonly Mail[]): number => mails.reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0);

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
    post: (mails) => asked(() => methods.post(mails)),
    fetch: (node) => asked(() => methods.fetch(node)),
  };
  return registry;
}
