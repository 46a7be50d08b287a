import { readonly } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { Int, List, OneOf, Text } from '../../types.ts';
import { userKey } from './user.ts';

/** What a wall may be signed in for: never the accounts of people (interface/auth 2.7). */
export const wallScopes = ['read', 'write', 'control'] as const;
export const WallScopes = List(OneOf(wallScopes), { max: 16 });

/** What a display needs: to read, to show, and to say what it shows. */
export const DISPLAY_SCOPES = ['read'] as const;

/** What a wall is for that stays signed in: people touch it, and what they change is kept. */
export const LASTING_SCOPES = ['read', 'write'] as const;

/**
 * A wall without a keyboard that waits until somebody signs it in (interface/auth 2.7): made by the wall, confirmed by a person,
 * ended by the session that the wall then takes, or by time. In no answer.
 */
export const Pairing = defineResource({
  name: 'Pairing',
  version: 3,
  migrate: (old) => ({ scopes: DISPLAY_SCOPES, lasts: '', installation_id: '', surface: '', confirmed_by: 0, ...old }),
  key: (id: string) => `pairing:${id}`,
  fields: {
    id: readonly(Text(), '', { about: 'SHA-256 of the secret of the wall, base64url.' }),
    code: readonly(Text(), '', { about: 'What people type, without the dash.' }),
    name: readonly(Text(), '', { about: 'What the wall calls itself.' }),
    address: readonly(Text(), ''),
    expires_at: readonly(Int(), 0, { about: 'Milliseconds since 1970.' }),
    user_id: readonly(Int(), 0, { about: 'As whom it is signed in; 0: nobody has confirmed it.' }),
    scopes: readonly(WallScopes, DISPLAY_SCOPES, { about: 'What its session may be used for.' }),
    lasts: readonly(OneOf(['', 'wall']), '', { about: '`wall`: its session is to last, and is that of an installation.' }),
    installation_id: readonly(Text(), '', { about: 'The installation that it is again; empty: a new one.' }),
    surface: readonly(Text(), '', { about: 'Of a further machine of that installation: what it shows.' }),
    confirmed_by: readonly(Int(), 0, { about: 'Who confirmed it, and manages the installation.' }),
  },
  indexes: {
    code: (pairing) => pairing.code,
    pairings: () => 'all',
    'pairings-of': ({ user_id }) => (user_id === 0 ? undefined : userKey(user_id)),
  },
  cascades: { 'pairings-of': 1 },
});
export type Pairing = RecordOf<typeof Pairing>;
