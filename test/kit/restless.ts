import type { Caller } from './client.ts';

export interface Restless {
  /** Stops, and returns how many answers came and how long the slowest took, in milliseconds. Throws when one was not 200. */
  stop(): Promise<{ readonly answers: number; readonly slowest: number }>;
}

/** Requests these paths again and again while something else happens. */
export function askRestlessly(caller: Caller, ...paths: readonly string[]): Restless {
  let going = true;
  const asked = (async () => {
    let answers = 0;
    let slowest = 0;
    while (going) {
      const started = performance.now();
      const { status, text } = await caller.get(paths[answers % paths.length]!);
      if (status !== 200) throw new Error(`${status} ${text}`);
      slowest = Math.max(slowest, performance.now() - started);
      answers++;
    }
    return { answers, slowest };
  })();
  asked.catch(() => undefined);
  return {
    stop() {
      going = false;
      return asked;
    },
  };
}
