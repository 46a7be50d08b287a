import type { View } from '../../../model/hooks.ts';
import { jsonText } from '../../../model/json.ts';
import { Schema } from '../../../model/json-schema.ts';
import { LoginSession } from '../../../model/resources/accounts/session.ts';
import { FIRST_USER, User } from '../../../model/resources/accounts/user.ts';
import { configValue } from '../../../model/resources/config/server-config.ts';
import { answerSchema } from '../../../model/schemas.ts';
import type { Authentication } from '../../access/authentication/authenticate.ts';
import { cookieToken, endedSessionCookie, sessionCookie } from '../../access/authentication/session-cookie.ts';
import type { Rules } from '../../access/authorization/rule-table.ts';
import { type Clock, timestamp } from '../../clock.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Call, PlainRoute, Reply, Route } from '../../http/routing/route.ts';
import type { Store } from '../../store/store.ts';
import { endCookieSession } from '../../users/end-session.ts';
import { type LogInDeps, logIn } from '../../users/log-in.ts';
import type { OpenedSession } from '../../users/open-session.ts';
import { type OfferDeps, offersOf } from '../offers.ts';

interface SessionTextDeps extends OfferDeps {
  readonly store: Pick<Store, 'directory'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly version: string;
}

export interface SessionReplyDeps extends SessionTextDeps {
  readonly store: Store;
  readonly authenticate: Pick<Authentication, 'find'>;
}

interface Deps extends LogInDeps, SessionReplyDeps {
  readonly store: Store;
  readonly authenticate: Authentication;
  readonly rules: Pick<Rules, 'anyone' | 'optional'>;
}

/** The signed-in user, the server's name and version, and the ways to sign in. */
export const sessionAnswer = Schema.Object({
  user: Schema.Union([answerSchema('User', User.fields), Schema.Null()]),
  session_id: Schema.Union([Schema.String(), Schema.Null()], {
    description: 'Of the sessions of the user, the one of this request',
  }),
  server: Schema.Object({ name: Schema.String(), version: Schema.String(), now: Schema.String() }),
  sign_in: Schema.Object({
    password: Schema.Boolean(),
    saml: Schema.Boolean(),
    oidc: Schema.Boolean(),
    oidc_name: Schema.String({ description: 'What the provider is called; empty: it has no name, or is not offered' }),
    registration: Schema.Boolean(),
    password_reset: Schema.Boolean(),
  }),
  first_start: Schema.Boolean({ description: 'The first administrator has never signed in' }),
});

const shared = {
  family: 'page',
  path: '/session',
  tag: tags.signIn,
  file: 'server/sign-on/routes/session.ts',
} as const satisfies Partial<PlainRoute>;

/** GET, POST and DELETE /session: the session of a browser, in a cookie that no script reads (interface/auth 2.5). */
export const sessionRoutes = (deps: Deps): Route[] => [
  {
    ...shared,
    method: 'GET',
    operation: 'getSession',
    summary: 'Who is signed in, and how one may sign in',
    access: deps.rules.optional,
    answer: sessionAnswer,
    headers: ['Set-Cookie'],
    handle: (call) => whoIsSignedIn(deps, call),
  },
  {
    ...shared,
    method: 'POST',
    operation: 'signIn',
    summary: 'Signs a browser in',
    access: deps.rules.anyone,
    ownPagesOnly: true,
    answer: sessionAnswer,
    headers: ['Set-Cookie'],
    handle: (call) => signIn(deps, call),
  },
  {
    ...shared,
    method: 'DELETE',
    operation: 'signOut',
    summary: 'Signs a browser out',
    access: deps.rules.anyone,
    ownPagesOnly: true,
    answer: 'never',
    others: { 204: { says: 'The browser has no session any more', headers: ['Set-Cookie'] } },
    handle: (call) => signOut(deps, call),
  },
];

/** `key`: of the record of the credential. */
function sessionText(deps: SessionTextDeps, user: number | undefined, key: string): string {
  const { store, clock, version } = deps;
  const { directory } = store;
  const server = jsonText({ name: configValue(directory, 'server_name'), version, now: timestamp(clock.now()) });
  const shown = user === undefined ? 'null' : directory.version(User.key(user))!.shown;
  const offers = JSON.stringify(offersOf(directory, deps));
  const session = LoginSession.key('');
  const session_id = user !== undefined && key.startsWith(session) ? key.slice(session.length) : null;
  return `{"user":${shown},"session_id":${JSON.stringify(session_id)},"server":${server},"sign_in":${offers},"first_start":${isFirstStart(directory)}}`;
}

/**
 * Whether the page should say where the first password is found. It tells a stranger only that: the password is a generated one or
 * the operator's, and the bounds on trying hold for it, too.
 */
const isFirstStart = (directory: View): boolean => directory.get(User, FIRST_USER)?.last_login === '';

/** A cookie whose session has ended is taken back: with it, all that links share would be refused to a browser that has nothing else. */
function whoIsSignedIn(deps: Deps, { actor, headers, isHttps }: Call): Reply {
  const token = cookieToken(headers.cookie);
  const isOver = token !== undefined && deps.authenticate.find(token) === undefined;
  return {
    headers: isOver ? { 'Set-Cookie': endedSessionCookie({ isSecure: isHttps }) } : {},
    body: sessionText(deps, actor.credential === 'none' ? undefined : actor.id, actor.token),
  };
}

async function signIn(deps: Deps, call: Call): Promise<Reply> {
  const { remember, ...opened } = await logIn(deps, call);
  return sessionReply(deps, call, opened, remember);
}

/**
 * The cookie of a new session, and who is signed in now. The session of the cookie that the browser had ends. `remember`: the browser
 * keeps the cookie when it is closed.
 */
export async function sessionReply(
  deps: SessionReplyDeps,
  call: Call,
  { token, expires_at }: OpenedSession,
  remember: boolean,
): Promise<Reply> {
  await endCookieSession(deps, call);
  const seconds = Math.floor((expires_at - deps.clock.now()) / 1000);
  const cookie = sessionCookie(token, { isSecure: call.isHttps, maxAge: remember ? seconds : undefined });
  const found = deps.authenticate.find(token);
  return { headers: { 'Set-Cookie': cookie }, body: sessionText(deps, found?.owner.id, found?.key ?? '') };
}

async function signOut(deps: Deps, call: Call): Promise<Reply> {
  await endCookieSession(deps, call);
  return { status: 204, headers: { 'Set-Cookie': endedSessionCookie({ isSecure: call.isHttps }) } };
}
