import { type AccessToken, endOf } from '../../../model/resources/accounts/access-token.ts';
import { expiryOf, hourOf, LoginSession, prolonged } from '../../../model/resources/accounts/session.ts';
import type { Activity } from '../../access/authentication/activity.ts';
import type { Clock } from '../../clock.ts';
import { type Job, type RepeatedDeps, repeated } from '../../jobs/job.ts';
import { SERVER, type Store } from '../../store/store.ts';

interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly activity: Activity;
}

const second = 1000;
const hour = 3600 * second;

/**
 * Keeps the tokens of open streams from expiring (interface/streaming 2.9). The stored expiry is for other nodes and for a
 * restart; on this node the activity alone would do.
 */
export const tokenExtension = (deps: Deps & RepeatedDeps): Job =>
  repeated(deps, {
    name: 'the extension of tokens',
    runsOn: 'every node',
    everyMs: 30 * second,
    run: () => extendOpenTokens(deps),
  });

/** Removes expired tokens: temporary ones soon, permanent ones a week later, because people may ask why a program has stopped. */
export const tokenExpiry = (deps: Deps & RepeatedDeps): Job =>
  repeated(deps, {
    name: 'the removal of expired tokens',
    runsOn: 'one node',
    everyMs: hour,
    run: () => removeExpiredTokens(deps),
  });

/** Tokens with an open stream that expire within 60 s then expire 90 s from now. Called every 30 s. */
export async function extendOpenTokens({ store, clock, activity }: Deps): Promise<void> {
  const now = clock.now();
  const soon = [...activity.inUse()].flatMap((key) => expiresBefore(store, key, now + 60 * second));
  if (soon.length === 0) return;
  await store.submit({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    run({ directory }) {
      for (const id of soon) {
        const session = directory.get(LoginSession, id);
        if (session) directory.update(LoginSession, prolonged(session, now + 90 * second));
      }
    },
  });
}

/**
 * Expired tokens are valid nowhere, so their removal can wait: the node that has the streams of a token goes on moving its expiry by
 * a clock of its own, which may be late.
 */
const LATE_MS = 600 * second;

export async function removeExpiredTokens({ store, clock, activity }: Deps): Promise<void> {
  const now = clock.now();
  const before = now - LATE_MS;
  const expired = [...expiredKeys(store, before)].filter((key) => !activity.alive(key));
  const ended = [...endedKeys(store, now)];
  if (expired.length + ended.length === 0) return;
  await store.submit({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    *run({ directory }) {
      for (const key of expired) {
        const found = directory.find(key)?.record as LoginSession | undefined;
        if (found && expiryOf(found) <= before) yield* directory.remove(key);
        yield;
      }
      for (const key of ended) {
        if (directory.find(key)) yield* directory.remove(key);
        yield;
      }
    },
  });
}

function expiresBefore(store: Store, key: string, time: number): string[] {
  const found = store.directory.find(key);
  const session = found?.kind === LoginSession ? (found.record as LoginSession) : undefined;
  return session && expiryOf(session) < time ? [session.id] : [];
}

/** After more than a year without a run, the oldest tokens stay in the store; they are not valid either. */
const hoursBack = 400 * 24;

function* expiredKeys(store: Store, now: number): Iterable<string> {
  for (let back = 0; back < hoursBack; back++) {
    for (const key of store.directory.keys('expires-in-hour', hourOf(now - back * hour))) {
      const session = store.directory.find(key)?.record as LoginSession | undefined;
      if (session && expiryOf(session) <= now) yield key;
    }
  }
}

const day = 24 * hour;
/** Ended permanent tokens are listed for this long. */
const keptDays = 7;

function* endedKeys({ directory }: Store, now: number): Iterable<string> {
  const before = now - keptDays * day;
  for (let back = 0; back <= hoursBack / 24; back++) {
    for (const key of directory.keys('ends-on-day', new Date(before - back * day).toISOString().slice(0, '2026-01-01'.length))) {
      const token = directory.find(key)?.record as AccessToken | undefined;
      if (token && endOf(token) <= before) yield key;
    }
  }
}
