import { refuse } from '../../../model/refusal.ts';
import { AccessToken, endOf } from '../../../model/resources/accounts/access-token.ts';
import { expiryOf, LoginSession, usedAt } from '../../../model/resources/accounts/session.ts';
import { GUEST, User } from '../../../model/resources/accounts/user.ts';
import type { Clock } from '../../clock.ts';
import type { DurableView } from '../../store/store.ts';
import type { Actor } from '../actor.ts';
import { allows, type Narrowing, NOT_NARROWED, narrowingOf, narrowingTo } from '../narrowing.ts';
import type { Activity } from './activity.ts';
import { cookieToken } from './session-cookie.ts';
import type { SessionUse } from './session-use.ts';
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
  /** See `Actor`. */
  readonly accessToken: string;
  readonly narrowing: Narrowing;
  readonly endsAt: number;
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
  readonly sessionUse: Pick<SessionUse, 'isIdle'>;
}

/** Reads the durable directory, and remembers what it found until the next commit there. */
export function createAuthenticate({ directory, clock, activity, sessionUse }: Deps): Authentication {
  const remembered = createMemory(directory);

  const find = (token: string): Credential | undefined => {
    const found = remembered(token, () => lookUp(directory, tokenHash(token)));
    if (!found) return undefined;
    const now = clock.now();
    if (found.endsAt <= now) return undefined;
    const isCurrent = found.expires_at > now && !sessionUse.isIdle(found.key, found.usedAt);
    return isCurrent || activity.alive(found.key) ? found : undefined;
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
  /** An open stream keeps it valid beyond that, but not beyond `endsAt`. */
  readonly expires_at: number;
  /** The last use that is written; infinite: does not matter. */
  readonly usedAt: number;
}

function lookUp(directory: DurableView, hash: string): RememberedCredential | undefined {
  const session = directory.get(LoginSession, hash);
  if (!session) return ofToken(directory, directory.by(AccessToken, 'token', hash)[0]);
  const { user_id, access_token, scopes } = session;
  // A wall has a time of its own in which it must be used
  const times = { expires_at: expiryOf(session), usedAt: session.kind === 'wall' ? Number.POSITIVE_INFINITY : usedAt(session) };
  const own = { key: LoginSession.key(hash), kind: 'temporary', ...times } as const;
  if (access_token !== '') {
    const opened = ofToken(directory, directory.get(AccessToken, access_token));
    return opened && { ...opened, ...own };
  }
  const owner = directory.get(User, user_id);
  return owner && { ...own, owner, accessToken: '', narrowing: narrowingTo(scopes), endsAt: Number.POSITIVE_INFINITY };
}

function ofToken(directory: DurableView, token: AccessToken | undefined): RememberedCredential | undefined {
  const owner = token && directory.get(User, token.user_id);
  if (!owner) return undefined;
  return {
    key: AccessToken.key(token.id),
    kind: 'permanent',
    owner,
    accessToken: token.id,
    narrowing: narrowingOf(token),
    endsAt: endOf(token),
    expires_at: Number.POSITIVE_INFINITY,
    usedAt: Number.POSITIVE_INFINITY,
  };
}

const actorOf = ({ owner, kind, key, accessToken, narrowing, endsAt }: Credential): Actor => ({
  id: owner.id,
  name: owner.name,
  email: owner.email,
  admin: owner.admin && allows(narrowing, 'admin'),
  role: owner.admin ? 'administrator' : 'user',
  credential: kind,
  token: key,
  accessToken,
  narrowing,
  endsAt,
});

/** The Guest is no administrator, whatever its record says. */
function guest(directory: DurableView): Actor {
  const name = directory.get(User, GUEST)?.name ?? '';
  return { ...nobody, name };
}

const nobody: Actor = Object.freeze({
  id: GUEST,
  name: '',
  email: '',
  admin: false,
  role: 'user',
  credential: 'none',
  token: '',
  accessToken: '',
  narrowing: NOT_NARROWED,
  endsAt: Number.POSITIVE_INFINITY,
});

/** A bound, because every valid token may be used between two commits. Unknown tokens are not kept: there is no end of them. */
const most = 10_000;

/**
 * The key is the token itself, because its hash would be a thirtieth of the work of a GET. Entries last until the next commit, in
 * memory only.
 */
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
