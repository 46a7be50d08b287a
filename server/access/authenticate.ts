import { refuse } from '../../model/refusal.ts';
import { AccessToken } from '../../model/resources/access-token.ts';
import { Session } from '../../model/resources/session.ts';
import { GUEST, User } from '../../model/resources/user.ts';
import type { Clock } from '../clock.ts';
import type { DurableView } from '../store/store.ts';
import type { Activity } from './activity.ts';
import type { Actor } from './actor.ts';
import { cookieToken } from './session-cookie.ts';
import { tokenHash } from './tokens.ts';

/** What a request brought to say who its actor is. */
export interface Credentials {
  /** `Private-Token`, the part before the first comma, else that of `Authorization: Bearer`. Empty counts as not sent. */
  readonly token?: string;
  /** The raw `Cookie` header, read only without a token. */
  readonly cookie?: string;
}

/** A token that is valid now, and its owner. */
export interface Credential {
  /** Record key of the token. */
  readonly key: string;
  readonly kind: 'temporary' | 'permanent';
  readonly owner: User;
}

export interface Authentication {
  /**
   * The actor of a request: the Guest when it brought no credential. Throws 401 for a token that is not valid, and 403 when its
   * owner is blocked, unless `blockedToo` is set (logout).
   */
  (sent: Credentials, blockedToo?: boolean): Actor;
  /** The credential of a token; undefined when the token is unknown, expired or revoked. */
  find(token: string): Credential | undefined;
}

interface Deps {
  readonly directory: DurableView;
  readonly clock: Clock;
  readonly activity: Activity;
}

/** Reads the durable directory, and remembers what it found until the next commit there. */
export function createAuthenticate({ directory, clock, activity }: Deps): Authentication {
  const remembered = createMemory(directory);

  const find = (token: string): Credential | undefined => {
    const found = remembered(token, () => lookUp(directory, tokenHash(token)));
    const valid = found && (found.expires_at > clock.now() || activity.alive(found.key));
    return valid ? found : undefined;
  };

  const authenticate = (sent: Credentials, blockedToo = false): Actor => {
    const token = sent.token || cookieToken(sent.cookie);
    if (!token) return guest(directory);
    const credential = find(token);
    if (!credential) throw refuse.invalidToken();
    if (credential.owner.blocked && !blockedToo) throw refuse.blocked();
    return actorOf(credential);
  };
  return Object.assign(authenticate, { find });
}

interface RememberedCredential extends Credential {
  readonly expires_at: number;
}

function lookUp(directory: DurableView, hash: string): RememberedCredential | undefined {
  const session = directory.get(Session, hash);
  if (session) return found(directory, session.user_id, Session.key(hash), 'temporary', session.expires_at);
  const token = directory.by(AccessToken, 'token', hash)[0];
  return token && found(directory, token.user_id, AccessToken.key(token.id), 'permanent', Number.POSITIVE_INFINITY);
}

function found(
  directory: DurableView,
  user: number,
  key: string,
  kind: Credential['kind'],
  expires_at: number,
): RememberedCredential | undefined {
  const owner = directory.get(User, user);
  return owner && { key, kind, owner, expires_at };
}

const actorOf = ({ owner, kind, key }: Credential): Actor => ({
  id: owner.id,
  name: owner.name,
  email: owner.email,
  admin: owner.admin,
  credential: kind,
  token: key,
});

/** The Guest is no administrator, whatever its record says. */
function guest(directory: DurableView): Actor {
  const name = directory.get(User, GUEST)?.name ?? '';
  return { id: GUEST, name, email: '', admin: false, credential: 'none', token: '' };
}

/** A bound, because every valid token may be used between two commits. Unknown tokens are not kept: there is no end of them. */
const most = 10_000;

/** By the token itself, because its hash would be a thirtieth of the work of a GET. Kept in memory only, until the next commit. */
function createMemory(directory: DurableView) {
  const memory = new Map<string, RememberedCredential>();
  let revision = -1;
  return (token: string, look: () => RememberedCredential | undefined): RememberedCredential | undefined => {
    if (directory.revision !== revision || memory.size >= most) memory.clear();
    revision = directory.revision;
    const remembered = memory.get(token);
    if (remembered) return remembered;
    const found = look();
    if (found) memory.set(token, found);
    return found;
  };
}
