import { Refusal } from '../../model/refusal.ts';
import type { Activity } from '../access/authentication/activity.ts';
import type { Attempts } from '../access/authentication/attempts.ts';
import type { Authentication } from '../access/authentication/authenticate.ts';
import type { LastUsed } from '../access/authentication/last-used.ts';
import type { Passwords } from '../access/authentication/passwords.ts';
import type { Clock } from '../clock.ts';
import type { Call } from '../http/routing/route.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/store.ts';
import { type LoginDeps, type LoginForm, proveLogin, readLoginForm } from './login-proof.ts';
import { type OpenedSession, openSession, type Proof, type SessionDeps, type SignInCall } from './open-session.ts';

/** What the server hands to features that sign people in. */
export interface SignInNeeds {
  readonly store: Store;
  readonly clock: Clock;
  readonly authenticate: Authentication;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly countFailure: SessionDeps['countFailure'];
  readonly countSignIn: SessionDeps['countSignIn'];
  readonly activity: Activity;
  readonly lastUsed: LastUsed;
  readonly settings: Pick<Settings, 'maxSessionsPerUser' | 'maxTokensPerUser' | 'maxCanvasesPerUser'>;
}

export interface LogInDeps extends SessionDeps, LoginDeps {
  readonly store: SessionDeps['store'];
}

/** Signs in with the body of a request: e-mail and password, or a token (interface/auth 2.1). */
export async function logIn(
  deps: LogInDeps,
  call: SignInCall & Pick<Call, 'body'>,
): Promise<OpenedSession & { readonly remember: boolean }> {
  const form = readLoginForm(call.body);
  const proof = await proved(deps, form, call.author.ip);
  return { ...(await openSession(deps, call, proof, form.remember)), remember: form.remember };
}

async function proved(deps: LogInDeps, form: LoginForm, ip: string): Promise<Proof> {
  try {
    return await proveLogin(deps, form, ip);
  } catch (cause) {
    const way = form.token === undefined ? 'password' : 'token';
    if (cause instanceof Refusal) deps.countSignIn(way, cause.status === 429 ? 'limited' : 'busy');
    throw cause;
  }
}
