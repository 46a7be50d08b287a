import { type Clock, type Identity, usualClock } from '../../client/index.ts';
import { Refusal } from '../../model/refusal-error.ts';
import { site } from '../session/rest.ts';
import type { CurrentSession } from '../session/session.ts';

/** A code that somebody who is signed in elsewhere may type (interface/auth 2.7). */
export interface ShownCode {
  readonly code: string;
  /** Steady milliseconds after which another code takes its place. */
  readonly until: number;
}

/** What the server hands over once somebody has confirmed the code. */
export interface PairedSession extends CurrentSession {
  /** Nothing for a further machine of a wall. */
  readonly installation?: Identity;
}

interface Begun {
  readonly code: string;
  readonly secret: string;
  readonly expires_in: number;
  readonly interval: number;
}

interface Context {
  /** What the wall calls itself while it waits. */
  readonly name: string;
  /** Undefined: the server does not answer, or gives no code. */
  readonly shown: (code: ShownCode | undefined) => void;
  readonly paired: (session: PairedSession) => void;
  readonly requests?: Pick<typeof site, 'post'>;
  readonly clock?: Pick<Clock, 'after' | 'steady'>;
}

/** Before the next try when the server does not answer. */
const PAUSE_S = 3;

/** Shows codes, one after another, until somebody has confirmed one: for years, if need be. Returns what ends that. */
export function pairWall({ name, shown, paired, requests = site, clock = usualClock }: Context): () => void {
  let isOver = false;
  const pause = (seconds: number): Promise<void> => new Promise((resolve) => clock.after(seconds * 1000, resolve));
  const begin = async (): Promise<Begun | undefined> => {
    try {
      return await requests.post<Begun>('/session/pairing', { name, lasts: 'wall' });
    } catch (cause) {
      shown(undefined);
      await pause((cause instanceof Refusal && cause.retryAfter) || PAUSE_S);
      return undefined;
    }
  };
  /** Resolves with false when another code is needed. */
  const wait = async ({ secret, interval }: Begun, until: number): Promise<boolean> => {
    while (!isOver && clock.steady() < until) {
      await pause(interval);
      try {
        const session = isOver ? undefined : await requests.post<PairedSession | undefined>(`/session/pairing/${secret}`);
        if (session && !isOver) paired(session);
        if (session) return true;
      } catch (cause) {
        // Without an answer the code may be good all the same
        if (cause instanceof Refusal && cause.status > 0 && cause.status < 500) return false;
      }
    }
    return isOver;
  };
  const run = async (): Promise<void> => {
    while (!isOver) {
      const begun = await begin();
      if (!begun || isOver) continue;
      const until = clock.steady() + begun.expires_in * 1000;
      shown({ code: begun.code, until });
      if (await wait(begun, until)) return;
    }
  };
  void run();
  return () => {
    isOver = true;
  };
}
