import { describe, expect, it } from 'vitest';
import type { Playback } from '../../model/widgets/playback.ts';
import { Playhead, targetOf } from './playhead.ts';

const began = Date.parse('2026-01-01T00:00:00Z');
const playing: Playback = {
  playback_state: 'playing',
  playback_position: 10,
  duration: 0,
  playing_since: new Date(began).toISOString(),
};
const seen = (at: number, more = {}) => ({ at, isPaused: false, isSeeking: false, ...more });

describe('where a video should be', () => {
  it('follows the clock of the server while it plays', () =>
    expect(targetOf(playing, began + 2500, 60)).toEqual({ at: 12.5, runs: true }));

  it('is its position while it does not', () => {
    expect(targetOf({ ...playing, playback_state: 'paused', playing_since: null }, began + 2500, 60)).toEqual({
      at: 10,
      runs: false,
    });
    const stopped: Playback = { ...playing, playback_state: 'stopped', playback_position: 0, playing_since: null };
    expect(targetOf(stopped, began, Number.NaN)).toEqual({ at: 0, runs: false });
  });

  it('stays at the last frame after the end, by the length that the browser knows or a display reported', () => {
    expect(targetOf(playing, began + 60_000, 30)).toEqual({ at: 29.96, runs: false });
    expect(targetOf({ ...playing, duration: 30 }, began + 60_000, 30)).toEqual({ at: 29.96, runs: false });
    expect(targetOf({ ...playing, duration: 30 }, began + 60_000, Number.NaN).at).toBe(30);
  });
});

describe('the step towards it', () => {
  it('jumps when the video is just shown, and a little ahead, because the jump takes time', () => {
    const playhead = new Playhead();
    expect(playhead.step({ at: 10, runs: true }, seen(0), 0)).toEqual({ runs: true, rate: 1, seek: 10.1 });
    expect(playhead.step({ at: 10.2, runs: true }, seen(10.1, { isSeeking: true }), 0.2)).toEqual({ runs: true, rate: 1 });
    playhead.arrived(0.4);
    expect(playhead.step({ at: 10.6, runs: true }, seen(10.3), 0.6).seek).toBeCloseTo(11);
  });

  it('changes the rate by at most six percent when it is a little off', () => {
    const playhead = settled();
    expect(playhead.step({ at: 10, runs: true }, seen(9.97), 9).rate).toBeCloseTo(1.03);
    expect(playhead.step({ at: 10, runs: true }, seen(9.6), 9)).toEqual({ runs: true, rate: 1.06 });
    expect(playhead.step({ at: 10, runs: true }, seen(10.4), 9)).toEqual({ runs: true, rate: 0.94 });
  });

  it('jumps when it is far off, or a little after a change', () => {
    expect(settled().step({ at: 10, runs: true }, seen(9.4), 9).seek).toBeGreaterThan(10);
    const playhead = settled();
    playhead.restart();
    expect(playhead.step({ at: 10, runs: true }, seen(9.8), 9).seek).toBeGreaterThan(10);
  });

  it('gives up fine jumps that do not help', () => {
    const playhead = new Playhead();
    const jumps = [1, 2, 3, 4, 5].map((steady) => playhead.step({ at: 10, runs: true }, seen(9.8), steady).seek !== undefined);
    expect(jumps).toEqual([true, true, true, false, false]);
  });

  it('shows exactly the frame of a video that does not play', () => {
    const playhead = new Playhead();
    expect(playhead.step({ at: 10, runs: false }, seen(10.02), 0)).toEqual({ runs: false, rate: 1, seek: 10 });
    expect(playhead.step({ at: 10, runs: false }, seen(10.005), 0)).toEqual({ runs: false, rate: 1 });
  });
});

function settled(): Playhead {
  const playhead = new Playhead();
  playhead.step({ at: 5, runs: true }, seen(5), 0);
  return playhead;
}
