import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { Reloading } from './reload.ts';

function begun({ since = Number.POSITIVE_INFINITY } = {}) {
  const clock = fakeClock();
  const state = { busy: false, touchedAt: Number.NEGATIVE_INFINITY };
  const loaded: string[] = [];
  const start = clock.steady();
  const reloading = new Reloading({
    clock,
    touchedAt: () => state.touchedAt,
    sinceLast: () => since + clock.steady() - start,
    isBusy: () => state.busy,
    load: (reason) => loaded.push(reason),
  });
  return { clock, state, loaded, reloading, touch: () => Object.assign(state, { touchedAt: clock.steady() }) };
}

describe('a wall that is to load itself again', () => {
  it('does so at once when nobody has touched it', () => {
    const { clock, loaded, reloading } = begun();
    reloading.wish({ reason: 'version', when: 'idle' });
    expect(reloading.waiting.value).toBe('version');
    clock.advance(0);
    expect(loaded).toEqual(['version']);
  });

  it('waits a minute after the last touch, unless it is to be now', () => {
    const { clock, loaded, reloading, touch } = begun();
    touch();
    reloading.wish({ reason: 'version', when: 'idle' });
    clock.advance(59_000);
    expect(loaded).toEqual([]);
    clock.advance(1_000);
    expect(loaded).toEqual(['version']);
    const now = begun();
    now.touch();
    now.reloading.wish({ reason: 'asked', when: 'now' });
    now.clock.advance(0);
    expect(now.loaded).toEqual(['asked']);
  });

  it('never does so while something is unsaved', () => {
    const { clock, state, loaded, reloading } = begun();
    state.busy = true;
    reloading.wish({ reason: 'asked', when: 'now' });
    clock.advance(24 * 3_600_000);
    expect(loaded).toEqual([]);
    state.busy = false;
    clock.advance(500);
    expect(loaded).toEqual(['asked']);
  });

  it('does so after half a day also where people touch it all the time', () => {
    const { clock, loaded, reloading, touch } = begun();
    touch();
    reloading.wish({ reason: 'faults', when: 'idle' });
    for (let half = 0; half < 2 * 719; half++) {
      clock.advance(30_000);
      touch();
    }
    expect(loaded).toEqual([]);
    clock.advance(30_000);
    touch();
    clock.advance(30_000);
    expect(loaded).toEqual(['faults']);
  });

  it('never does so twice within ten minutes, unless it is asked to', () => {
    const { clock, loaded, reloading } = begun({ since: 60_000 });
    reloading.wish({ reason: 'version', when: 'idle' });
    clock.advance(539_000);
    expect(loaded).toEqual([]);
    reloading.wish({ reason: 'asked', when: 'idle' });
    clock.advance(500);
    expect(loaded).toEqual(['asked']);
  });
});
