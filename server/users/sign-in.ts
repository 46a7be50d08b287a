import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { AuditLine } from '../../model/resource.ts';
import { Session } from '../../model/resources/session.ts';
import { User } from '../../model/resources/user.ts';
import type { Transaction } from '../store/store.ts';
import { endOldest } from './user-limits.ts';

export interface NewSession {
  readonly user: User;
  /** Hash of the new token; the token itself never comes here. */
  readonly hash: string;
  readonly remember: boolean;
  /** Sessions that one user may have; 0: any number. */
  readonly mostSessions: number;
  /** Record keys of sessions that are not ended to make room for this one while there are others. */
  readonly inUse: ReadonlySet<string>;
}

interface SignedIn {
  readonly text: string;
  readonly expires_at: number;
}

const dayMs = 86_400_000;

/**
 * Makes a temporary token of a user whose credentials were proven: 24 h, 14 days with `remember` (interface/auth 1). Where
 * the user has as many as may be, the oldest ends.
 * Returns the user's text with the `last_login` before this one, and when the token expires.
 * Refuses (403) who is blocked, not approved or not confirmed.
 */
export function* signIn(tx: Transaction, { user, hash, remember, ...room }: NewSession): Work<SignedIn> {
  refuseUnready(user);
  yield* endOldest(tx.directory, user.id, room.mostSessions, room.inUse);
  const text = tx.directory.text(User.key(user.id));
  const expires_at = Date.parse(tx.now) + (remember ? 14 : 1) * dayMs;
  tx.directory.insert(Session, { id: hash, user_id: user.id, expires_at });
  tx.directory.update(User, { ...user, last_login: tx.now });
  tx.audit(loginLine('Login', user));
  return { text, expires_at };
}

/** An entry about signing in or out. `user` undefined: nobody has this account. */
export const loginLine = (
  action: 'Login' | 'Login failed' | 'Logout',
  user: User | undefined,
  details?: AuditLine['details'],
): AuditLine => ({
  action,
  target_type: 'user',
  target_id: user ? String(user.id) : null,
  target_name: user?.name ?? '',
  ...(details && { details }),
});

function refuseUnready(user: User): void {
  if (user.blocked) throw refuse.blocked();
  if (!user.approved) throw refuse.forbidden('User account is not approved');
  if (!user.email_confirmed) throw refuse.forbidden('Email address is not confirmed');
}
