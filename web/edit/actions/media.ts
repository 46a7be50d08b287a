import { FastForward, Pause, Play, Rewind, VolumeX } from 'lucide';
import { positionAt } from '../../../model/widgets/playback.ts';
import type { Item, WidgetOf } from '../../live/board.ts';
import type { Action } from '../action.ts';
import { style } from '../commands/style.ts';
import type { Editing } from '../editing.ts';
import { onlyOne } from './only-one.ts';

/** Seconds of one step. */
const STEP = 10;

const videoIn = (items: readonly Item[]): WidgetOf<'Video'> | undefined => onlyOne(items, 'Video');
const isPlaying = (items: readonly Item[]): boolean => videoIn(items)?.playback_state === 'playing';

/** Written to the record, so everybody sees it. */
function write(editing: Editing, items: readonly Item[], body: Readonly<Record<string, unknown>>): void {
  const ids = items.map(({ id }) => id);
  editing.perform(style(editing.board, ids, body, 'media'));
}

export const play: Action = {
  id: 'play',
  text: ({ media }) => media.play,
  icon: Play,
  keys: [],
  group: 'edit',
  isThere: (items) => videoIn(items) !== undefined && !isPlaying(items),
  run: (editing, items) => write(editing, items, { playback_state: 'playing' }),
  places: ['menu', 'bar'],
};

export const pause: Action = {
  id: 'pause',
  text: ({ media }) => media.pause,
  icon: Pause,
  keys: [],
  group: 'edit',
  isThere: isPlaying,
  run: (editing, items) => write(editing, items, { playback_state: 'paused' }),
  places: ['menu', 'bar'],
};

export const mute: Action = {
  id: 'mute',
  text: ({ media }) => media.mute,
  icon: VolumeX,
  keys: [],
  group: 'edit',
  isThere: (items) => videoIn(items) !== undefined,
  isOn: (items) => videoIn(items)?.muted === true,
  run: (editing, items) => write(editing, items, { muted: videoIn(items)?.muted !== true }),
  places: ['menu', 'bar'],
};

const seeking = (id: string, icon: Action['icon'], text: Action['text'], by: number): Action => ({
  id,
  icon,
  text,
  keys: [],
  group: 'edit',
  isThere: (items) => videoIn(items) !== undefined,
  run(editing, items) {
    const video = videoIn(items);
    if (!video) return;
    const now = editing.connection.serverNow();
    const end = video.duration > 0 ? video.duration : Number.POSITIVE_INFINITY;
    write(editing, items, { playback_position: Math.min(end, Math.max(0, positionAt(now, video) + by)) });
  },
  places: ['menu', 'bar'],
});

export const seekBack = seeking('seek-back', Rewind, ({ media }) => media.back(STEP), -STEP);
export const seekForward = seeking('seek-forward', FastForward, ({ media }) => media.forward(STEP), STEP);
