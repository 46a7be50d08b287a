import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usualClock } from '../../../../client/index.ts';
import { positionAt } from '../../../../model/widgets/playback.ts';
import type { WidgetOf } from '../../../live/board.ts';
import { rest } from '../../../session/rest.ts';
import { style } from '../../commands/style.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { useReadLength } from './use-read-length.ts';

interface Props {
  readonly editing: Editing;
  readonly video: WidgetOf<'Video'>;
}

/** Between two looks at the server's clock, in ms. */
const TICK = 250;
/** Seconds of one press of an arrow key. */
const STEP = 1;

/**
 * The position of a video, which runs with the server's clock, and a slider that sets it for everybody. While nobody knows how long the
 * video is, the position stands alone.
 */
export function SeekSlider({ editing, video }: Props) {
  const { connection, islands, board } = editing;
  const { id, duration, hash } = video;
  const length = useSignal(0);
  const position = useSignal(0);
  /** Where a person holds the slider; undefined: nobody does. */
  const gripped = useSignal<number | undefined>(undefined);
  /** Neither the record nor the video on the canvas knows how long it is. Before the first look nobody can say so. */
  const isUnknown = useSignal(false);
  const address = isUnknown.value && hash !== '' ? rest.address(`/files/${board.canvas_id}/${hash}`) : undefined;
  const read = useReadLength(address);
  useEffect(() => {
    const look = (): void => {
      const known = duration || islands.lengthOf(id) || 0;
      isUnknown.value = known === 0;
      length.value = known || read.peek();
      position.value = positionAt(connection.serverNow(), { ...video, duration: length.value });
    };
    look();
    const ticks = usualClock.every(TICK, look);
    return () => ticks.cancel();
  }, [video]);
  const at = gripped.value ?? position.value;
  if (length.value <= 0) return <span class="seek">{clockTime(at)}</span>;
  const words = editTexts.value.media;
  const text = words.positionOf(clockTime(at), clockTime(length.value));
  return (
    <span class="seek">
      <input
        type="range"
        aria-label={words.position}
        aria-valuetext={text}
        min={0}
        max={length.value}
        step={STEP}
        value={at}
        onInput={({ currentTarget }) => {
          gripped.value = Number(currentTarget.value);
        }}
        onChange={({ currentTarget }) => {
          const playback_position = Number(currentTarget.value);
          position.value = playback_position;
          gripped.value = undefined;
          editing.perform(style(board, [id], { playback_position }, 'media'), `seek ${id}`);
        }}
      />
      <span aria-hidden="true">{text}</span>
    </span>
  );
}

/** `1:02:03`, or `2:03` without an hour. */
function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
