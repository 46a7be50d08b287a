import type { View, Work } from '../../../model/hooks.ts';
import { expiryOf, hourOf, LoginSession, prolonged, usedAt } from '../../../model/resources/accounts/session.ts';
import type { Activity } from '../../access/authentication/activity.ts';
import type { SessionUse } from '../../access/authentication/session-use.ts';
import type { Clock } from '../../clock.ts';
import { type Job, type RepeatedDeps, repeated } from '../../jobs/job.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Settings } from '../../settings.ts';
import { SERVER, type Store } from '../../store/store.ts';

interface Deps extends RepeatedDeps {
  readonly store: Pick<Store, 'directory' | 'submit'>;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly activity: Activity;
  readonly sessionUse: SessionUse;
  readonly settings: Pick<Settings, 'wallSessionDays'>;
}

const minute = 60_000;
const hour = 60 * minute;
/**
 * A session that is used all the time is written once in this time, and a restart loses what is younger. Where no session ends
 * because nobody uses it, only people read it, and a day is enough for them, as of permanent tokens.
 */
const betweenWrites = ({ endsIdle }: Deps['sessionUse']): number => (endsIdle ? 10 * minute : 24 * hour);
/** When sessions end because nobody uses them, a use is written so late at the most: between two writes, and until the next run. */
export const USE_WRITTEN_MS = 11 * minute;
/** In one command. */
const most = 200;

/** Writes when temporary tokens were used last: one with an open stream or display is in use. */
export const sessionUses = (deps: Deps): Job =>
  repeated(deps, {
    name: 'the last use of sessions',
    runsOn: 'every node',
    everyMs: minute,
    async run(isClosing) {
      for (const token of deps.activity.inUse())
        if (sessionOf(deps.store.directory, token)) deps.sessionUse.note({ credential: 'temporary', token });
      await inPortions(dueKeys(deps), isClosing, (uses) => write(deps, uses));
    },
  });

/** Removes sessions that ended because nobody used them, where the setting says that they do. */
export const idleSessions = (deps: Deps): Job =>
  repeated(deps, {
    name: 'the removal of idle sessions',
    runsOn: 'one node',
    everyMs: hour,
    async run(isClosing) {
      if (!deps.sessionUse.endsIdle) return;
      await inPortions(await deps.scheduler.run(idleKeys(deps)), isClosing, (keys) => remove(deps, keys));
    },
  });

function sessionOf(directory: View, key: string): LoginSession | undefined {
  const found = directory.find(key);
  return found?.kind === LoginSession ? (found.record as LoginSession) : undefined;
}

type Use = readonly [key: string, at: number];

function dueKeys(deps: Deps): Use[] {
  const due: Use[] = [];
  const least = betweenWrites(deps.sessionUse);
  for (const [key, at] of deps.sessionUse.all()) {
    const session = sessionOf(deps.store.directory, key);
    if (!session) deps.sessionUse.forget(key);
    else if (session.last_used_at === '' || at - usedAt(session) >= least) due.push([key, at]);
  }
  return due;
}

const write = ({ store, settings }: Deps, uses: readonly Use[]): Promise<void> =>
  store.submit({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    *run({ directory }) {
      for (const [key, at] of uses) {
        const session = directory.find(key)?.record as LoginSession | undefined;
        // Another node may have seen a later use
        if (session && (session.last_used_at === '' || usedAt(session) < at))
          directory.update(LoginSession, usedSession(session, at, settings.wallSessionDays));
        yield;
      }
    },
  });

/** A wall that is used stays signed in. */
function usedSession(session: LoginSession, at: number, wallDays: number): LoginSession {
  const used = { ...session, last_used_at: new Date(at).toISOString() };
  return session.kind === 'wall' ? prolonged(used, at + wallDays * 24 * hour) : used;
}

/** The hours in which sessions expire that are valid now: `remember` gives them 14 days. */
const hoursAhead = 15 * 24;

function* idleKeys({ store: { directory }, clock, activity, sessionUse }: Deps): Work<string[]> {
  const idle: string[] = [];
  const now = clock.now();
  for (let ahead = 0; ahead <= hoursAhead; ahead++) {
    for (const key of [...directory.keys('expires-in-hour', hourOf(now + ahead * hour))]) {
      const session = sessionOf(directory, key);
      if (
        session &&
        session.kind !== 'wall' &&
        expiryOf(session) > now &&
        sessionUse.isIdle(key, usedAt(session)) &&
        !activity.alive(key)
      )
        idle.push(key);
      yield;
    }
  }
  return idle;
}

const remove = ({ store }: Deps, keys: readonly string[]): Promise<void> =>
  store.submit({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    *run({ directory }) {
      for (const key of keys) {
        if (directory.find(key)) yield* directory.remove(key);
        yield;
      }
    },
  });

async function inPortions<T>(
  all: readonly T[],
  isClosing: () => boolean,
  work: (portion: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < all.length && !isClosing(); at += most) await work(all.slice(at, at + most));
}
