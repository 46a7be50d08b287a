import { refuse } from '../../refusal.ts';
import type { ConfigPath, ConfigValue } from './config-settings.ts';

/** The value that would be in force. */
export type ConfigReader = <P extends ConfigPath>(path: P) => ConfigValue<P>;

/** What a way of signing on cannot do without. */
const needed = {
  'authentication.saml.enabled': [
    'authentication.saml.idp_entity_id',
    'authentication.saml.idp_target_url',
    'authentication.saml.idp_cert_finger_print',
  ],
  'authentication.oidc.enabled': ['authentication.oidc.issuer', 'authentication.oidc.client_id'],
} as const satisfies Partial<Record<ConfigPath, readonly ConfigPath[]>>;

const methods = ['authentication.password.enabled', 'authentication.saml.enabled', 'authentication.oidc.enabled'] as const;

/** Refuses values that are right one by one but wrong together (interface/auth 8.2). */
export function refuseWrongConfig(value: ConfigReader): void {
  for (const method of Object.keys(needed) as (keyof typeof needed)[]) {
    const missing = value(method) ? needed[method].find((path) => value(path) === '') : undefined;
    if (missing !== undefined) throw refuse.invalid(`${missing} must not be empty while ${method} is true`);
  }
  if (!methods.some((method) => value(method))) throw refuse.conflict('At least one sign-in method must stay enabled');
}
