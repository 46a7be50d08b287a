import { expect, it } from 'vitest';
import { Rhythm } from './rhythm.ts';

/** Times at which parts are shown that arrive every 50 ms, from 10,000 ms on. */
function shownIn(milliseconds: number): number[] {
  const rhythm = new Rhythm();
  const parts = Array.from({ length: milliseconds / 50 }, (_, at) => 50 * at);
  return parts.filter((at) => rhythm.isDue(10_000 + at));
}

it('shows nothing of a list that is there within 300 ms, so that it is painted once', () => expect(shownIn(300)).toEqual([]));

it('shows a slow list the more seldom the longer it takes', () => expect(shownIn(60_000)).toEqual([300, 1_300, 5_200, 20_800]));
