import type { Work } from '../../model/hooks.ts';
import { Session } from '../../model/resources/session.ts';
import { User, userKey } from '../../model/resources/user.ts';
import { updateRecord } from '../../model/writing.ts';
import { namedUser } from '../access/path-ids.ts';
import type { ScopeTransaction } from '../store/store.ts';

/** Changes fields of a user and returns the text of the answer. `id`: as in the path. 404, and the refusals of the definition. */
export function* changeUser(directory: ScopeTransaction, id: string, change: Partial<User>): Work<string> {
  const previous = namedUser(directory, id);
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
