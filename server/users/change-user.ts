import type { Work, Writer } from '../../model/hooks.ts';
import { Mail } from '../../model/resources/mail.ts';
import { Session } from '../../model/resources/session.ts';
import { User, userKey } from '../../model/resources/user.ts';
import { updateRecord } from '../../model/writing.ts';
import { endMailTokens } from '../access/mail-tokens.ts';
import { namedUser } from '../access/path-ids.ts';
import type { ScopeTransaction } from '../store/store.ts';

/**
 * Changes fields of a user and returns the text of the answer. `id`: as in the path. 404, and the refusals of the definition. With a
 * new e-mail address, mails that were to confirm another one are worth nothing any more: they would bring that one back.
 */
export function* changeUser(directory: ScopeTransaction, id: string, change: Partial<User>): Work<string> {
  const previous = namedUser(directory, id);
  if (change.email !== undefined && change.email !== previous.email) yield* endConfirmations(directory, previous.id);
  yield* updateRecord(User, { ...previous, ...change }, previous, Object.keys(change), directory);
  return directory.text(User.key(previous.id));
}

/**
 * A new password also ends all temporary tokens of the user but that of the request (`except`, its record key). Permanent tokens stay
 * (interface/auth 3).
 */
export function* revokeSessions(directory: ScopeTransaction, user: number, except: string): Work {
  for (const session of directory.by(Session, 'tokens-of', userKey(user))) {
    const key = Session.key(session.id);
    if (key !== except) yield* directory.remove(key);
  }
}

function* endConfirmations(writer: Writer, user: number): Work {
  yield* endMailTokens(writer, user, 'confirm-email');
  for (const mail of writer.by(Mail, 'mails-of', userKey(user))) {
    if (mail.text !== 'reset-password') yield* writer.remove(Mail.key(mail.id));
  }
}
