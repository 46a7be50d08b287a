import type { Rules } from '../access/authorization/rule-table.ts';
import type { Blobs } from '../assets/blobs.ts';
import type { DeletedFiles } from '../assets/deleted-files.ts';
import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { Health } from '../health/health.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Store } from '../store/store.ts';
import type { LogTail } from './log-tail.ts';
import { drainRoutes } from './routes/operate/drain.ts';
import { gcRoutes } from './routes/operate/gc.ts';
import { logLevelRoutes } from './routes/operate/log-level.ts';
import { logsRoutes } from './routes/operate/logs.ts';
import { usageRoutes } from './routes/operate/usage.ts';

interface Needs {
  readonly rules: Rules;
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly health: Health;
  readonly blobs: Blobs;
  readonly deletedFiles: DeletedFiles;
  readonly logTail: LogTail;
  readonly requireOwnFiles: () => Promise<void>;
  readonly holdFiles: () => Promise<(() => void) | undefined>;
}

/** What only whoever can open the data folder may ask, through its socket. */
export const operator = feature({
  routes: (deps: Needs) => [
    ...logsRoutes(deps),
    ...logLevelRoutes(deps),
    ...drainRoutes(deps),
    ...gcRoutes(deps),
    ...usageRoutes(deps),
  ],
});
