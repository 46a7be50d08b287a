import type { Signal } from '@preact/signals';
import type { XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { Selection } from '../../selection/selection.ts';
import type { PointerKind } from '../../view/gestures.ts';
import type { Tap } from '../../view/input.ts';
import type { Pointed } from './hands.ts';

export interface TapContext {
  readonly selection: Pick<Selection, 'select' | 'toggle' | 'clear'>;
  readonly itemAt: (at: XY, pointer: PointerKind) => Item | undefined;
  readonly toCanvas: (at: XY) => XY;
  /** Taps add, as with Shift. One that hits nothing ends that. */
  readonly several: Signal<boolean>;
  readonly open: (pointed: Omit<Pointed, 'by'>) => void;
  /** Milliseconds since some moment. */
  readonly now: () => number;
}

type Tapped = Pick<Tap, 'at' | 'pointer' | 'shift'>;

/** Milliseconds and pixels between two taps that belong together; people click more slowly than they tap. */
const TWICE: Readonly<Record<PointerKind, number>> = { mouse: 400, touch: 300, pen: 300 };
const TWICE_APART = 40;

/**
 * What a tap does while the tool is Select: it selects what lies there, with Shift it adds that or takes it away, twice it opens it. False:
 * the second tap of a finger on empty canvas, which zooms.
 */
export function createTaps({ selection, itemAt, toCanvas, several, open, now }: TapContext): (tap: Tapped) => boolean {
  let before: { readonly id: string | undefined; readonly at: XY; readonly time: number } | undefined;
  return ({ at, pointer, shift }) => {
    const item = itemAt(at, pointer);
    const isTwice =
      before !== undefined &&
      before.id === item?.id &&
      now() - before.time <= TWICE[pointer] &&
      Math.hypot(at.x - before.at.x, at.y - before.at.y) <= TWICE_APART;
    before = isTwice ? undefined : { id: item?.id, at, time: now() };
    if (!item) several.value = false;
    if (shift || several.peek()) {
      if (item) selection.toggle(item.id);
      return true;
    }
    if (item) selection.select(item.id);
    else selection.clear();
    if (!isTwice) return true;
    if (!item && pointer !== 'mouse') return false;
    open({ at, point: toCanvas(at), item, pointer });
    return true;
  };
}
