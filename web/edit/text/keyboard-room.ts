import type { Box } from '../../../model/looks/shapes.ts';
import { listen } from '../../view/listen.ts';
import type { Editing } from '../editing.ts';

/** Keeps what is being written where it can be seen: above the keyboard of a phone, and within the stage. */
export interface KeyboardRoom {
  /** @param boxOf what must be seen, in pixels of the canvas */
  show(boxOf: () => Box): void;
  /** The view goes back to where it was, unless the person has moved it since. */
  end(): void;
  close(): void;
}

/** Around the box, and below the bar at the upper edge, in pixels of the screen. */
const MARGIN = 16;
const BAR = 68;

export function createKeyboardRoom({ camera, stage }: Pick<Editing, 'camera' | 'stage'>): KeyboardRoom {
  const { visualViewport } = window;
  let shown: (() => Box) | undefined;
  let moved: { readonly from: typeof camera.view.value; readonly to: typeof camera.view.value } | undefined;
  const reveal = (): void => {
    if (!shown) return;
    const box = shown();
    const seen = seenPart(stage, visualViewport);
    const { x, y } = camera.toScreen(box);
    const { zoom } = camera.view.peek();
    const width = box.width * zoom;
    const height = box.height * zoom;
    const hasMiddle = isWithin(x + width / 2, seen.width) && isWithin(y + height / 2, seen.height);
    if (hasMiddle && seen.height === stage.clientHeight) return;
    const across = shiftInto(x, width, MARGIN, seen.width - MARGIN);
    const down = shiftInto(y, height, BAR, seen.height - MARGIN);
    if (across === 0 && down === 0) return;
    const from = moved && moved.to === camera.view.peek() ? moved.from : camera.view.peek();
    camera.pan(across, down);
    moved = { from, to: camera.view.peek() };
  };
  const ends = visualViewport ? [listen(visualViewport, { resize: reveal })] : [];
  return {
    show(boxOf) {
      shown = boxOf;
      moved = undefined;
      reveal();
    },
    end() {
      shown = undefined;
      const isSmaller = visualViewport && visualViewport.height < stage.clientHeight - KEYBOARD;
      if (isSmaller && moved?.to === camera.view.peek()) camera.show(moved.from);
      moved = undefined;
    },
    close() {
      for (const end of ends) end();
    },
  };
}

/** No bar of a browser is as high as a keyboard, in pixels. */
const KEYBOARD = 120;

/** What of the stage nothing covers. */
function seenPart(stage: HTMLElement, viewport: VisualViewport | null): { readonly width: number; readonly height: number } {
  const { clientWidth: width, clientHeight: height } = stage;
  if (viewport?.scale !== 1) return { width, height };
  const { top } = stage.getBoundingClientRect();
  return { width, height: Math.min(height, viewport.offsetTop + viewport.height - top) };
}

const isWithin = (at: number, length: number): boolean => at >= 0 && at <= length;

/** How far something must move to lie within two bounds; what is larger begins at the first. */
function shiftInto(at: number, length: number, least: number, most: number): number {
  if (at < least) return length > most - least ? 0 : least - at;
  return at + length > most ? Math.max(most - at - length, least - at) : 0;
}
