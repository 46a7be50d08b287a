import type { View, Work } from '../../model/hooks.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import { Identity, type SignOnProvider } from '../../model/resources/accounts/identity.ts';
import { User, userByEmail, userKey } from '../../model/resources/accounts/user.ts';
import { configValue, refuseForeignDomain } from '../../model/resources/config/server-config.ts';
import { updateRecord } from '../../model/writing.ts';
import { endMailTokens } from '../access/authentication/mail-tokens.ts';
import { tokenHash } from '../access/authentication/tokens.ts';
import { submit } from '../collections/submit.ts';
import type { Call } from '../http/routing/route.ts';
import type { ScopeTransaction, Transaction } from '../store/store.ts';
import { revokeSessions } from '../users/change-user.ts';
import { createUser } from '../users/create-user.ts';
import {
  type OpenedSession,
  openSession,
  type Proof,
  recordFailure,
  type SessionDeps,
  type SignInCall,
} from '../users/open-session.ts';
import { followGroups } from './groups.ts';

/** A person, as an identity provider proved them. */
export interface ProvenIdentity {
  readonly provider: SignOnProvider;
  readonly issuer: string;
  /** What the provider calls this person, and nobody else. */
  readonly subject: string;
  readonly email: string;
  /** The provider has verified that this person has the address, or is set up as one that vouches for all of its addresses. */
  readonly isVouched: boolean;
  readonly name: string;
  /** The groups that the provider tells. Undefined: the server is not set up to read any, so memberships stay as they are. */
  readonly groups: readonly string[] | undefined;
}

export interface SignOnProof {
  readonly identity: ProvenIdentity;
  /** Checks in the command that the proof holds and was not used before. Throws the refusal. */
  readonly holds: (tx: Transaction) => void;
}

/**
 * Opens a session for a proven identity (interface/auth 2.4), and makes the account first where that is allowed. 403 when it is not,
 * and for an account that may not sign in.
 */
export async function openSignOn(
  deps: SessionDeps,
  call: SignInCall,
  { identity, holds }: SignOnProof,
  remember: boolean,
): Promise<OpenedSession> {
  const { directory } = deps.store;
  const told = { provider: identity.provider, email: identity.email };
  if (!accountOf(directory, identity) && configValue(directory, 'authentication.require_admin_approval')) {
    await askToJoin(deps, call, identity, told);
  }
  const proof: Proof = {
    way: identity.provider,
    user: accountOf(directory, identity),
    told,
    *holds(tx) {
      holds(tx);
      return yield* meet(tx, identity);
    },
  };
  return openSession(deps, call, proof, remember);
}

/**
 * An account that waits for approval is made by a command of its own, because the one that opens the session is refused and leaves
 * nothing.
 */
async function askToJoin(
  deps: SessionDeps,
  call: Pick<Call, 'author' | 'permit'>,
  identity: ProvenIdentity,
  told: NonNullable<Proof['told']>,
): Promise<void> {
  try {
    await submit(deps.store, call, {
      *run(tx) {
        yield* meet(tx, identity);
      },
    });
  } catch (cause) {
    if (cause instanceof Refusal) await recordFailure(deps, call.author.ip, { way: identity.provider, user: undefined, told });
    throw cause;
  }
}

/** The account of an identity: the one that it is linked with, else the one with its e-mail address. */
function accountOf(view: View, identity: ProvenIdentity): User | undefined {
  const linked = view.get(Identity, idOf(identity));
  return linked ? view.get(User, linked.user_id) : userByEmail(view, identity.email);
}

/** Finds or makes the account, links it, and gives it the groups that the provider tells. */
function* meet(tx: Transaction, identity: ProvenIdentity): Work<User> {
  const { directory } = tx;
  const found = accountOf(directory, identity);
  const id = found ? found.id : yield* signUp(tx, identity);
  if (!directory.get(Identity, idOf(identity))) {
    if (found && !identity.isVouched) throw unvouched();
    refuseClaimed(directory.get(User, id)!);
    yield* link(directory, identity, id);
  }
  if (identity.groups) yield* followGroups(directory, id, identity.provider, identity.groups);
  return directory.get(User, id)!;
}

const names: Readonly<Record<SignOnProvider, string>> = { saml: 'SAML', oidc: 'OpenID Connect' };
const longestName = 255;

/** Half of a character is no text, whether the provider sends one or the cut leaves it. */
const nameFrom = (told: string): string =>
  told
    .trim()
    .slice(0, longestName)
    .replace(/\p{Surrogate}/gu, '');

/** The provider has confirmed the e-mail address. Whether the account is approved follows from server-config. */
function* signUp(tx: Transaction, { provider, email, name }: ProvenIdentity): Work<number> {
  const { directory } = tx;
  if (!configValue(directory, `authentication.${provider}.sign_up_enabled`)) {
    throw refuse.forbidden(`Sign-up using ${names[provider]} is not enabled`);
  }
  refuseForeignDomain(directory, email);
  const shown = nameFrom(name) || email.slice(0, email.indexOf('@'));
  const user = yield* createUser(tx, { email, name: shown }, { password_hash: '', email_confirmed: true });
  return user.id;
}

/**
 * A provider means one account by one subject. In SAML another subject with the same address takes the place of the old one, because
 * names of people change there. In OpenID Connect a subject never changes, so another one is somebody else.
 */
function* link(directory: ScopeTransaction, identity: ProvenIdentity, user: number): Work {
  const { provider, issuer } = identity;
  for (const known of directory.by(Identity, 'identities-of', userKey(user))) {
    if (known.provider !== provider || known.issuer !== issuer) continue;
    if (provider === 'oidc') throw linkedOtherwise();
    yield* directory.remove(Identity.key(known.id));
  }
  directory.insert(Identity, { id: idOf(identity), provider, issuer, user_id: user });
  yield* confirm(directory, directory.get(User, user)!);
}

/**
 * People may write any address into their accounts. Whoever really has the address would come into the account of somebody else, who
 * knows its password and has tokens for it.
 */
function refuseClaimed({ email_claimed }: User): void {
  if (email_claimed) throw refuse.forbidden('The account with this e-mail address has not confirmed the address');
}

/** Some providers let people write any address into their accounts: with the address of an administrator they would be one here. */
const unvouched = (): Refusal =>
  refuse.forbidden('The identity provider does not say that it has verified the e-mail address of this account');

const linkedOtherwise = (): Refusal =>
  refuse.forbidden('The account with this e-mail address belongs to somebody else at the identity provider');

/**
 * Whoever registered an address and never confirmed it may be somebody else, so the password of such an account goes when the owner
 * of the address comes.
 */
function* confirm(directory: ScopeTransaction, user: User): Work {
  if (user.email_confirmed) return;
  const confirmed = { ...user, email_confirmed: true, password_hash: '' };
  yield* updateRecord(User, confirmed, user, ['email_confirmed'], directory);
  yield* revokeSessions(directory, user.id, '');
  yield* endMailTokens(directory, user.id, 'confirm-email');
}

/** The id is a hash, because a subject may be of any length, and is nobody's business here. */
const idOf = ({ provider, issuer, subject }: ProvenIdentity): string => tokenHash(JSON.stringify([provider, issuer, subject]));
