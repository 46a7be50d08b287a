import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn, setTimeout as timer } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Work } from '../model/hooks.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

/** The promise, and what is aimed at. */
const MOST = 20;
const AIM = 10;

/** Time is what the works of a test cost, whatever else the machine does. */
let time: { ms: number };
let scheduler: Scheduler;
beforeEach(() => {
  const own = { ms: 0 };
  time = own;
  scheduler = createScheduler(() => own.ms);
});

interface Cost {
  readonly steps: number;
  readonly ms: number;
}

const costing = ({ steps, ms }: Cost, tell: (steps: number) => void = () => undefined): Work<number> =>
  spend(time, steps, ms, tell);

function* spend(own: typeof time, steps: number, ms: number, tell: (steps: number) => void): Work<number> {
  for (let step = 1; step <= steps; step++) {
    own.ms += ms;
    tell(step);
    yield;
  }
  return steps;
}

/** What each turn of the event loop has cost until it is over. */
async function turnsUntil(over: Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let going = true;
  const end = (): void => {
    going = false;
  };
  over.then(end, end);
  for (let before = time.ms; going; before = time.ms) {
    await nextTurn();
    turns.push(time.ms - before);
  }
  return turns;
}

describe('long works', () => {
  it.each([1, 5, 10, 100])('of %i callers at once take no longer of a turn than one', async (callers) => {
    const works = Array.from({ length: callers }, () => scheduler.run(costing({ steps: 200, ms: 0.4 })));
    const begun = time.ms;
    const turns = await turnsUntil(Promise.all(works));
    expect(Math.max(begun, ...turns)).toBeLessThanOrEqual(AIM);
    expect(scheduler.longestTurn).toBeLessThanOrEqual(AIM);
    expect(scheduler.longestTurn).toBeGreaterThan(0);
    expect(await Promise.all(works)).toEqual(works.map(() => 200));
  });

  it('with longer steps than they should have stay under the promise', async () => {
    const works = Array.from({ length: 10 }, () => scheduler.run(costing({ steps: 20, ms: 6 })));
    expect(Math.max(...(await turnsUntil(Promise.all(works))))).toBeLessThanOrEqual(MOST);
  });

  it('come forward together, one slice after the other', async () => {
    const done = new Map<number, number>();
    const works = Array.from({ length: 10 }, (_, at) =>
      scheduler.later(costing({ steps: 100, ms: 0.5 }, (steps) => done.set(at, steps))),
    );
    let going = true;
    void Promise.all(works).then(() => {
      going = false;
    });
    while (going) {
      await nextTurn();
      const steps = works.map((_, at) => done.get(at) ?? 0);
      expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(2);
    }
  });

  it('that never end leave their turn to a short one', async () => {
    let stopped = false;
    function* endless(): Work {
      for (; !stopped; time.ms += 0.5) yield;
    }
    const endlessly = [scheduler.run(endless()), scheduler.run(endless())];
    await nextTurn();
    const before = time.ms;
    expect(await scheduler.later(costing({ steps: 3, ms: 0.2 }))).toBe(3);
    expect(time.ms - before).toBeLessThanOrEqual(2 * AIM);
    stopped = true;
    await Promise.all(endlessly);
  });

  it('come forward also while others take all the time for what they begin', async () => {
    let isDone = false;
    const long = scheduler.later(costing({ steps: 50, ms: 0.5 })).then(() => {
      isDone = true;
    });
    for (let turn = 0; turn < 100 && !isDone; turn++) {
      for (let short = 0; short < 50; short++) scheduler.begin(costing({ steps: 10, ms: 0.5 }));
      await nextTurn();
    }
    expect(isDone).toBe(true);
    await long;
  });

  it('that throw reject, and the others go on', async () => {
    function* broken(): Work {
      yield;
      throw new Error('broken');
    }
    const first = scheduler.run(broken());
    const second = scheduler.later(broken());
    const third = scheduler.run(costing({ steps: 9, ms: 1 }));
    await expect(first).rejects.toThrow('broken');
    await expect(second).rejects.toThrow('broken');
    expect(await third).toBe(9);
  });
});

describe('a work', () => {
  it('begins in the turn of the call while there is time in it, and else in line', () => {
    const steps: number[] = [];
    for (let work = 0; work < 12; work++)
      void scheduler.run(costing({ steps: 4, ms: 0.5 }, () => (steps[work] = (steps[work] ?? 0) + 1)));
    expect(time.ms).toBeLessThanOrEqual(AIM);
    expect(steps.slice(0, 3)).toEqual([2, 2, 2]);
    expect(steps.length).toBeLessThan(12);
  });

  it('that is short ends in the turn of the call', () => {
    const { done, value } = scheduler.begin(costing({ steps: 0, ms: 0 }));
    expect([done, value]).toEqual([true, 0]);
  });

  it('is begun by at least one step, however little time is left', () => {
    for (let work = 0; work < 20; work++) void scheduler.run(costing({ steps: 100, ms: 1 }));
    const before = time.ms;
    expect(scheduler.begin(costing({ steps: 100, ms: 1 })).done).toBe(false);
    expect(time.ms - before).toBe(1);
  });

  it('that is begun has a slice while there is time, and counts', () => {
    for (let work = 0; work < 10; work++) scheduler.begin(costing({ steps: 100, ms: 0.5 }));
    expect(time.ms).toBe(4 * 1 + 6 * 0.5);
  });

  it('that comes later has taken no step when the caller goes on', async () => {
    const work = scheduler.later(costing({ steps: 1, ms: 1 }));
    expect(time.ms).toBe(0);
    await work;
    expect(time.ms).toBe(1);
  });

  it('that begins others shares its slice with them, and their cost counts once', async () => {
    function* outer(): Work {
      for (let step = 0; step < 20; step++) {
        scheduler.begin(costing({ steps: 3, ms: 0.2 }));
        void scheduler.run(costing({ steps: 3, ms: 0.2 }));
        yield;
      }
    }
    const turns = await turnsUntil(scheduler.later(outer()));
    expect(Math.max(...turns)).toBeLessThanOrEqual(AIM);
    expect(scheduler.longestTurn).toBeCloseTo(Math.max(...turns));
  });
});

it('whatever else comes is looked at between two turns: timers, requests, what was read from disk', async () => {
  let isOver = false;
  function* endless(): Work {
    for (; !isOver; time.ms += 0.5) yield;
  }
  const works = Array.from({ length: 10 }, () => scheduler.run(endless()));
  await readFile(import.meta.filename);
  await timer(1);
  isOver = true;
  await Promise.all(works);
});
