import { describe, expect, it } from 'vitest';
import { BUDGET, Pace } from './pace.ts';

/** The budget after frames that take `overhead` milliseconds besides painting, and paint for as long as they may. */
function painted(overhead: number, frames: number): number {
  const pace = new Pace();
  let now = 1000;
  for (let frame = 0; frame < frames; frame++) {
    pace.begin(now);
    now += overhead + pace.budget();
  }
  return pace.budget();
}

describe('the time for painting in a frame', () => {
  it('is the usual one where frames are fast', () => expect(painted(8, 20)).toBe(BUDGET));

  it('grows where frames are slow, as long as the rest of them, and no longer', () => {
    expect(painted(24, 40)).toBeCloseTo(24, 0);
    expect(painted(200, 40)).toBe(40);
  });

  it('is the usual one after a pause', () => {
    const pace = new Pace();
    pace.begin(1000);
    pace.begin(5000);
    expect(pace.budget()).toBe(BUDGET);
  });
});
