import { type Clock, type Timer, usualClock } from '../../../client/index.ts';

/** Milliseconds in which events gather for one message. */
const GATHERED_MS = 500;

/** Tells of many things in one message. */
export interface Gathered<Thing> {
  add(thing: Thing): void;
  /** Tells now what was not told yet. */
  flush(): void;
}

/** @param tell is called with at least one, each once */
export function gathered<Thing>(
  tell: (things: ReadonlySet<Thing>) => void,
  clock: Pick<Clock, 'after'> = usualClock,
): Gathered<Thing> {
  let things = new Set<Thing>();
  let timer: Timer | undefined;
  const flush = (): void => {
    timer?.cancel();
    timer = undefined;
    const told = things;
    things = new Set();
    if (told.size > 0) tell(told);
  };
  return {
    add(thing) {
      things.add(thing);
      timer ??= clock.after(GATHERED_MS, flush);
    },
    flush,
  };
}
