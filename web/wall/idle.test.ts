import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { ASKING_MS, Idle } from './idle.ts';

function begun({ after = 60 } = {}) {
  const clock = fakeClock();
  const state = { changed: true, kept: false };
  let rests = 0;
  const idle = new Idle({
    clock,
    after: () => after,
    isChanged: () => state.changed,
    isKept: () => state.kept,
    rest: () => {
      rests++;
      state.changed = false;
    },
  });
  return { clock, state, idle, rests: () => rests };
}

describe('a wall that nobody touches', () => {
  it('asks, and goes back to what it showed before', () => {
    const { clock, idle, rests } = begun();
    idle.touched();
    clock.advance(59_999);
    expect(idle.state.value).toBe('no');
    clock.advance(1);
    expect(idle.state.value).toBe('asking');
    clock.advance(ASKING_MS);
    expect([idle.state.value, rests()]).toEqual(['resting', 1]);
    clock.advance(600_000);
    expect(rests()).toBe(1);
  });

  it('stays as it is when somebody answers', () => {
    const { clock, idle, rests } = begun();
    idle.touched();
    clock.advance(60_000 + ASKING_MS - 1);
    idle.touched();
    clock.advance(ASKING_MS);
    expect([idle.state.value, rests()]).toEqual(['no', 0]);
  });

  it('is never reset where only programs have changed it', () => {
    const { clock, state, idle, rests } = begun();
    state.changed = false;
    idle.touched();
    clock.advance(24 * 3_600_000);
    expect([idle.state.value, rests()]).toEqual(['no', 0]);
  });

  it('waits for what is not saved yet', () => {
    const { clock, state, idle, rests } = begun();
    state.kept = true;
    idle.touched();
    clock.advance(300_000);
    expect(idle.state.value).toBe('no');
    state.kept = false;
    clock.advance(60_000 + ASKING_MS);
    expect(rests()).toBe(1);
  });

  it('is never idle with a time of 0', () => {
    const { clock, idle } = begun({ after: 0 });
    idle.touched();
    clock.advance(24 * 3_600_000);
    expect(idle.state.value).toBe('no');
  });
});
