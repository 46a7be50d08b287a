/** A pending timer. */
export interface Timer {
  cancel(): void;
}

/** The only source of time: no `Date.now` and no `setTimeout` elsewhere, so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970, for dates that are told or stored. Somebody may set it back, or forward by a day. */
  now(): number;
  /**
   * Milliseconds since some moment, which only ever grow as time passes: for deadlines, pauses, and how long ago something
   * happened. Means nothing to another process or after a restart. Timers run by it.
   */
  steady(): number;
  after(ms: number, run: () => void): Timer;
  every(ms: number, run: () => void): Timer;
}

/** Real time. Timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return { cancel: () => clearInterval(timer) };
  },
};

/** `2026-02-03T09:15:00.120Z` */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
