import type { Extent } from './view.ts';

/** What a turn of the wheel without a key does. */
export type WheelWish = 'pan' | 'zoom';

export type WheelTurn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

export type WheelMove =
  | { readonly is: 'pan'; readonly across: number; readonly down: number }
  | { readonly is: 'zoom'; readonly factor: number };

/** Pixels of a line, which is what Firefox counts in. */
const LINE = 16;
/** Zoom of one notch of a wheel, which is 100 pixels in most browsers. */
const NOTCH = 1.2;
/** A pinch on a trackpad comes in many small turns; a larger one is a notch. */
const PINCH = 50;

/**
 * The wheel pans, with Shift across, and zooms with Ctrl or Cmd, like in Figma and tldraw. A pinch on a trackpad arrives as a
 * turn with Ctrl in all browsers, and there the turn is 100 times the logarithm of the zoom, so the fingers keep what is under
 * them.
 */
export function wheelMove(turn: WheelTurn, wish: WheelWish, extent: Extent): WheelMove {
  const { x, y } = pixels(turn, extent);
  if (turn.ctrlKey && turn.deltaMode === 0 && Math.abs(y) < PINCH) return { is: 'zoom', factor: Math.exp(-y / 100) };
  if (turn.ctrlKey || turn.metaKey) return { is: 'zoom', factor: NOTCH ** (-y / 100) };
  // Where the browser has already turned the axis, y is 0
  if (turn.shiftKey) return { is: 'pan', across: -(x || y), down: 0 };
  if (wish === 'zoom') return { is: 'zoom', factor: NOTCH ** (-y / 100) };
  return { is: 'pan', across: -x, down: -y };
}

function pixels({ deltaX, deltaY, deltaMode }: WheelTurn, { width, height }: Extent): { readonly x: number; readonly y: number } {
  if (deltaMode === 1) return { x: deltaX * LINE, y: deltaY * LINE };
  if (deltaMode === 2) return { x: deltaX * width, y: deltaY * height };
  return { x: deltaX, y: deltaY };
}
