import type { Editing } from '../editing.ts';
import { editable, readonly } from '../field.ts';
import { fileKinds } from '../file-kinds.ts';
import type { About } from '../hooks.ts';
import { palette } from '../looks/colours.ts';
import { filmShapes } from '../looks/films.ts';
import type { Look } from '../looks/look.ts';
import { area, firstOf, radiusOf, whole, withoutFile } from '../looks/parts.ts';
import { shadeOf } from '../looks/shades.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Bool, Num, OneOf, TimeOrNull } from '../types.ts';
import type { Placed } from './common.ts';
import { defineWidget } from './define.ts';
import { fileFields, keepRatio } from './file.ts';
import { type Playback, positionAt } from './playback.ts';

const states = ['stopped', 'playing', 'paused'] as const;
const seconds = () => Num({ min: 0 });

/** Displays show the frame at the time of its clock (interface/widgets 5.6). */
export const Video = defineWidget(() => ({
  name: 'Video',
  about: 'A video file, made by an upload, with the clock that displays follow. A resize keeps its ratio.',
  path: 'videos',
  upload: 'video',
  linkShared: true,
  clonable: true,
  annotatable: true,
  reparent: true,
  size: fileKinds.video.size,
  version: 3,
  migrate: (old) => ({ ...old, ...shownClock(old) }),
  fields: {
    ...fileFields,
    playback_state: editable(OneOf(states, { anyCase: true }), 'stopped', { about: 'Read in any letter case' }),
    playback_position: editable(seconds(), 0, { about: 'Seconds, as of the last change; it does not run while the video plays' }),
    muted: editable(Bool, false),
    duration: readonly(seconds(), 0, { about: 'Seconds; 0 until a display has reported it' }),
    playing_since: readonly(TimeOrNull, null, {
      about:
        'When it was at `playback_position`, so that it is now as many seconds further as have passed; null while it does not play',
    }),
  },
  clock: ['playback_state', 'playback_position', 'duration', 'playing_since'],
  hooks: {
    prepare(next, about) {
      keepRatio(next as Placed, about as unknown as About<Placed>);
      setClock(next, about as unknown as About<Clock>);
    },
    copied(next, now) {
      if (next.playback_state === 'playing') next.playing_since = now;
    },
  },
}));

export type Video = RecordOf<typeof Video>;

/** A still of the video, and above it what the video says of itself. Nothing shines through before the still is there. */
export const look: Look<typeof Video> = (video, context) => {
  const { size, hash } = video;
  const name = firstOf(video.title, video.original_filename);
  if (hash === '') return withoutFile(size, 'film', name, context);
  const box = whole(size);
  const radius = radiusOf(size);
  return [
    shadeOf(size, radius),
    area(box, palette.dark, radius),
    { kind: 'picture', box, hash, page: 0, of: 'video', fit: 'contain', radius },
    ...filmShapes({ ...video, name }, context.measure),
  ];
};

type Clock = { -readonly [K in keyof Playback]: Playback[K] };

/** Where a clock and a display may differ, in seconds. */
const TOLERANCE = 0.25;

/** The video with its clock at a position that a display found; undefined: it does not play, or the clock is near enough. */
export function corrected(video: Video, position: number, now: string): Video | undefined {
  if (video.playback_state !== 'playing' || Math.abs(positionAt(Date.parse(now), video) - position) <= TOLERANCE)
    return undefined;
  return { ...video, playing_since: sinceFor(video, position, now) };
}

function setClock(next: Clock, { sent, previous, now }: About<Clock>): void {
  const seeks = sent.has('playback_position');
  const wasPlaying = previous?.playback_state === 'playing';
  if (next.playback_state === 'playing') {
    if (!wasPlaying || seeks) next.playing_since = now;
    return;
  }
  next.playing_since = null;
  if (seeks || !previous || !sent.has('playback_state')) return;
  if (next.playback_state === 'stopped') next.playback_position = 0;
  else if (wasPlaying) next.playback_position = positionAt(Date.parse(now), previous);
}

/** When a video that is at this position now was at its `playback_position`, or will have been there. */
const sinceFor = ({ playback_position }: { readonly playback_position: number }, position: number, now: string): string =>
  new Date(Date.parse(now) - Math.round((position - playback_position) * 1000)).toISOString();

/** Before version 3 the clock was hidden: `''` while it stood, and with a position of its own where a display had corrected it. */
function shownClock({ playing_since, playback_position, clock_position = -1 }: Record<string, unknown>): Partial<Playback> {
  if (typeof playing_since !== 'string' || playing_since === '') return { playing_since: null };
  if ((clock_position as number) < 0) return { playing_since };
  const video = { playback_position: playback_position as number };
  return { playing_since: sinceFor(video, clock_position as number, playing_since) };
}

export const editing: Editing<typeof Video> = {
  resize: 'ratio',
  fields: [
    ['title', 'line'],
    ['original_filename', 'line'],
    ['playback_state', 'choice'],
    ['playback_position', 'number'],
    ['muted', 'switch'],
  ],
  takes: true,
  opens: 'play',
};

export const traits: Traits<typeof Video> = { icon: 'film', live: 'video' };
