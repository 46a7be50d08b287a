import { quoted } from '../../../model/refusal.ts';

/** Why a response is refused: for the audit log. The log of the server also says what was found. */
export type SamlReason =
  | 'not begun here'
  | 'not readable'
  | 'too large'
  | 'encrypted'
  | 'status'
  | 'assertions'
  | 'signature'
  | 'algorithm'
  | 'certificate'
  | 'issuer'
  | 'audience'
  | 'conditions'
  | 'recipient'
  | 'destination'
  | 'request'
  | 'not yet valid'
  | 'expired'
  | 'replayed'
  | 'subject'
  | 'e-mail';

/** A response that proves nothing. Whoever sent it is told only that. */
export class SamlFault extends Error {
  constructor(
    readonly reason: SamlReason,
    message: string,
  ) {
    super(message);
  }
}

/** `the audience is "x" and must be y`. The values may be anybody's, so of a long one only the beginning is told. */
export const mismatch = (reason: SamlReason, what: string, found: string | undefined, expected: string): SamlFault =>
  new SamlFault(reason, `${what} is ${found === undefined ? 'missing' : JSON.stringify(quoted(found))} and must be ${expected}`);
