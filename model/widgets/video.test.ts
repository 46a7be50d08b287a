import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryCanvas } from '../../test/kit/memory-canvas.ts';
import { copyOf } from '../copying.ts';
import { corrected, Video } from './video.ts';

let canvas: MemoryCanvas;
beforeEach(() => {
  canvas = new MemoryCanvas();
});

const start = Date.parse('2026-01-01T00:00:00.000Z');
const at = (seconds: number): void => {
  canvas.writer.now = new Date(start + seconds * 1000).toISOString();
};

/** The second of a step, the body that it sends, and the state and position after it. */
type Step = readonly [second: number, body: object, state: string, position: number];

function play(...steps: readonly Step[]): void {
  const [[, first], ...others] = steps as [Step, ...Step[]];
  let video = canvas.create(Video, first as never);
  const seen: unknown[] = [[0, video.playback_state, video.playback_position]];
  for (const [second, body] of others) {
    at(second);
    video = canvas.patch(Video, video, body as never);
    seen.push([second, video.playback_state, video.playback_position]);
  }
  expect(seen).toEqual(steps.map(([second, , state, position]) => [second, state, position]));
}

const playing = { playback_state: 'playing' };
const paused = { playback_state: 'paused' };
const stopped = { playback_state: 'stopped' };

describe('the clock of a video', () => {
  it('stands when it is new', () => play([0, {}, 'stopped', 0], [9, { muted: true }, 'stopped', 0]));
  it('runs from the stored position until it is paused', () =>
    play([0, { playback_position: 5 }, 'stopped', 5], [10, playing, 'playing', 5], [12.5, paused, 'paused', 7.5]));
  it('runs from the creation of one that is made playing', () => play([0, playing, 'playing', 0], [3, paused, 'paused', 3]));
  it('goes on where it was paused', () =>
    play([0, playing, 'playing', 0], [3, paused, 'paused', 3], [10, playing, 'playing', 3], [11, paused, 'paused', 4]));
  it('is not touched by playing a video that plays', () =>
    play([0, playing, 'playing', 0], [3, playing, 'playing', 0], [5, paused, 'paused', 5]));
  it('is not touched by other fields', () =>
    play([0, playing, 'playing', 0], [3, { title: 'x', muted: true }, 'playing', 0], [5, paused, 'paused', 5]));
  it('starts again with a position while it plays', () =>
    play([0, playing, 'playing', 0], [3, { playback_position: 60 }, 'playing', 60], [5, paused, 'paused', 62]));
  it('starts again with the same position, too', () =>
    play([0, playing, 'playing', 0], [3, { ...playing, playback_position: 0 }, 'playing', 0], [5, paused, 'paused', 2]));
  it('stands at a position that is sent with the pause', () =>
    play([0, playing, 'playing', 0], [3, { ...paused, playback_position: 1 }, 'paused', 1]));
  it('is at the beginning when it is stopped, and at the position sent with that', () =>
    play([0, playing, 'playing', 0], [3, stopped, 'stopped', 0], [4, { ...stopped, playback_position: 2 }, 'stopped', 2]));
  it('does not move when a stopped video is paused', () =>
    play([0, { playback_position: 4 }, 'stopped', 4], [3, paused, 'paused', 4], [9, paused, 'paused', 4]));
  it('goes to the beginning when a paused video is stopped', () =>
    play([0, playing, 'playing', 0], [3, paused, 'paused', 3], [4, stopped, 'stopped', 0]));
  it('never runs backwards', () => play([0, playing, 'playing', 0], [-60, paused, 'paused', 0]));
});

describe('a video', () => {
  const withDuration = (duration: number) => canvas.create(Video, playing, { duration });

  it('is not paused beyond its end when that is known', () => {
    const video = withDuration(10);
    at(60);
    expect(canvas.patch(Video, video, paused).playback_position).toBe(10);
    canvas.patch(Video, video, { ...playing, playback_position: 100 });
    expect(canvas.patch(Video, video, paused).playback_position, 'nor when it was sent there').toBe(10);
  });

  it('reads its state in any letter case and shows it in lower case', () => {
    expect(canvas.create(Video, { playback_state: 'PAUSED' }).playback_state).toBe('paused');
  });

  it.each([
    [{ playback_state: 'rewinding' }, '400 playback_state must be stopped, playing or paused'],
    [{ playback_position: -1 }, '400 playback_position must be at least 0'],
    [{ playback_position: '1' }, '400 playback_position must be a number'],
  ])('refuses %j', (body, refusal) => {
    const video = canvas.create(Video);
    expect(canvas.refusal(() => canvas.create(Video, body))).toBe(refusal);
    expect(canvas.refusal(() => canvas.patch(Video, video, body))).toBe(refusal);
  });

  it('that plays goes on from its stored position in a copy', () => {
    const video = canvas.create(Video, { ...playing, playback_position: 7 });
    const now = '2026-02-01T00:00:00.000Z';
    expect(copyOf(Video, video, { to: (id) => id, clone: true, now })).toMatchObject({
      playback_state: 'playing',
      playback_position: 7,
      playing_since: now,
    });
  });

  it('shows since when it plays from its position, and null while it does not', () => {
    at(0);
    let video = canvas.create(Video);
    expect(video.playing_since).toBeNull();
    at(2);
    video = canvas.patch(Video, video, playing);
    expect(video.playing_since).toBe('2026-01-01T00:00:02.000Z');
    at(5);
    expect(canvas.patch(Video, video, { muted: true }).playing_since, 'not moved by other fields').toBe(
      '2026-01-01T00:00:02.000Z',
    );
    expect(canvas.patch(Video, video, paused).playing_since).toBeNull();
  });

  it('shows a corrected clock in the same way, so that position and time agree', () => {
    const video = canvas.create(Video, { ...playing, playback_position: 10 });
    const later = corrected(video, 12.6, '2026-01-01T00:01:00.000Z')!;
    expect(later).toMatchObject({ playback_position: 10, playing_since: '2026-01-01T00:00:57.400Z' });
    expect(corrected(video, 2, '2026-01-01T00:01:00.000Z')).toMatchObject({ playing_since: '2026-01-01T00:01:08.000Z' });
  });

  it.each([
    ['stood', { playing_since: '', playback_position: 3, clock_position: -1 }, null],
    [
      'played',
      { playing_since: '2026-01-01T00:00:00.000Z', playback_position: 3, clock_position: -1 },
      '2026-01-01T00:00:00.000Z',
    ],
    [
      'was corrected',
      { playing_since: '2026-01-01T00:00:10.000Z', playback_position: 3, clock_position: 5 },
      '2026-01-01T00:00:08.000Z',
    ],
    ['is of version 1', { playing_since: '2026-01-01T00:00:10.000Z', playback_position: 3 }, '2026-01-01T00:00:10.000Z'],
  ])('that an older version stored and that %s shows its clock', (_, old, playing_since) => {
    expect(Video.migrate!(old, 2)).toMatchObject({ playing_since });
  });
});
