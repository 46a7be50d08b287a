import type { Clock } from '../clock.ts';

/** Which tokens are in use by open streams and display connections (interface/streaming 2.9). */
export interface Activity {
  /** A stream or display connection was opened with this token. Returns what to call when it closes. */
  open(tokenKey: string): () => void;
  /** One is open, or the last one closed less than 60 s ago: the token is valid whatever its expiry says. */
  alive(tokenKey: string): boolean;
  /** The tokens with something open at this moment. */
  inUse(): Iterable<string>;
}

/** A reader is told to wait 1 to 2 s after a drop and to repeat the same request. */
const graceMs = 60_000;

export function createActivity(clock: Clock): Activity {
  const open = new Map<string, number>();
  /** Token to the time at which its last stream closed, oldest first. */
  const closed = new Map<string, number>();

  const close = (tokenKey: string): void => {
    const left = open.get(tokenKey)! - 1;
    if (left > 0) return void open.set(tokenKey, left);
    open.delete(tokenKey);
    forgetClosed();
    closed.set(tokenKey, clock.steady());
  };
  /** Without it the map would keep every token that ever had a stream. */
  const forgetClosed = (): void => {
    for (const [tokenKey, at] of closed) {
      if (clock.steady() - at < graceMs) return;
      closed.delete(tokenKey);
    }
  };

  return {
    open(tokenKey) {
      open.set(tokenKey, (open.get(tokenKey) ?? 0) + 1);
      closed.delete(tokenKey);
      let once = true;
      return () => {
        if (once) close(tokenKey);
        once = false;
      };
    },
    alive(tokenKey) {
      const closedAt = closed.get(tokenKey);
      return open.has(tokenKey) || (closedAt !== undefined && clock.steady() - closedAt < graceMs);
    },
    inUse: () => open.keys(),
  };
}
