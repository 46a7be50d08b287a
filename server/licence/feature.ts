import { Licence } from '../../model/resources/licence.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { JobLog } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import type { Store } from '../store/store.ts';
import { licenceBehaviour } from './behaviours/licence.ts';
import { licenceWatch } from './jobs/licence-watch.ts';
import type { ServerLicence } from './licence.ts';
import { licenceActivationRoutes } from './routes/license/activate.ts';
import { licenceRequestRoutes } from './routes/license/request.ts';

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly leases: Leases;
  readonly log: JobLog;
  readonly serverLicence: ServerLicence;
  /** Asks again, within 1 s, whether open streams and displays keep their rights. */
  readonly askAgain: () => void;
}

/** The licence of the server: reading and installing it, and the watch over its end. */
export const licence = feature({
  behaviours: (deps: Needs) => [
    [Licence, { ...licenceBehaviour(deps), others: [...licenceRequestRoutes(deps), ...licenceActivationRoutes(deps)] }],
  ],
  jobs: (deps) => [licenceWatch(deps)],
});
