import type { Clock } from '../../clock.ts';
import type { Actor } from '../actor.ts';

/** When temporary tokens were used last, as far as this process knows (interface/auth 2.8). Dates in milliseconds since 1970. */
export interface SessionUse {
  /** Called for every request, so it costs next to nothing. Other credentials are ignored. */
  note(actor: Pick<Actor, 'credential' | 'token'>): void;
  /**
   * True when the session has ended, because it was idle for too long. `key`: its record key. `written`: the last use in its
   * record.
   */
  isIdle(key: string, written: number): boolean;
  /** False: sessions end only when they expire. */
  readonly endsIdle: boolean;
  /** All that were used since the start and not forgotten. */
  all(): Iterable<readonly [key: string, at: number]>;
  /** The session is gone. */
  forget(key: string): void;
}

/**
 * `idleHours`: a session that nobody uses for this long ends; 0: never. `writtenLateMs`: how long another node may know of a use
 * before it writes it, so that nobody is signed out who works there; 0: there is no other.
 */
export function createSessionUse(clock: Pick<Clock, 'now'>, idleHours: number, writtenLateMs = 0): SessionUse {
  const used = new Map<string, number>();
  const idleMs = idleHours * 3_600_000;
  return {
    note({ credential, token }) {
      if (credential === 'temporary') used.set(token, clock.now());
    },
    isIdle: (key, written) => idleHours > 0 && Math.max(written + writtenLateMs, used.get(key) ?? 0) + idleMs <= clock.now(),
    endsIdle: idleHours > 0,
    all: () => used,
    forget: (key) => void used.delete(key),
  };
}
