import { computed } from '@preact/signals';
import { inSlices } from '../../live/slices.ts';
import type { GroundColours } from '../../paint/ground.ts';
import { paintPart } from '../../paint/part.ts';
import type { PaintContext } from '../../paint/shapes.ts';
import { isDark } from '../../parts/theme.ts';
import { texts } from '../../texts/texts.ts';
import type { Extent } from '../../view/camera.ts';
import { pageClock } from './clock.ts';
import type { OpenedCanvas } from './opened-canvas.ts';

/** Around the canvas, calm in either theme: `--sunken` of styles/tokens.css. */
const grounds: Readonly<Record<'light' | 'dark', GroundColours>> = {
  light: { ground: '#e9edf2', shade: '31 41 51' },
  dark: { ground: '#0f1317', shade: '0 0 0' },
};

export const colours = computed(() => grounds[isDark.value ? 'dark' : 'light']);

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
    giveUp = inSlices(paintPart(context, parts, { x: 0, y: 0, ...root }, size), pageClock, whenIdle);
  };
}

/** Milliseconds after which a slice is painted also on a page that is never idle. */
const PATIENCE = 500;

/** The canvas itself comes first. Safari does not say when it is idle. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: PATIENCE });
  else setTimeout(run);
};
