import type { View } from '../../model/hooks.ts';
import { configValue, externalOrigin } from '../../model/resources/config/server-config.ts';

export interface OfferDeps {
  /** The setting with which the server started. */
  readonly externalUrl: string;
  /** Mails are written to a folder while there is no SMTP server. */
  readonly hasMailOutbox: boolean;
}

/** The ways in that the server offers now. */
export interface Offers {
  readonly password: boolean;
  readonly saml: boolean;
  readonly oidc: boolean;
  /** What the provider is called; empty: it has no name, or is not offered. */
  readonly oidc_name: string;
  readonly registration: boolean;
  readonly password_reset: boolean;
}

/** An identity provider sends browsers back to the external address, so without one no sign-on can begin. */
export function offersOf(view: View, { externalUrl, hasMailOutbox }: OfferDeps): Offers {
  const password = configValue(view, 'authentication.password.enabled');
  const isAddressed = externalOrigin(view, externalUrl) !== '';
  const oidc = isAddressed && configValue(view, 'authentication.oidc.enabled');
  const sendsMail = hasMailOutbox || configValue(view, 'email.smtp_host') !== '';
  return {
    password,
    saml: isAddressed && configValue(view, 'authentication.saml.enabled'),
    oidc,
    oidc_name: oidc ? configValue(view, 'authentication.oidc.name') : '',
    registration: password && configValue(view, 'authentication.password.sign_up_enabled'),
    password_reset: password && sendsMail,
  };
}
