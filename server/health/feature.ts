import type { Rules } from '../access/authorization/rule-table.ts';
import { feature } from '../feature.ts';
import type { Health } from './health.ts';
import { liveRoutes } from './routes/healthz/live.ts';
import { readyRoutes } from './routes/healthz/ready.ts';

interface Needs {
  readonly rules: Rules;
  readonly health: Health;
}

/** Whether the process works. */
export const health = feature({ routes: (deps: Needs) => [...liveRoutes(deps), ...readyRoutes(deps)] });
