import { editable, readonly, secret } from '../field.ts';
import { fileKinds } from '../file-kinds.ts';
import type { About } from '../hooks.ts';
import type { RecordOf } from '../resource.ts';
import { Bool, Num, OneOf, Text } from '../types.ts';
import type { Placed } from './common.ts';
import { defineWidget } from './define.ts';
import { fileFields, keepRatio } from './file.ts';

const states = ['stopped', 'playing', 'paused'] as const;
const seconds = Num({ min: 0 });

/** Displays show the frame at the time of its clock (interface/widgets 5.6). */
export const Video = defineWidget({
  name: 'Video',
  about: 'A video file, made by an upload, with the clock that displays follow. A resize keeps its ratio.',
  path: 'videos',
  upload: 'video',
  linkShared: true,
  clonable: true,
  annotatable: true,
  reparent: true,
  size: fileKinds.video.size,
  // Nobody corrected the clocks of version 1
  version: 2,
  migrate: (old) => ({ ...old, clock_position: -1 }),
  fields: {
    ...fileFields,
    playback_state: editable(OneOf(states, { anyCase: true }), 'stopped', { about: 'Read in any letter case' }),
    playback_position: editable(seconds, 0, { about: 'Seconds, as of the last change; it does not run while the video plays' }),
    muted: editable(Bool, false),
    duration: readonly(seconds, 0, { about: 'Seconds; 0 until a display has reported it' }),
    /** The time at which it was at the position from which its clock runs; `''` while it does not play. */
    playing_since: secret(Text(), ''),
    /** That position, where a display has corrected it; -1: the stored one. */
    clock_position: secret(Num(), -1, { copied: 'never' }),
  },
  hooks: {
    prepare(next, about) {
      keepRatio(next as Placed, about as unknown as About<Placed>);
      setClock(next, about as unknown as About<Playback>);
    },
    copied(next, now) {
      if (next.playback_state === 'playing') next.playing_since = now;
    },
  },
});

export type Video = RecordOf<typeof Video>;

interface Playback {
  playback_state: (typeof states)[number];
  playback_position: number;
  readonly duration: number;
  playing_since: string;
  clock_position: number;
}

/** Where a clock and a display may differ, in seconds. */
const TOLERANCE = 0.25;

/** The video with its clock at a position that a display found; undefined: it does not play, or the clock is near enough. */
export function corrected(video: Video, position: number, now: string): Video | undefined {
  if (video.playback_state !== 'playing' || Math.abs(positionAt(now, video) - position) <= TOLERANCE) return undefined;
  return { ...video, playing_since: now, clock_position: position };
}

function setClock(next: Playback, { sent, previous, now }: About<Playback>): void {
  const seeks = sent.has('playback_position');
  const wasPlaying = previous?.playback_state === 'playing';
  if (next.playback_state === 'playing') {
    if (!wasPlaying || seeks) Object.assign(next, { playing_since: now, clock_position: -1 });
    return;
  }
  Object.assign(next, { playing_since: '', clock_position: -1 });
  if (seeks || !previous || !sent.has('playback_state')) return;
  if (next.playback_state === 'stopped') next.playback_position = 0;
  else if (wasPlaying) next.playback_position = positionAt(now, previous);
}

/** The position of a playing video; at most its duration, when that is known. */
function positionAt(now: string, { playback_position, playing_since, clock_position, duration }: Playback): number {
  // A clock may be set back, but a video never plays backwards
  const elapsed = Math.max(0, Date.parse(now) - Date.parse(playing_since)) / 1000;
  const began = clock_position < 0 ? playback_position : clock_position;
  const position = began + (Number.isFinite(elapsed) ? elapsed : 0);
  return duration > 0 ? Math.min(position, duration) : position;
}
