import { type Refusal, refuse } from '../../../model/refusal.ts';
import { notBegunHere } from '../refusals.ts';

/** Why a sign-on is refused: for the audit log. The log of the server also says what was found. */
export type OidcReason =
  | 'provider unavailable'
  | 'provider not usable'
  | 'provider refused'
  | 'not begun here'
  | 'response'
  | 'code'
  | 'token'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'expired'
  | 'not yet valid'
  | 'subject'
  | 'e-mail';

/** A sign-on that proves nothing. Its message holds no token and no claim, because it is logged; the person is told neither. */
export class OidcFault extends Error {
  constructor(
    readonly reason: OidcReason,
    message: string,
  ) {
    super(message);
  }
}

const refusals: Readonly<Partial<Record<OidcReason, () => Refusal>>> = {
  'provider unavailable': () => refuse.unavailable('The identity provider cannot be reached: try again in a moment'),
  'provider not usable': () => refuse.conflict('The identity provider is not set up as this server needs it'),
  'not begun here': notBegunHere,
  'e-mail': () => refuse.forbidden('The identity provider tells no e-mail address that it has verified'),
};

/** What the person is told. */
export const refusalOf = ({ reason }: OidcFault): Refusal => (refusals[reason] ?? refuse.unproven)();
