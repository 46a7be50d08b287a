import type { View } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { configValue, externalOrigin } from '../../../model/resources/config/server-config.ts';
import { noAddress } from '../refusals.ts';

/** How this server is known to the provider. */
export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
  /** Empty: none, as that of a public client. */
  readonly clientSecret: string;
}

export interface OidcSettings extends OidcClient {
  readonly scopes: string;
  /** Empty: no groups are read. */
  readonly groupClaim: string;
  /** Does an address of which the provider does not say whether it was verified link an account that is there? */
  readonly trustsEmails: boolean;
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string;
}

export const startPath = '/users/login/oidc';

/** What is in force now. 403 when it is off; 409 without an address of this server. `externalUrl`: the start-up setting. */
export function oidcSettings(view: View, externalUrl: string): OidcSettings {
  if (!configValue(view, 'authentication.oidc.enabled')) throw refuse.forbidden('Sign-in using OpenID Connect is not enabled');
  const origin = externalOrigin(view, externalUrl);
  if (origin === '') throw noAddress();
  return {
    issuer: configValue(view, 'authentication.oidc.issuer'),
    clientId: configValue(view, 'authentication.oidc.client_id'),
    clientSecret: configValue(view, 'authentication.oidc.client_secret'),
    scopes: configValue(view, 'authentication.oidc.scopes'),
    groupClaim: configValue(view, 'authentication.oidc.group_claim'),
    trustsEmails: configValue(view, 'authentication.oidc.trust_emails'),
    redirectUri: `${origin}${startPath}/callback`,
  };
}
