import { effect, signal, untracked } from '@preact/signals';
import { usualClock } from '../../client/index.ts';
import { unauthorized } from './rest.ts';
import { type CurrentSession, refreshSession, session, sessionChannel, signInAsked } from './session.ts';
import { pauseMs, untilAnswered } from './until-answered.ts';

/** The page has begun, and the server has not answered yet. */
export const isSilent = signal(false);

/** What became of the person in this tab without having done it here. */
export type PersonChange = 'same' | 'ended' | 'other';

export function turnOf(before: CurrentSession | undefined, now: CurrentSession): PersonChange {
  const was = before?.user?.id;
  if (was === undefined || was === now.user?.id) return 'same';
  return now.user ? 'other' : 'ended';
}

/** Somebody who comes back after this long may have been signed out meanwhile. */
const FRESH_MS = 60_000;

/**
 * Asks who is signed in until the server answers, and keeps that true from now on: when a person comes back to this tab, when another
 * tab signs in or out, and when the server refuses a request because nobody is. Call it once. `other`: is told when somebody else
 * is signed in than before.
 */
export function beginSession(other: (now: CurrentSession) => void): void {
  let asked = usualClock.steady();
  const refresh = oneAtATime(async () => {
    asked = usualClock.steady();
    const before = session.peek();
    // A server that does not answer now is no reason to sign anybody out; the connection says that it is away
    const isNews = await refreshSession().catch(() => false);
    const now = session.peek();
    if (isNews && now) tell(turnOf(before, now), now, other);
  });
  const comeBack = (): void => {
    if (document.visibilityState === 'visible' && usualClock.steady() - asked > FRESH_MS) refresh();
  };
  addEventListener('focus', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  sessionChannel().onmessage = refresh;
  effect(() => {
    if (unauthorized.value > 0 && untracked(() => session.value?.user)) refresh();
  });
  void firstAnswer();
}

/** One at a time. Calls while one runs are one more afterwards, because it may have looked too early. `work` must not reject. */
export function oneAtATime(work: () => Promise<void>): () => void {
  let running: Promise<void> | undefined;
  let isDue = false;
  const run = (): void => {
    isDue = running !== undefined;
    running ??= work().then(() => {
      running = undefined;
      if (isDue) run();
    });
  };
  return run;
}

function tell(turn: PersonChange, now: CurrentSession, other: (now: CurrentSession) => void): void {
  if (turn === 'ended') signInAsked.value = 'ended';
  else if (now.user) signInAsked.value = undefined;
  if (turn === 'other') other(now);
}

/** Resolves when the server has answered at all. */
export async function firstAnswer(): Promise<void> {
  await untilAnswered(refreshSession, { wait: nextTry, silent: () => void (isSilent.value = true) });
  isSilent.value = false;
}

/** After a pause, or as soon as the machine has a network again. */
const nextTry = (tries: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      timer.cancel();
      removeEventListener('online', done);
      resolve();
    };
    const timer = usualClock.after(pauseMs(tries), done);
    addEventListener('online', done);
  });
