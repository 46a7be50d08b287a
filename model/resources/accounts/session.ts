import { exampleIds } from '../../example-ids.ts';
import { initialValues, readonly, secret, type Values } from '../../field.ts';
import type { View } from '../../hooks.ts';
import { defineResource } from '../../resource.ts';
import { Scopes } from '../../types/scopes.ts';
import { Int, OneOf, State, Text } from '../../types.ts';
import { AccessToken, endOf } from './access-token.ts';
import { User, userKey } from './user.ts';

/** Characters of a `User-Agent` that are kept. */
export const USER_AGENT_MAX = 255;

const sessionKinds = ['person', 'wall'] as const;

const fields = {
  id: readonly(Text(), '', {
    about: 'SHA-256 of the temporary token, base64url. It names the session and opens nothing.',
    example: exampleIds.session,
  }),
  created_at: readonly(Text(), '', { about: 'When somebody signed in, in UTC; empty: not known.' }),
  expires_at: readonly(Text(), '', { about: 'When it ends by itself, in UTC. An open stream delays that.' }),
  last_used_at: readonly(Text(), '', {
    about: 'When it was used last, in UTC. It may be a day out of date; empty: not known.',
  }),
  address: readonly(Text(), '', { about: 'The address from which somebody signed in; empty: not known.' }),
  user_agent: readonly(Text(), '', {
    about: `The program that signed in, as it called itself: at most ${USER_AGENT_MAX} characters; empty: not known.`,
  }),
  scopes: readonly(Scopes, null, {
    about:
      'What it may be used for, as of an access token; null: for all that its user may. A wall that was paired has some only.',
  }),
  kind: readonly(OneOf(sessionKinds), 'person', {
    about: 'A `wall` was paired to stay signed in: it ends some days after its last use.',
  }),
  installation_id: readonly(Text(), '', { about: 'Of a wall: the installation that it is; empty: none.' }),
  state: readonly(State, 'normal'),
  surface: secret(Text(), '', { about: 'Of a further machine of a wall: the surface that it shows.' }),
  user_id: secret(Int(), 0),
  access_token: secret(Text(), '', {
    about:
      'Id of the permanent token with which it was opened, itself or by another session. It may do what that may, and ends with it.',
  }),
};
export type LoginSession = Values<typeof fields>;

/** A temporary token: made by login; ended by logout, by a new password, by its user or an administrator, or by time (interface/auth 2.8). */
export const LoginSession = defineResource({
  name: 'Session',
  version: 5,
  migrate: (old, version) => ({
    ...initialValues(fields),
    ...old,
    ...(version < 3 && { expires_at: new Date(old.expires_at as number).toISOString() }),
  }),
  key: (id: string) => `session:${id}`,
  fields,
  indexes: {
    'tokens-of': (session) => userKey(session.user_id),
    'expires-in-hour': (session) => hourOf(expiryOf(session)),
    'sessions-of-installation': ({ installation_id }) => installation_id || undefined,
    'opened-with': (session) => (session.access_token === '' ? undefined : AccessToken.key(session.access_token)),
  },
  // Only for counting
  numbers: { 'sessions-of': (session) => [userKey(session.user_id), 0] },
  cascades: { 'tokens-of': 1, 'opened-with': 1 },
  collection: {
    folder: 'accounts',
    path: '/users/:user_id/sessions',
    param: 'session_id',
    scope: 'directory',
    tag: {
      name: 'Sessions',
      about: 'Temporary tokens of a user: where somebody is signed in, without the tokens themselves.',
    },
    within: { container: User, field: 'user_id', index: 'tokens-of' },
    verbs: {
      list: { who: 'selfOrAdministrator', summary: 'Where a user is signed in, oldest first', about: 'Never with the token.' },
      delete: { who: 'selfOrAdministrator', summary: 'Ends a session; its streams end' },
    },
  },
});

/** The time at which a session expires, in milliseconds since 1970. */
export const expiryOf = ({ expires_at }: Pick<LoginSession, 'expires_at'>): number => Date.parse(expires_at);

/**
 * The last use that is written, in milliseconds since 1970. A session from before this was written counts as used all the time.
 */
export const usedAt = ({ last_used_at }: Pick<LoginSession, 'last_used_at'>): number =>
  last_used_at === '' ? Number.POSITIVE_INFINITY : Date.parse(last_used_at);

/** The same session, which expires then or later. */
export const prolonged = (session: LoginSession, to: number): LoginSession => ({
  ...session,
  expires_at: new Date(Math.max(expiryOf(session), to)).toISOString(),
});

/** The time, in milliseconds since 1970, at which a session ends at the latest: when the token with which it was opened does. */
export function latestEnd(view: View, { access_token }: Pick<LoginSession, 'access_token'>): number {
  const token = access_token === '' ? undefined : view.get(AccessToken, access_token);
  return token ? endOf(token) : Number.POSITIVE_INFINITY;
}

const hourMs = 3_600_000;

/** The hour since 1970 that a time lies in: the key under which the hourly sweep finds the tokens that expired in it. */
export const hourOf = (ms: number): string => String(Math.floor(ms / hourMs));
