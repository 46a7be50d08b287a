import { createCookieRenewals } from '../access/authentication/cookie-renewals.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import { feature } from '../feature.ts';
import type { JobLog } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import type { Settings } from '../settings.ts';
import type { SignInNeeds } from '../users/log-in.ts';
import { userLimitsOf } from '../users/user-limits.ts';
import { assertionExpiry } from './jobs/assertion-expiry.ts';
import { createOidcSignOn } from './oidc/sign-on.ts';
import { Pairings } from './pairings.ts';
import { pairingConfirmRoutes } from './routes/session/pairing/confirm.ts';
import { pairingRoutes } from './routes/session/pairing.ts';
import { sessionRoutes } from './routes/session.ts';
import { oidcCallbackRoutes } from './routes/users/login/oidc/callback.ts';
import { oidcRoutes } from './routes/users/login/oidc.ts';
import { samlCallbackRoutes } from './routes/users/login/saml/callback.ts';
import { samlMetadataRoutes } from './routes/users/login/saml/metadata.ts';
import { samlRoutes } from './routes/users/login/saml.ts';
import { createSamlSignOn } from './saml/sign-on.ts';

interface Needs extends SignInNeeds {
  readonly rules: Rules;
  readonly leases: Leases;
  readonly log: JobLog;
  /** `<semver> [<build id>]` */
  readonly version: string;
  readonly settings: SignInNeeds['settings'] & Pick<Settings, 'externalUrl' | 'mailOutboxDir' | 'wallSessionDays'>;
}

function make({ settings, ...needs }: Needs) {
  const outgoing = createOutgoing(needs.clock);
  const own = {
    externalUrl: settings.externalUrl,
    hasMailOutbox: settings.mailOutboxDir !== '',
    userLimits: userLimitsOf(settings),
    outgoing,
    cookies: createCookieRenewals(needs.clock),
  };
  const deps = { ...needs, ...own, settings };
  return { ...own, pairings: new Pairings(deps), oidc: createOidcSignOn(deps), saml: createSamlSignOn(deps) };
}

/** The session of a browser, walls that are paired, and signing on with an identity provider. */
export const signOn = feature({
  make,
  routes: (deps) => [
    ...sessionRoutes(deps),
    ...pairingRoutes(deps),
    ...pairingConfirmRoutes(deps),
    ...samlRoutes(deps),
    ...samlCallbackRoutes(deps),
    ...samlMetadataRoutes(deps),
    ...oidcRoutes(deps),
    ...oidcCallbackRoutes(deps),
  ],
  jobs: (deps) => [assertionExpiry(deps)],
  close: ({ outgoing }) => outgoing.close(),
});
