import { type Clock, usualClock } from '../../client/index.ts';

/** Milliseconds of one slice: a frame still has time for itself. */
const SLICE = 8;

/**
 * Runs long work in slices, so that the page answers meanwhile. The first slice runs at once, so short work is done when this returns.
 * Each step (until a `yield`) should take under a millisecond. Returns what gives the work up.
 */
export function inSlices(
  work: Iterator<void>,
  clock: Pick<Clock, 'steady'> = usualClock,
  later: (run: () => void) => void = nextTurn,
): () => void {
  let isOver = false;
  const run = (): void => {
    const end = clock.steady() + SLICE;
    while (!isOver && clock.steady() < end) isOver = work.next().done === true;
    if (!isOver) later(run);
  };
  run();
  return () => {
    isOver = true;
  };
}

/** A message comes sooner than a timer, which browsers delay by 4 ms after some repetitions, and in the background by more. */
export function nextTurn(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  // The types of browsers and Node contradict each other
  (port1 as { onmessage?: unknown }).onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(undefined);
}
