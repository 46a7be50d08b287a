import type { Clock } from '../clock.ts';
import { type Calls, NO_CALLS, NodeCalls } from '../nodes/calls.ts';
import { ALONE, joinNodes, lifeFor, type Membership } from '../nodes/membership.ts';
import type { Settings } from '../settings.ts';
import type { Bus, Registry } from '../store/store.ts';

interface Deps {
  /** Undefined: one process serves alone. */
  readonly registry: Registry | undefined;
  /** Undefined: nothing wakes other nodes, and they look for themselves. */
  readonly bus: Bus | undefined;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'clientGraceSeconds'>;
  readonly log: Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>;
}

/** The nodes of the installation, and the ways to call and to tell the others. */
interface Installation {
  readonly nodes: Membership;
  readonly calls: Calls;
  readonly bus: Bus | undefined;
  readonly close: () => Promise<void>;
}

/** Rejects while the database of several nodes cannot be reached. */
export async function joinInstallation({ registry, bus, clock, log, settings }: Deps): Promise<Installation> {
  if (!registry) return { nodes: ALONE, calls: NO_CALLS, bus, close: ALONE.close };
  const nodes = await joinNodes({ registry, clock, lifeMs: lifeFor(settings.clientGraceSeconds), log });
  const fault = (cause: unknown): void => log.error({ err: cause }, 'another node gets no answer');
  const calls = new NodeCalls({ nodes, registry, bus, clock, fault });
  const close = async (): Promise<void> => {
    calls.close();
    await nodes.close();
  };
  return { nodes, calls, bus, close };
}
