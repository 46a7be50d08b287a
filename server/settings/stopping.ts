import type { Setting } from './read.ts';
import { integer } from './types.ts';

/** How a server ends. */
export const stoppingSettings = {
  drainSeconds: {
    name: 'EASEL_DRAIN_SECONDS',
    group: 'Listening',
    type: integer(0, 3600),
    default: 0,
    unit: 'seconds',
    why: 'How long the server goes on serving after SIGTERM or SIGINT, while `/healthz/ready` already answers 503. Behind a balancer, set it to the time in which the balancer notices that, so that nobody meets a closed port; give the service manager 10 seconds more before it kills. A second signal ends the wait. 0: it ends at once.',
  },
} as const satisfies Record<string, Setting<number>>;
