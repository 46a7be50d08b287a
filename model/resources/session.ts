import { readonly } from '../field.ts';
import type { View } from '../hooks.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Int, Text } from '../types.ts';
import { AccessToken, endOf } from './access-token.ts';
import { userKey } from './user.ts';

/** A temporary token: made by login; ended by logout, by a new password, or by time. In no answer. */
export const Session = defineResource({
  name: 'Session',
  version: 2,
  migrate: (old) => ({ ...old, access_token: '' }),
  key: (id: string) => `session:${id}`,
  fields: {
    id: readonly(Text(), '', { about: 'SHA-256 of the token, base64url.' }),
    user_id: readonly(Int(), 0),
    expires_at: readonly(Int(), 0, { about: 'Milliseconds since 1970.' }),
    access_token: readonly(Text(), '', {
      about:
        'Id of the permanent token with which it was opened, itself or by another session. It may do what that may, and ends with it.',
    }),
  },
  indexes: {
    'tokens-of': (session) => userKey(session.user_id),
    'expires-in-hour': (session) => hourOf(session.expires_at),
    'opened-with': (session) => (session.access_token === '' ? undefined : AccessToken.key(session.access_token)),
  },
  // Only for counting
  numbers: { 'sessions-of': (session) => [userKey(session.user_id), 0] },
  cascades: { 'tokens-of': 1, 'opened-with': 1 },
});
export type Session = RecordOf<typeof Session>;

/** The time, in milliseconds since 1970, at which a session ends at the latest: when the token with which it was opened does. */
export function latestEnd(view: View, { access_token }: Pick<Session, 'access_token'>): number {
  const token = access_token === '' ? undefined : view.get(AccessToken, access_token);
  return token ? endOf(token) : Number.POSITIVE_INFINITY;
}

const hourMs = 3_600_000;

/** The hour since 1970 that a time lies in: the key under which the hourly sweep finds the tokens that expired in it. */
export const hourOf = (ms: number): string => String(Math.floor(ms / hourMs));
