import Schema from 'typebox';
import { exampleIds } from '../../../model/example-ids.ts';
import type { Body } from '../../../model/field.ts';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { configValue } from '../../../model/resources/server-config.ts';
import { Session } from '../../../model/resources/session.ts';
import { User, userByEmail } from '../../../model/resources/user.ts';
import { answerSchema } from '../../../model/schemas.ts';
import { Bool, Text } from '../../../model/types.ts';
import type { Activity } from '../../access/activity.ts';
import type { Authentication, Credential } from '../../access/authenticate.ts';
import type { Passwords } from '../../access/passwords.ts';
import type { Rules } from '../../access/rule-table.ts';
import { newToken, tokenHash } from '../../access/tokens.ts';
import { submit } from '../../collections/submit.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import type { Store, Transaction } from '../../store/store.ts';
import { loginLine, type NewSession, signIn } from '../../users/sign-in.ts';
import { isNearlyFull, type UserLimits } from '../../users/user-limits.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'anyone'>;
  readonly authenticate: Pick<Authentication, 'find'>;
  readonly passwords: Pick<Passwords, 'verify'>;
  /** As `createLoginFailures` makes it. */
  readonly countFailure: (ip: string) => number | undefined;
  readonly activity: Pick<Activity, 'inUse'>;
  readonly userLimits: Pick<UserLimits, 'sessions'>;
}

type LoginForm =
  | { readonly email: string; readonly password: string; readonly token?: undefined; readonly remember: boolean }
  | { readonly token: string; readonly remember: boolean };

/** What was proven before the command: whose account it is. In the command, `holds` checks that the proof still holds. */
interface Proof {
  readonly user: User | undefined;
  readonly holds: (tx: Transaction) => User;
  /** The record key of the token in the body. */
  readonly token?: string;
  /** What the command does after it has made the new session. */
  readonly besides?: (tx: Transaction, expires_at: number) => void;
}

const token = Schema.String({ examples: [exampleIds.token] });
const remember = Schema.Optional(Schema.Boolean({ description: 'The new token lives for 14 days instead of 24 hours' }));
const passwordForm = Schema.Object(
  { email: Schema.String({ format: 'email' }), password: Schema.String({ format: 'password' }), remember },
  {
    title: 'PasswordLogin',
    additionalProperties: false,
    examples: [{ email: 'ada@corp.example', password: 'correct-horse-battery' }],
  },
);
const tokenForm = Schema.Object(
  { token, remember },
  { title: 'TokenLogin', additionalProperties: false, examples: [{ token: exampleIds.token, remember: true }] },
);

/** POST /users/login (interface/auth 2). */
export const loginRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/login',
    operation: 'login',
    tag: tags.signIn,
    summary: 'Signs in with e-mail and password, or with a token',
    about:
      'Answers a new temporary token, which lives for 24 hours, with `remember` for 14 days, and as long as a stream is open with it. With a token in the body that one stays valid, too. A failed attempt is written to the audit log.',
    file: 'server/routes/users/login.ts',
    access: deps.rules.anyone,
    body: Schema.Union([passwordForm, tokenForm]),
    answer: Schema.Object({ token, user: answerSchema('User', User.fields) }, { title: 'Login' }),
    refusals: [401, 403],
    handle: (call) => login(deps, call, readForm(call.body)),
  },
];

const keys = new Set(['email', 'username', 'password', 'token', 'remember']);

/** Reads one of the two forms; 400 for a mixture. `username` may stand for the e-mail, because a published client sends only that. */
function readForm(body: Body): LoginForm {
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

async function login(deps: Deps, call: Call, form: LoginForm): Promise<string> {
  const token = newToken();
  const proof = form.token === undefined ? await provePassword(deps, form) : proveToken(deps, form.token);
  const room = roomFor(deps, proof);
  try {
    const author = { id: proof.user?.id ?? null, name: proof.user?.name ?? '', ip: call.author.ip };
    const text = await submit(
      deps.store,
      { author, permit: call.permit },
      {
        *run(tx) {
          const user = proof.holds(tx);
          const made = yield* signIn(tx, { user, hash: tokenHash(token), remember: form.remember, ...room });
          proof.besides?.(tx, made.expires_at);
          return made.text;
        },
      },
    );
    return `{"token":"${token}","user":${text}}`;
  } catch (cause) {
    if (cause instanceof Refusal) await recordFailure(deps, call, form, proof.user);
    throw cause;
  }
}

/** Looked up before the command, which must do the same when it runs again. The token in the body stays valid, too. */
function roomFor({ store, activity, userLimits }: Deps, { user, token }: Proof): Pick<NewSession, 'mostSessions' | 'inUse'> {
  const mostSessions = userLimits.sessions;
  const isNeeded = user !== undefined && isNearlyFull(store.directory, user.id, mostSessions);
  return { mostSessions, inUse: new Set(isNeeded ? [...activity.inUse(), token ?? ''] : []) };
}

/** The proof holds for the hash that was verified: a new password makes it worthless. */
async function provePassword({ store, passwords }: Deps, form: LoginForm & { email: string; password: string }): Promise<Proof> {
  const user = userByEmail(store.directory, form.email);
  const stored = user?.password_hash || undefined;
  const fits = await passwords.verify(stored, form.password);
  return {
    user,
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
function proveToken({ authenticate }: Deps, token: string): Proof {
  const credential = authenticate.find(token);
  return {
    user: credential?.owner,
    ...(credential && { token: credential.key }),
    holds({ directory }) {
      const current = credential && directory.find(credential.key) && directory.get(User, credential.owner.id);
      if (!current) throw refuse.invalidToken();
      return current;
    },
    besides: (tx, expires_at) => prolong(tx, credential, expires_at),
  };
}

function prolong({ directory }: Transaction, credential: Credential | undefined, expires_at: number): void {
  if (credential?.kind !== 'temporary') return;
  const session = directory.find(credential.key)!.record as Session;
  directory.update(Session, { ...session, expires_at: Math.max(session.expires_at, expires_at) });
}

const longestEmail = 254;

/** Writes the failure in a transaction of its own, because the refused one left nothing. */
async function recordFailure(deps: Deps, call: Call, form: LoginForm, user: User | undefined): Promise<void> {
  const unwritten = deps.countFailure(call.author.ip);
  if (unwritten === undefined) return;
  const details = {
    ...(form.token === undefined && { email: form.email.slice(0, longestEmail) }),
    ...(unwritten > 0 && { more_failures: unwritten }),
  };
  await deps.store.submit({
    scopes: ['directory'],
    author: { id: null, name: '', ip: call.author.ip },
    permit: () => {},
    run: (tx) => tx.audit(loginLine('Login failed', user, details)),
  });
}
