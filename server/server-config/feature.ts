import { ServerConfig } from '../../model/resources/config/server-config.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/store.ts';
import { serverConfigBehaviour } from './behaviours/server-config.ts';
import { reloadCertsRoutes } from './routes/server-config/reload-certs.ts';
import { sendTestEmailRoutes } from './routes/server-config/send-test-email.ts';
import { serverInfoRoutes } from './routes/server-info.ts';

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly mailer: Mailer;
  /** `<semver> [<build id>]` */
  readonly version: string;
  readonly settings: Pick<Settings, 'externalUrl'>;
  /** Throws the refusal when TLS is off, and an error with one sentence when the files cannot be used. */
  readonly reloadCertificates: () => void;
}

/** What the server says of itself, and what administrators set while it runs. */
export const serverConfig = feature({
  behaviours: (deps: Needs) => {
    const others = [...reloadCertsRoutes(deps), ...sendTestEmailRoutes(deps)];
    return [[ServerConfig, { ...serverConfigBehaviour({ ...deps, externalUrl: deps.settings.externalUrl }), others }]];
  },
  routes: (deps) => serverInfoRoutes(deps),
});
