import type { View, Work, Writer } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { AccessToken } from '../../model/resources/accounts/access-token.ts';
import { LoginSession } from '../../model/resources/accounts/session.ts';
import { userKey } from '../../model/resources/accounts/user.ts';
import type { Settings } from '../settings.ts';

/** How much one user may have, so that no user fills the server for all others; 0: any number. These are settings of the server. */
export interface UserLimits {
  readonly sessions: number;
  readonly tokens: number;
  readonly canvases: number;
}

export const userLimitsOf = (
  settings: Pick<Settings, 'maxSessionsPerUser' | 'maxTokensPerUser' | 'maxCanvasesPerUser'>,
): UserLimits => ({
  sessions: settings.maxSessionsPerUser,
  tokens: settings.maxTokensPerUser,
  canvases: settings.maxCanvasesPerUser,
});

/** 409 when a user has as many permanent tokens as are allowed. */
export function refuseMoreTokens(view: View, user: number, most: number): void {
  if (most === 0 || view.count(AccessToken, 'access-tokens-of', userKey(user)) < most) return;
  throw refuse.conflict(`A user may have at most ${most} access tokens: delete one that is not used`);
}

/** True when one of the next sign-ins may end a session of the user. */
export const isNearlyFull = (view: View, user: number, most: number): boolean => most > 0 && 2 * sessions(view, user) >= most;

/**
 * Ends the oldest sessions of a user to make room for one more, so that a user with the right credentials can always sign in.
 * `inUse`: record keys of sessions with an open stream, which end last.
 */
export function* endOldest(writer: Writer, user: number, most: number, inUse: ReadonlySet<string>): Work {
  if (most === 0 || sessions(writer, user) < most) return;
  const keys = writer.by(LoginSession, 'tokens-of', userKey(user)).map(({ id }) => LoginSession.key(id));
  const inOrder = [...keys.filter((key) => !inUse.has(key)), ...keys.filter((key) => inUse.has(key))];
  for (const key of inOrder.slice(0, keys.length + 1 - most)) yield* writer.remove(key);
}

const sessions = (view: View, user: number): number => view.count(LoginSession, 'sessions-of', userKey(user));
