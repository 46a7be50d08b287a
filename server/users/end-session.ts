import { User } from '../../model/resources/accounts/user.ts';
import type { Actor } from '../access/actor.ts';
import type { Authentication } from '../access/authentication/authenticate.ts';
import { cookieToken } from '../access/authentication/session-cookie.ts';
import { submit } from '../collections/submit.ts';
import type { Call } from '../http/routing/route.ts';
import type { Store } from '../store/store.ts';
import { loginLine } from './sign-in.ts';

interface SessionEnd {
  readonly kind: Actor['credential'];
  /** Record key of the token. */
  readonly key: string;
  /** The user of the session. */
  readonly user: number;
}

interface CookieDeps {
  readonly store: Store;
  readonly authenticate: Pick<Authentication, 'find'>;
}

/**
 * Ends the session of the cookie that a request brought, also that of a blocked user: when a browser signs out, and when it has
 * just been given another session, of which it keeps the cookie only. One in a header is none of its business.
 */
export async function endCookieSession(
  { store, authenticate }: CookieDeps,
  call: Pick<Call, 'author' | 'permit' | 'headers'>,
): Promise<void> {
  const credential = authenticate.find(cookieToken(call.headers.cookie) ?? '');
  if (!credential) return;
  const { owner, key, kind } = credential;
  const author = { ...call.author, id: owner.id, name: owner.name };
  await endSession(store, { author, permit: call.permit }, { kind, key, user: owner.id });
}

/**
 * Signs out: ends a temporary token and its streams (interface/auth 2.3). A permanent token stays, because one client logs out with the
 * permanent token that it goes on using.
 */
export async function endSession(
  store: Store,
  call: Pick<Call, 'author' | 'permit'>,
  { kind, key, user }: SessionEnd,
): Promise<undefined> {
  if (kind !== 'temporary') return;
  await submit(store, call, {
    *run(tx) {
      if (!tx.directory.find(key)) return;
      yield* tx.directory.remove(key);
      tx.audit(loginLine('Logout', tx.directory.get(User, user)));
    },
  });
}
