import type { Work, Writer } from '../../model/hooks.ts';
import { MailToken } from '../../model/resources/accounts/mail-token.ts';
import { Pairing } from '../../model/resources/accounts/pairing.ts';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { User, userKey } from '../../model/resources/accounts/user.ts';
import { Mail } from '../../model/resources/mail.ts';
import { updateRecord } from '../../model/writing.ts';
import { endMailTokens } from '../access/authentication/mail-tokens.ts';
import { namedUser } from '../access/authorization/path-ids.ts';
import type { ScopeTransaction } from '../store/store.ts';

/**
 * Changes fields of a user and returns the text of the answer. `id`: as in the path. 404, and the refusals of the definition. With a
 * new e-mail address, mails that were to confirm another one are worth nothing any more: they would bring that one back. With a new
 * password, nothing is that was asked for before (interface/auth 3.4).
 */
export function* changeUser(directory: ScopeTransaction, id: string, change: Partial<User>): Work<string> {
  const previous = namedUser(directory, id);
  if (change.email !== undefined && change.email !== previous.email) yield* endConfirmations(directory, previous.id);
  if (change.password_hash !== undefined) yield* endRequests(directory, previous);
  yield* updateRecord(User, { ...previous, ...change }, previous, Object.keys(change), directory);
  return directory.text(User.key(previous.id));
}

/**
 * A new password also ends all temporary tokens of the user but that of the request (`except`, its record key), and those that walls
 * are about to take. Permanent tokens stay (interface/auth 3). Returns how many ended.
 */
export function* revokeSessions(directory: ScopeTransaction, user: number, except: string): Work<number> {
  const keys = directory.by(LoginSession, 'tokens-of', userKey(user)).map(({ id }) => LoginSession.key(id));
  const ending = keys.filter((key) => key !== except);
  for (const key of ending) yield* directory.remove(key);
  for (const { id } of directory.by(Pairing, 'pairings-of', userKey(user))) yield* directory.remove(Pairing.key(id));
  return ending.length;
}

function* endConfirmations(writer: Writer, user: number): Work {
  yield* endMailTokens(writer, user, 'confirm-email');
  for (const mail of writer.by(Mail, 'mails-of', userKey(user))) {
    if (mail.text !== 'reset-password') yield* writer.remove(Mail.key(mail.id));
  }
}

/**
 * Ends the links with which somebody who had the account for a moment would have it again: to choose a password, to confirm another
 * address. That of a registration stays: it confirms the address that the account has.
 */
function* endRequests(writer: Writer, { id, email }: User): Work {
  for (const token of writer.by(MailToken, 'mail-tokens-of', userKey(id))) {
    if (token.purpose === 'reset-password' || token.email !== email) yield* writer.remove(MailToken.key(token.id));
  }
  for (const mail of writer.by(Mail, 'mails-of', userKey(id))) {
    if (mail.text !== 'confirm-email') yield* writer.remove(Mail.key(mail.id));
  }
}
