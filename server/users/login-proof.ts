import type { Body } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { LoginSession, prolonged } from '../../model/resources/accounts/session.ts';
import { User, userByEmail } from '../../model/resources/accounts/user.ts';
import { configValue } from '../../model/resources/config/server-config.ts';
import { Bool, Text } from '../../model/types.ts';
import type { Attempts } from '../access/authentication/attempts.ts';
import type { Authentication, Credential } from '../access/authentication/authenticate.ts';
import type { Passwords } from '../access/authentication/passwords.ts';
import { scopesOf } from '../access/narrowing.ts';
import { networkOf } from '../http/bounds/caller.ts';
import type { Store, Transaction } from '../store/store.ts';
import type { Proof } from './open-session.ts';

export interface LoginDeps {
  readonly store: Pick<Store, 'directory'>;
  readonly authenticate: Pick<Authentication, 'find'>;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly attempts: Pick<Attempts, 'beforePassword' | 'afterPassword' | 'wrongToken'>;
}

export type LoginForm =
  | { readonly email: string; readonly password: string; readonly token?: undefined; readonly remember: boolean }
  | { readonly token: string; readonly remember: boolean };

const keys = new Set(['email', 'username', 'password', 'token', 'remember']);

/** Reads one of the two forms; 400 for a mixture. `username` may stand for the e-mail, because a published client sends only that. */
export function readLoginForm(body: Body): LoginForm {
  const sent = Object.keys(body).filter((key) => body[key] !== null);
  const has = (key: string): boolean => sent.includes(key);
  const names = ['email', 'username'].filter(has);
  const byPassword = names.length === 1 && has('password') && !has('token');
  const byToken = names.length === 0 && !has('password') && has('token');
  if ((!byPassword && !byToken) || !sent.every((key) => keys.has(key))) {
    throw refuse.invalid('Login request must have either email and password or token');
  }
  const text = (key: string): string => Text().read(body[key], key, undefined);
  const remember = has('remember') ? Bool.read(body.remember, 'remember', undefined) : false;
  return byToken ? { token: text('token'), remember } : { email: text(names[0]!), password: text('password'), remember };
}

/** `ip`: address of the caller. 429 after too many that were wrong. */
export const proveLogin = (deps: LoginDeps, form: LoginForm, ip: string): Promise<Proof> | Proof =>
  form.token === undefined ? provePassword(deps, form, networkOf(ip)) : proveToken(deps, form.token, networkOf(ip));

const longestEmail = 254;

/** The proof holds for the hash that was verified: a new password makes it worthless. */
async function provePassword(
  { store, passwords, attempts }: LoginDeps,
  form: LoginForm & { email: string; password: string },
  network: string,
): Promise<Proof> {
  attempts.beforePassword({ account: form.email, network });
  const user = userByEmail(store.directory, form.email);
  const stored = user?.password_hash || undefined;
  const fits = await passwords.verify(stored, form.password);
  attempts.afterPassword({ account: form.email, network }, fits);
  return {
    way: 'password',
    user,
    told: { email: form.email.slice(0, longestEmail) },
    holds({ directory }) {
      const current = fits && user ? directory.get(User, user.id) : undefined;
      if (!current || current.password_hash !== stored) throw refuse.wrongCredentials();
      if (!configValue(directory, 'authentication.password.enabled')) {
        throw refuse.forbidden('Sign-in using a password is not enabled');
      }
      return current;
    },
  };
}

/** The token in the body stays valid; a temporary one will live at least as long as the new token. */
function proveToken({ authenticate, attempts }: LoginDeps, token: string, network: string): Proof {
  const credential = authenticate.find(token);
  if (!credential) attempts.wrongToken(network);
  return {
    way: 'token',
    user: credential?.owner,
    ...(credential && { token: credential.key, access_token: credential.accessToken, scopes: scopesOf(credential.narrowing) }),
    holds({ directory }) {
      const current = credential && directory.find(credential.key) && directory.get(User, credential.owner.id);
      if (!current) throw refuse.invalidToken();
      return current;
    },
    besides: (tx, expires_at) => prolong(tx, credential, expires_at),
  };
}

/** Prolongs the session and records its use. */
function prolong({ directory, now }: Transaction, credential: Credential | undefined, expires_at: number): void {
  if (credential?.kind !== 'temporary') return;
  const session = directory.find(credential.key)!.record as LoginSession;
  directory.update(LoginSession, { ...prolonged(session, expires_at), last_used_at: now });
}
