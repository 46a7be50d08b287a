import type { Playback } from '../widgets/playback.ts';
import { glyph } from './glyphs.ts';
import type { Measure } from './look.ts';
import { area, radiusOf, words } from './parts.ts';
import { unitOf } from './shades.ts';
import type { Box, Shape } from './shapes.ts';

interface Film extends Pick<Playback, 'playback_state' | 'playback_position' | 'duration'> {
  readonly size: { readonly width: number; readonly height: number };
  readonly name: string;
  readonly muted: boolean;
}

const LIGHT = '#ffffffff';
const DISC = 52;
const LETTERS = 12;

/** What a film says of itself above its picture: whether it plays, its name, its length. A disc in the middle says that it does not play. */
export function filmShapes(film: Film, measure: Measure): Shape[] {
  const { size, playback_state, muted } = film;
  const unit = unitOf(size);
  const letters = LETTERS * unit;
  const row = { x: 13 * unit, y: size.height - 26 * unit, width: size.width - 26 * unit, height: 18 * unit };
  const time = timeOf(film);
  const timeWidth = time === '' ? 0 : (measure(time, 600) + 1) * letters;
  const markWidth = muted ? letters * 1.8 : 0;
  const end = row.x + row.width;
  const isPlaying = playback_state === 'playing';
  const nameAt = row.x + (isPlaying ? letters * 1.5 : 0);
  const plate = { ...row, x: end - timeWidth, width: timeWidth };
  return [
    { kind: 'haze', box: lower(size), colours: ['#0b081800', '#0b0818d0'], radius: radiusOf(size) },
    ...(isPlaying ? [glyph('play', middleOf(row, row.x + letters * 0.5), letters * 1.3, LIGHT)] : disc(film, unit)),
    ...words({ ...row, x: nameAt, width: end - timeWidth - markWidth - nameAt }, film.name, LIGHT, letters, { down: 'middle' }),
    ...(muted ? [glyph('muted', middleOf(row, end - timeWidth - markWidth / 2), letters * 1.3, LIGHT)] : []),
    ...(time === '' ? [] : [area(plate, '#00000099', 5 * unit)]),
    ...words(plate, time, LIGHT, letters, { weight: 600, across: 'middle', down: 'middle' }),
  ];
}

/** Round, with what a press would do: go on, or for a paused one that it is paused. */
function disc({ size, playback_state }: Film, unit: number): Shape[] {
  const middle = { x: size.width / 2, y: size.height * 0.47 };
  const wide = DISC * unit;
  return [
    area({ x: middle.x - wide / 2, y: middle.y - wide / 2, width: wide, height: wide }, '#fffffff0', wide / 2),
    glyph(playback_state === 'paused' ? 'pause' : 'play', middle, wide * 0.5, '#23201aff'),
  ];
}

const lower = ({ width, height }: Film['size']): Box => ({ x: 0, y: height * 0.54, width, height: height * 0.46 });
const middleOf = (row: Box, x: number) => ({ x, y: row.y + row.height / 2 });

/** `0:12 / 3:40`; without the position while it plays, because that one does not stay. */
function timeOf({ playback_state, playback_position, duration }: Film): string {
  const at = playback_state === 'playing' || playback_position === 0 ? '' : clockText(playback_position);
  const all = duration > 0 ? clockText(duration) : '';
  return at !== '' && all !== '' ? `${at} / ${all}` : at + all;
}

/** `3:40`, `1:02:07` */
function clockText(seconds: number): string {
  const whole = Math.min(Math.floor(seconds), 359_999);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return parts[0] === 0 ? `${parts[1]}:${two(parts[2]!)}` : `${parts[0]}:${two(parts[1]!)}:${two(parts[2]!)}`;
}
