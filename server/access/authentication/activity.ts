import type { Clock } from '../../clock.ts';

/** Which tokens are in use by open streams and display connections (interface/streaming 2.9). */
export interface Activity {
  /** Call it when a stream or display connection opens with this token, and the function that it returns when that closes. */
  open(tokenKey: string): () => void;
  /** Is a stream open, or was the last one closed less than 60 s ago? Then the token is valid whatever its expiry says. */
  alive(tokenKey: string): boolean;
  /** The tokens that have a stream or display connection open at this moment. */
  inUse(): Iterable<string>;
}

/** The interface tells a reader to wait 1 to 2 s when its stream drops, and then to send the same request again. */
const graceMs = 60_000;

export function createActivity(clock: Clock): Activity {
  const open = new Map<string, number>();
  /** For each token the time at which its last stream closed, the oldest first. */
  const closed = new Map<string, number>();

  const close = (tokenKey: string): void => {
    const left = open.get(tokenKey)! - 1;
    if (left > 0) return void open.set(tokenKey, left);
    open.delete(tokenKey);
    forgetClosed();
    closed.set(tokenKey, clock.steady());
  };
  /** The map would otherwise keep every token that ever had a stream. */
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
