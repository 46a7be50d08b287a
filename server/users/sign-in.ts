import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { AuditLine } from '../../model/resource.ts';
import { LoginSession, latestEnd, USER_AGENT_MAX } from '../../model/resources/accounts/session.ts';
import { User } from '../../model/resources/accounts/user.ts';
import type { Transaction } from '../store/store.ts';
import { endOldest } from './user-limits.ts';

/** A session of a wall that is there to stay. */
export interface WallSession extends Pick<LoginSession, 'installation_id' | 'surface'> {
  /** After this many days without any use it ends. */
  readonly days: number;
}

export interface NewSession {
  readonly user: User;
  /** The hash of the new token, which itself never comes here. */
  readonly hash: string;
  readonly remember: boolean;
  /** The address from which somebody signs in. */
  readonly address: string;
  /** The header of the request. */
  readonly userAgent: string;
  /** Id of the permanent token that was the proof, or with which the session was opened that was; `''`: neither. */
  readonly access_token: string;
  readonly scopes: LoginSession['scopes'];
  readonly wall?: WallSession | undefined;
  /** How many sessions one user may have; 0: any number. */
  readonly mostSessions: number;
  /** Record keys of sessions that end to make room for this one only when no others are left. */
  readonly inUse: ReadonlySet<string>;
}

interface SignedIn {
  readonly text: string;
  readonly expires_at: number;
}

const dayMs = 86_400_000;

/**
 * Makes a temporary token for a user whose credentials were proven. It lives for 24 h, with `remember` for 14 days
, that of a wall for some days after its last use
 * (interface/auth 1), and ends with the permanent token with which it is opened. When the user has as many sessions as are allowed, the oldest ends.
 * Returns the text of the user with the `last_login` before this one, and the time at which the token expires.
 * 403 for a user who is blocked, not approved or not confirmed.
 */
export function* signIn(
  tx: Transaction,
  { user, hash, remember, access_token, scopes, wall, ...more }: NewSession,
): Work<SignedIn> {
  refuseUnready(user);
  yield* endOldest(tx.directory, user.id, more.mostSessions, more.inUse);
  const text = tx.directory.text(User.key(user.id));
  const usual = Date.parse(tx.now) + (wall?.days ?? (remember ? 14 : 1)) * dayMs;
  const expires_at = Math.min(usual, latestEnd(tx.directory, { access_token }));
  tx.directory.insert(LoginSession, {
    id: hash,
    user_id: user.id,
    access_token,
    scopes,
    state: 'normal',
    kind: wall ? 'wall' : 'person',
    installation_id: wall?.installation_id ?? '',
    surface: wall?.surface ?? '',
    created_at: tx.now,
    last_used_at: tx.now,
    expires_at: new Date(expires_at).toISOString(),
    address: more.address,
    user_agent: readable(more.userAgent),
  });
  tx.directory.update(User, { ...user, last_login: tx.now });
  tx.audit(loginLine('Login', user));
  return { text, expires_at };
}

/** Anybody may send anything here, and people and their terminals read it. */
const readable = (userAgent: string): string =>
  userAgent
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, USER_AGENT_MAX);

/** What happens to an account without a change of its record that would tell. */
type Untold =
  | 'Login'
  | 'Login failed'
  | 'Logout'
  | 'Session ended'
  | 'Email change requested'
  | 'Password reset requested'
  | 'Password reset forced';

/** A line of the audit log about an account. `user` is undefined when there is no such account. */
export const loginLine = (action: Untold, user: User | undefined, details?: AuditLine['details']): AuditLine => ({
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
