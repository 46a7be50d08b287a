import type { View } from '../../../model/hooks.ts';
import { jsonText } from '../../../model/json.ts';
import { Schema } from '../../../model/json-schema.ts';
import { LoginSession } from '../../../model/resources/accounts/session.ts';
import { FIRST_USER, User } from '../../../model/resources/accounts/user.ts';
import { configValue } from '../../../model/resources/config/server-config.ts';
import { answerSchema } from '../../../model/schemas.ts';
import type { Authentication } from '../../access/authentication/authenticate.ts';
import type { CookieRenewals } from '../../access/authentication/cookie-renewals.ts';
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
  readonly cookies: CookieRenewals;
  readonly store: Store;
  readonly authenticate: Pick<Authentication, 'find'>;
}

interface Deps extends LogInDeps, SessionReplyDeps {
  readonly store: Store;
  readonly authenticate: Authentication;
  readonly rules: Pick<Rules, 'anyone' | 'optional'>;
}

/** The signed-in user, the server's name and version, and the ways to sign in. */
export const sessionKeys = {
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
  session: Schema.Union(
    [Schema.Object({ kind: Schema.Enum(['person', 'wall']), installation_id: Schema.String() }), Schema.Null()],
    { description: 'Of this request: a `wall` was paired to stay, and is this installation' },
  ),
};
const sessionAnswer = Schema.Object(sessionKeys);

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
  const session = user === undefined ? undefined : sessionOf(directory, key);
  const session_id = session?.id ?? null;
  const kind = session ? { kind: session.kind, installation_id: session.installation_id } : null;
  return `{"user":${shown},"session_id":${JSON.stringify(session_id)},"server":${server},"sign_in":${offers},"first_start":${isFirstStart(directory)},"session":${JSON.stringify(kind)}}`;
}

function sessionOf(directory: View, key: string): LoginSession | undefined {
  const found = directory.find(key);
  return found?.kind === LoginSession ? (found.record as LoginSession) : undefined;
}

/**
 * Whether the page should say where the first password is found. It tells a stranger only that: the password is a generated one or
 * the operator's, and the bounds on trying hold for it, too.
 */
const isFirstStart = (directory: View): boolean => directory.get(User, FIRST_USER)?.last_login === '';

/** Seconds that browsers keep a cookie at most. The session of a wall ends on the server, and before that the wall is to be known. */
const WALL_COOKIE_S = 400 * 86_400;

/** A cookie whose session has ended is taken back: with it, all that links share would be refused to a browser that has nothing else. */
function whoIsSignedIn(deps: Deps, { actor, headers, isHttps }: Call): Reply {
  const token = cookieToken(headers.cookie);
  const found = token === undefined ? undefined : deps.authenticate.find(token);
  const isOver = token !== undefined && found === undefined;
  const isDue =
    found !== undefined && sessionOf(deps.store.directory, found.key)?.kind === 'wall' && deps.cookies.isDue(found.key);
  const anew = isDue && { 'Set-Cookie': sessionCookie(token!, { isSecure: isHttps, maxAge: WALL_COOKIE_S }) };
  return {
    headers: isOver ? { 'Set-Cookie': endedSessionCookie({ isSecure: isHttps }) } : { ...anew },
    body: sessionText(deps, actor.credential === 'none' ? undefined : actor.id, actor.token),
  };
}

async function signIn(deps: Deps, call: Call): Promise<Reply> {
  const { remember, ...opened } = await logIn(deps, call);
  return sessionReply(deps, call, opened, remember);
}

/**
 * The cookie of a new session, and who is signed in now. The session of the cookie that the browser had ends. `remember`: the browser
 * keeps the cookie when it is closed. `besides`: further keys of the answer.
 */
export async function sessionReply(
  deps: SessionReplyDeps,
  call: Call,
  { token, expires_at }: OpenedSession,
  remember: boolean,
  besides: object = {},
): Promise<Reply> {
  await endCookieSession(deps, call);
  const found = deps.authenticate.find(token);
  const isWall = found !== undefined && sessionOf(deps.store.directory, found.key)?.kind === 'wall';
  const seconds = isWall ? WALL_COOKIE_S : Math.floor((expires_at - deps.clock.now()) / 1000);
  const cookie = sessionCookie(token, { isSecure: call.isHttps, maxAge: remember ? seconds : undefined });
  const text = sessionText(deps, found?.owner.id, found?.key ?? '');
  const body = Object.keys(besides).length === 0 ? text : `${text.slice(0, -1)},${JSON.stringify(besides).slice(1)}`;
  return { headers: { 'Set-Cookie': cookie }, body };
}

async function signOut(deps: Deps, call: Call): Promise<Reply> {
  await endCookieSession(deps, call);
  return { status: 204, headers: { 'Set-Cookie': endedSessionCookie({ isSecure: call.isHttps }) } };
}
