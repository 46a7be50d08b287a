import type { View } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { configValue, samlCallback } from '../../../model/resources/config/server-config.ts';
import { noAddress } from '../refusals.ts';
import type { ResponseExpectation } from './response.ts';

/** What server-config says of SAML, complete. */
export interface SamlSetup extends ResponseExpectation {
  /** `idp_target_url` */
  readonly target: string;
  /** Null: the identity provider chooses. */
  readonly nameIdFormat: string | null;
  readonly groupAttribute: string;
}

/** 403 while SAML is not enabled, 409 while the server has no address. `startUp`: the setting. */
export function samlSetup(view: View, startUp: string): SamlSetup {
  const setup = {
    ...serviceProvider(view, startUp),
    issuer: configValue(view, 'authentication.saml.idp_entity_id'),
    fingerprint: configValue(view, 'authentication.saml.idp_cert_finger_print'),
    target: configValue(view, 'authentication.saml.idp_target_url'),
    groupAttribute: configValue(view, 'authentication.saml.group_attribute'),
  };
  const isComplete =
    setup.issuer !== '' && setup.fingerprint !== '' && /^https?:/.test(setup.target) && URL.canParse(setup.target);
  if (!isComplete || !configValue(view, 'authentication.saml.enabled')) {
    throw refuse.forbidden('Sign-in using SAML is not enabled');
  }
  return addressed(setup);
}

export type ServiceProvider = Pick<SamlSetup, 'audience' | 'recipient' | 'nameIdFormat'>;

/** What an identity provider must know of this server, whether SAML is enabled yet or not. 409 while the server has no address. */
export const samlServiceProvider = (view: View, startUp: string): ServiceProvider => addressed(serviceProvider(view, startUp));

const serviceProvider = (view: View, startUp: string): ServiceProvider => ({
  audience: configValue(view, 'authentication.saml.sp_entity_id'),
  recipient: samlCallback(view, startUp),
  nameIdFormat: configValue(view, 'authentication.saml.name_id_format') || null,
});

function addressed<T extends ServiceProvider>(provider: T): T {
  if (provider.recipient !== '') return provider;
  throw noAddress();
}
