import type { IDToken } from 'openid-client';
import { OidcFault } from './fault.ts';
import { type Claims, isComplete } from './identity.ts';
import { faultOf } from './library-faults.ts';
import { type OidcProvider, TOLERANCE_SECONDS } from './provider.ts';
import type { OidcSettings } from './settings.ts';

/** What a browser keeps between the beginning and the end of a sign-on. */
export interface Secrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * Exchanges the code in the answer of a provider for what it says of the person (OpenID Connect Core 1.0, section 3.1.3). The library
 * checks state, issuer, the signature of the token, its issuer, audience, expiry and nonce. Rejects with an OidcFault.
 *
 * @param answer the parameters with which the browser came back
 * @param now milliseconds since 1970
 */
export async function redeem(
  provider: OidcProvider,
  settings: OidcSettings,
  answer: Readonly<Record<string, string>>,
  { state, nonce, verifier }: Secrets,
  now: number,
): Promise<Claims> {
  const { library, configuration, hasUserInfo } = provider;
  const address = new URL(settings.redirectUri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  try {
    const tokens = await library.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    checkFurther(claims, settings.clientId, now);
    if (isComplete(claims, settings.groupClaim) || !hasUserInfo) return claims;
    const told: Claims = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // What the token says counts more, because it is signed; `email_verified` counts only beside the address that it is about
    const { email_verified } = claims.email === undefined ? told : claims;
    return { ...told, ...claims, email_verified };
  } catch (cause) {
    throw faultOf(cause);
  }
}

/** What the library leaves to its users: for whom the token was made when it says so, and that it was not made in the future. */
function checkFurther({ azp, iat }: IDToken, clientId: string, now: number): void {
  if (azp !== undefined && azp !== clientId) throw new OidcFault('audience', 'the token was made for another client');
  if (iat > now / 1000 + TOLERANCE_SECONDS) throw new OidcFault('not yet valid', 'the token was issued in the future');
}
