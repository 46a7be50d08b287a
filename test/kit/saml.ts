import { configure } from './configure.ts';
import type { Easel } from './easel.ts';
import { fingerprint, IDP, SP, TARGET, type Told } from './identity-provider.ts';

export const SITE = 'https://canvas.example';
export const ACS = `${SITE}/users/login/saml/callback`;

/** What an administrator sets, so that people sign in with the test's identity provider. */
export const samlOn = {
  external_url: SITE,
  'authentication.saml.enabled': true,
  'authentication.saml.idp_entity_id': IDP,
  'authentication.saml.idp_target_url': TARGET,
  'authentication.saml.idp_cert_finger_print': fingerprint,
  'authentication.saml.sp_entity_id': SP,
} as const;

export const enableSaml = (easel: Easel): Promise<void> => configure(easel, samlOn);

/** A response that fits, for somebody with this address. */
export const toldBy = (easel: Easel, email: string, other: Partial<Told> = {}): Told => ({
  acs: ACS,
  request: '_request1',
  now: easel.clock.now(),
  email,
  ...other,
});
