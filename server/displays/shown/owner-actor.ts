import { AccessToken } from '../../../model/resources/accounts/access-token.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import type { Client } from '../../../model/resources/displays/client.ts';
import type { Actor } from '../../access/actor.ts';
import { allows, type Narrowing, narrowingOf, narrowingTo } from '../../access/narrowing.ts';
import type { DurableView } from '../../store/store.ts';

/** A token that is gone narrows to nothing, until the node that has the connection ends it. */
const NOTHING: Narrowing = { scopes: new Set(), canvases: new Set(), name: 'gone' };

/**
 * The user of a client that is connected to another node, from the client's record: for what this user may see. The result has no
 * credential, so nobody is signed in by it.
 */
export function ownerOf(directory: DurableView, client: Pick<Client, 'owner' | 'access_token' | 'scopes'>): Actor {
  const { owner, access_token } = client;
  const user = directory.get(User, owner);
  const narrowing = user ? narrowingBy(directory, client) : NOTHING;
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

function narrowingBy(directory: DurableView, { access_token, scopes }: Pick<Client, 'access_token' | 'scopes'>): Narrowing {
  if (access_token === '') return narrowingTo(scopes);
  const token = directory.get(AccessToken, access_token);
  return token ? narrowingOf(token) : NOTHING;
}
