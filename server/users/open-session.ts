import { exampleIds } from '../../model/example-ids.ts';
import type { Work } from '../../model/hooks.ts';
import { Schema } from '../../model/json-schema.ts';
import { Refusal } from '../../model/refusal.ts';
import type { LoginSession } from '../../model/resources/accounts/session.ts';
import { User } from '../../model/resources/accounts/user.ts';
import { answerSchema } from '../../model/schemas.ts';
import type { Activity } from '../access/authentication/activity.ts';
import type { LastUsed } from '../access/authentication/last-used.ts';
import { newToken, tokenHash } from '../access/authentication/tokens.ts';
import { submit } from '../collections/submit.ts';
import type { Call } from '../http/routing/route.ts';
import type { Store, Transaction } from '../store/store.ts';
import { loginLine, type NewSession, signIn, type WallSession } from './sign-in.ts';
import type { CountSignIn, SignInWay } from './sign-in-metrics.ts';
import { isNearlyFull, type UserLimits } from './user-limits.ts';

export interface SessionDeps {
  readonly store: Store;
  /** Made by `createLoginFailures`. */
  readonly countFailure: (ip: string) => number | undefined;
  readonly countSignIn: CountSignIn;
  readonly activity: Pick<Activity, 'inUse'>;
  readonly lastUsed: Pick<LastUsed, 'note'>;
  readonly userLimits: Pick<UserLimits, 'sessions'>;
}

/** What was proven before the command, whatever the way of signing in: whose account it is. */
export interface Proof {
  readonly way: SignInWay;
  /** The account, if there is one already; also that of a wrong password. */
  readonly user: User | undefined;
  /** Checks in the command that the proof still holds, and makes the account if this way of signing in does that. Throws the refusal. */
  readonly holds: (tx: Transaction) => User | Work<User>;
  /** The record key of the token that was the proof. */
  readonly token?: string;
  /** Id of the permanent token behind that one: the session may do what it may, and ends with it. */
  readonly access_token?: string;
  /** What the session may be used for; null, or left out: all that its user may. */
  readonly scopes?: LoginSession['scopes'];
  /** The session is that of a wall, and lasts as long as it is used. */
  readonly wall?: WallSession;
  /** What the command does after it has made the new session. */
  readonly besides?: (tx: Transaction, expires_at: number) => void;
  /** Details of the audit entry `Login failed`. */
  readonly told?: Readonly<Record<string, string>>;
}

/** A new temporary token, and the user as it was before. */
export interface OpenedSession {
  readonly token: string;
  /** JSON text of the user. */
  readonly user: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** What the session keeps of the request that opens it. */
export type SignInCall = Pick<Call, 'author' | 'permit' | 'headers'>;

/** What every way of signing in over the interface answers (interface/auth 2.1). */
export const loginAnswer = Schema.Object(
  { token: Schema.String({ examples: [exampleIds.token] }), user: answerSchema('User', User.fields) },
  { title: 'Login' },
);
export const loginText = ({ token, user }: OpenedSession): string => `{"token":"${token}","user":${user}}`;

/**
 * Makes a session for whoever the proof says, in one command that checks the proof again (interface/auth 2.1). A refusal is
 * written to the audit log. `remember`: the session lives for 14 days instead of 24 hours.
 */
export async function openSession(deps: SessionDeps, call: SignInCall, proof: Proof, remember: boolean): Promise<OpenedSession> {
  const token = newToken();
  const { access_token = '', scopes = null, wall } = proof;
  const room = roomFor(deps, proof);
  const { ip } = call.author;
  const author = { id: proof.user?.id ?? null, name: proof.user?.name ?? '', ip };
  const from = { address: ip, userAgent: call.headers['user-agent'] ?? '' };
  try {
    const { text, expires_at } = await submit(
      deps.store,
      { author, permit: call.permit },
      {
        *run(tx) {
          const held = proof.holds(tx);
          const user = isWork(held) ? yield* held : held;
          const made = yield* signIn(tx, {
            user,
            hash: tokenHash(token),
            remember,
            access_token,
            scopes,
            wall,
            ...from,
            ...room,
          });
          proof.besides?.(tx, made.expires_at);
          return made;
        },
      },
    );
    deps.countSignIn(proof.way, 'ok');
    deps.lastUsed.note(access_token, ip);
    return { token, user: text, expires_at };
  } catch (cause) {
    if (cause instanceof Refusal) await recordFailure(deps, ip, proof);
    throw cause;
  }
}

const isWork = (held: User | Work<User>): held is Work<User> => 'next' in held;

/**
 * The room is looked up before the command, which must do the same when it runs again. The token that was the proof stays valid,
 * too.
 */
function roomFor(
  { store, activity, userLimits }: SessionDeps,
  { user, token }: Proof,
): Pick<NewSession, 'mostSessions' | 'inUse'> {
  const mostSessions = userLimits.sessions;
  const isNeeded = user !== undefined && isNearlyFull(store.directory, user.id, mostSessions);
  return { mostSessions, inUse: new Set(isNeeded ? [...activity.inUse(), token ?? ''] : []) };
}

/** Writes the failure in a transaction of its own, because the refused one left nothing. */
export async function recordFailure(
  { store, countFailure, countSignIn }: Pick<SessionDeps, 'store' | 'countFailure' | 'countSignIn'>,
  ip: string,
  { way, user, told }: Pick<Proof, 'way' | 'user' | 'told'>,
): Promise<void> {
  countSignIn(way, 'refused');
  const unwritten = countFailure(ip);
  if (unwritten === undefined) return;
  const details = { ...told, ...(unwritten > 0 && { more_failures: unwritten }) };
  await store.submit({
    scopes: ['directory'],
    author: { id: null, name: '', ip },
    permit: () => {},
    run: (tx) => tx.audit(loginLine('Login failed', user, details)),
  });
}
