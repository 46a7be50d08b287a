import { signal } from '@preact/signals';
import type { User } from '../../model/resources/accounts/user.ts';
import { site } from './rest.ts';

/** What `GET /session` answers (interface/auth 2.5). */
export interface CurrentSession {
  readonly user: Pick<User, 'id' | 'name' | 'email' | 'admin'> | null;
  /** The session of this browser among those of the user. */
  readonly session_id: string | null;
  /** What kind of session it is: that of a person, or of a wall that is there to stay. */
  readonly session: { readonly kind: 'person' | 'wall'; readonly installation_id: string } | null;
  readonly server: { readonly name: string; readonly version: string; readonly now: string };
  readonly sign_in: {
    readonly password: boolean;
    readonly saml: boolean;
    readonly oidc: boolean;
    /** What people call the provider; older servers do not say it. */
    readonly oidc_name?: string;
    readonly registration: boolean;
    readonly password_reset: boolean;
  };
  /** The first administrator has never signed in. */
  readonly first_start: boolean;
}

/** The signed-in user, and what the server offers; undefined until the server has answered. */
export const session = signal<CurrentSession | undefined>(undefined);

/** Why the sign-in page is shown above whatever stands at this address; undefined: it is not. */
export const signInAsked = signal<'asked' | 'ended' | undefined>(undefined);

/** For buttons of pages that guests may see, too: shows the sign-in page here, and this page again afterwards. */
export const askToSignIn = (): void => {
  signInAsked.value = 'asked';
};

/** Other tabs of this browser have the same cookie, so they hear when it changes. */
export const sessionChannel = (): BroadcastChannel => new BroadcastChannel('easel-session');

/**
 * Looks again who is signed in. Resolves with false when somebody has signed in or out here meanwhile: the answer may be older than
 * that, and is not taken. Rejects with a Refusal.
 */
export const refreshSession = async (): Promise<boolean> => {
  const before = session.peek();
  const now = await site.get<CurrentSession>('/session');
  const isNews = session.peek() === before;
  if (isNews) session.value = now;
  return isNews;
};

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** Rejects with a Refusal that says why. */
export const signIn = async (credentials: Credentials): Promise<void> => {
  const opened = await site.post<CurrentSession>('/session', credentials);
  signInAsked.value = undefined;
  session.value = opened;
  tellTabs();
};

export const signOut = async (): Promise<void> => {
  await site.delete('/session');
  signInAsked.value = undefined;
  const before = session.peek();
  // Before the server is asked anything else, so that nothing of this person stays on the screen when it does not answer
  if (before) session.value = { ...before, user: null, session_id: null };
  tellTabs();
  await refreshSession();
};

function tellTabs(): void {
  const channel = sessionChannel();
  channel.postMessage('changed');
  channel.close();
}
