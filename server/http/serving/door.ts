import type { RequestListener } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { Limits } from '../deps.ts';
import { createServerOfFew } from './few.ts';
import { type Listener, listenAtPath } from './listeners.ts';

/** A listener that only accounts of this machine can reach, by a file or a named pipe. */
export interface Door {
  /** Rejects when nothing can be made there. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

export function createDoor(limits: Limits, clock: Clock, run: RequestListener): Door {
  const server = createServerOfFew(limits, clock, run, 'Too many commands at a time');
  let listening: Listener | undefined;
  return {
    async open(path) {
      listening = await listenAtPath(server, path, limits, clock);
    },
    close: async () => listening?.stop(),
  };
}
