import type { Call } from '../http/routing/route.ts';
import { type LoginDeps, proveLogin, readLoginForm } from './login-proof.ts';
import { type OpenedSession, openSession, type SessionDeps, type SignInCall } from './open-session.ts';

export interface LogInDeps extends SessionDeps, LoginDeps {
  readonly store: SessionDeps['store'];
}

/** Signs in with the body of a request: e-mail and password, or a token (interface/auth 2.1). */
export async function logIn(
  deps: LogInDeps,
  call: SignInCall & Pick<Call, 'body'>,
): Promise<OpenedSession & { readonly remember: boolean }> {
  const form = readLoginForm(call.body);
  return {
    ...(await openSession(deps, call, await proveLogin(deps, form, call.author.ip), form.remember)),
    remember: form.remember,
  };
}
