import type { Work } from '../../../model/hooks.ts';

/** Elements that are sorted or merged in one step, which takes less than a millisecond. */
const STEP = 1000;

/** A sorted copy, in steps: sorting 100,000 elements at once would take several turns of the event loop. Equal ones keep their order. */
export function* sortedInSteps<T>(all: readonly T[], compare: (a: T, b: T) => number): Work<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < all.length; from += STEP) {
    runs.push(all.slice(from, from + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedInSteps(runs[at]!, runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInSteps<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Work<T[]> {
  const merged: T[] = [];
  let at = 0;
  let there = 0;
  while (merged.length < one.length + other.length) {
    const isOne = there === other.length || (at < one.length && compare(one[at]!, other[there]!) <= 0);
    merged.push(isOne ? one[at++]! : other[there++]!);
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}
