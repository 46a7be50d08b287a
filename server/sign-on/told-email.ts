import { Refusal } from '../../model/refusal.ts';
import { EmailAddress } from '../../model/resources/accounts/email-address.ts';

/**
 * Control characters and halves of characters, which no address has, and KELVIN SIGN: the one character outside ASCII whose small
 * letter is in it, so that an account would be found by an address which is another one for the provider and for mail.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
const misleading = /[\u0000-\u001f\u007f\u212a]|\p{Surrogate}/u;

/** May an account be looked for by what an identity provider tells as somebody's address? */
export function isToldEmail(text: string): boolean {
  if (misleading.test(text)) return false;
  try {
    return EmailAddress.read(text, 'email', undefined) !== '';
  } catch (cause) {
    if (cause instanceof Refusal) return false;
    throw cause;
  }
}
