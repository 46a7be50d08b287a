import { computed } from '@preact/signals';
import { usualClock } from '../../client/index.ts';
import { inSlices } from '../live/slices.ts';
import type { PaintContext } from '../paint/context.ts';
import type { GroundColours } from '../paint/ground.ts';
import { paintPart } from '../paint/part.ts';
import { scale } from '../parts/appearance/scale.ts';
import { isDark } from '../parts/appearance/theme.ts';
import { whenIdle } from '../parts/when-idle.ts';
import { texts } from '../texts.ts';
import type { Extent } from '../view/camera.ts';
import type { OpenedCanvas } from './opened-canvas.ts';

/** Around the canvas, calm in either theme: `--sunken` and `--frame-line` of styles/tokens.css. */
const grounds: Readonly<Record<'light' | 'dark', GroundColours>> = {
  light: { ground: '#ece8e1', line: '#d5cec1' },
  dark: { ground: '#100f0e', line: '#45413a' },
};

export const colours = computed(() => grounds[isDark.value ? 'dark' : 'light']);

/** Names of frames are as large as the page. */
export const captions = computed(() => Number(scale.value));

/** What looks say by themselves, in the language of the reader. */
export const phrases = computed(() => texts.value.looks);

/** Paints the whole canvas into a small picture, a little at a time. A new call gives up the one before. */
export function createPaintWhole({ board, bitmaps }: OpenedCanvas): (context: PaintContext, size: Extent) => void {
  let giveUp = (): void => undefined;
  return (context, size) => {
    giveUp();
    const root = board.size.peek();
    if (!root) return;
    const parts = { board, bitmaps, phrases: phrases.peek(), colours: colours.peek() };
    giveUp = inSlices(paintPart(context, parts, { x: 0, y: 0, ...root }, size), usualClock, later);
  };
}

/** Milliseconds after which a slice is painted also on a page that is never idle. */
const PATIENCE = 500;

/** The canvas itself comes first. */
const later = (run: () => void): void => whenIdle(run, PATIENCE);
