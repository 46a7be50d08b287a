import type { View, Work, Writer } from '../../../model/hooks.ts';
import { type MailPurpose, MailToken } from '../../../model/resources/accounts/mail-token.ts';
import { userKey } from '../../../model/resources/accounts/user.ts';
import { tokenHash } from './tokens.ts';

const dayMs = 86_400_000;
/** How long they are valid, in milliseconds (interface/auth 3.4, 4). */
export const mailTokenLives: Readonly<Record<MailPurpose, number>> = { 'confirm-email': 7 * dayMs, 'reset-password': dayMs };

/**
 * Stores a token that goes out with a mail, by its hash; older ones of this user for the same purpose end. `now`: as the
 * transaction says.
 */
export function* insertMailToken(
  writer: Writer,
  { hash, now, ...token }: Pick<MailToken, 'purpose' | 'user_id' | 'email'> & { readonly hash: string; readonly now: string },
): Work {
  yield* endMailTokens(writer, token.user_id, token.purpose);
  writer.insert(MailToken, { ...token, id: hash, expires_at: Date.parse(now) + mailTokenLives[token.purpose] });
}

/** Ends the tokens of a user for a purpose: they were used, or something else made them worthless. */
export function* endMailTokens(writer: Writer, user: number, purpose: MailPurpose): Work {
  for (const token of writer.by(MailToken, 'mail-tokens-of', userKey(user))) {
    if (token.purpose === purpose) yield* writer.remove(MailToken.key(token.id));
  }
}

/** What a token stands for; undefined when it is unknown, used, expired, or for something else. `now`: milliseconds since 1970. */
export function findMailToken(view: View, purpose: MailPurpose, token: string, now: number): MailToken | undefined {
  const found = view.get(MailToken, tokenHash(token));
  return found && found.purpose === purpose && found.expires_at > now ? found : undefined;
}
