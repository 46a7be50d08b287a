import { AccessToken } from '../../model/resources/access-token.ts';
import type { Client } from '../../model/resources/client.ts';
import { User } from '../../model/resources/user.ts';
import type { Actor } from '../access/actor.ts';
import { allows, type Narrowing, NOT_NARROWED, narrowingOf } from '../access/narrowing.ts';
import type { DurableView } from '../store/store.ts';

/** Of a token that is gone, until the node that has the connection ends it. */
const NOTHING: Narrowing = { scopes: new Set(), canvases: new Set(), name: 'gone' };

/**
 * As whom a client is connected that another node has, from what its record tells: for what its user may see. It brings no credential,
 * so nobody is signed in by it.
 */
export function ownerOf(directory: DurableView, { owner, access_token }: Pick<Client, 'owner' | 'access_token'>): Actor {
  const user = directory.get(User, owner);
  const narrowing = user ? narrowingBy(directory, access_token) : NOTHING;
  return {
    id: owner,
    name: user?.name ?? '',
    email: user?.email ?? '',
    admin: (user?.admin ?? false) && allows(narrowing, 'admin'),
    role: user?.admin ? 'administrator' : 'user',
    credential: access_token === '' ? 'temporary' : 'permanent',
    token: '',
    accessToken: access_token,
    narrowing,
    endsAt: Number.POSITIVE_INFINITY,
  };
}

function narrowingBy(directory: DurableView, id: string): Narrowing {
  if (id === '') return NOT_NARROWED;
  const token = directory.get(AccessToken, id);
  return token ? narrowingOf(token) : NOTHING;
}
