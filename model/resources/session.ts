import { readonly } from '../field.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Int, Text } from '../types.ts';
import { userKey } from './user.ts';

/** A temporary token: made by login; ended by logout, by a new password, or by time. In no answer. */
export const Session = defineResource({
  name: 'Session',
  key: (id: string) => `session:${id}`,
  fields: {
    id: readonly(Text(), '', { about: 'SHA-256 of the token, base64url.' }),
    user_id: readonly(Int(), 0),
    expires_at: readonly(Int(), 0, { about: 'Milliseconds since 1970.' }),
  },
  indexes: {
    'tokens-of': (session) => userKey(session.user_id),
    'expires-in-hour': (session) => hourOf(session.expires_at),
  },
  // Only for counting
  numbers: { 'sessions-of': (session) => [userKey(session.user_id), 0] },
  cascades: { 'tokens-of': 1 },
});
export type Session = RecordOf<typeof Session>;

const hourMs = 3_600_000;

/** The hour since 1970 that a time lies in: the key under which the hourly sweep finds the tokens that expired in it. */
export const hourOf = (ms: number): string => String(Math.floor(ms / hourMs));
