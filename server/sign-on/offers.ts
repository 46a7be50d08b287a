import type { View } from '../../model/hooks.ts';
import { configValue, externalOrigin } from '../../model/resources/server-config.ts';

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
  readonly registration: boolean;
  readonly password_reset: boolean;
}

/** An identity provider sends browsers back to the external address, so without one no sign-on can begin. */
export function offersOf(view: View, { externalUrl, hasMailOutbox }: OfferDeps): Offers {
  const password = configValue(view, 'authentication.password.enabled');
  const isAddressed = externalOrigin(view, externalUrl) !== '';
  const sendsMail = hasMailOutbox || configValue(view, 'email.smtp_host') !== '';
  return {
    password,
    saml: isAddressed && configValue(view, 'authentication.saml.enabled'),
    oidc: isAddressed && configValue(view, 'authentication.oidc.enabled'),
    registration: password && configValue(view, 'authentication.password.sign_up_enabled'),
    password_reset: password && sendsMail,
  };
}
