import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import { isFrame } from '../../live/forms.ts';
import type { PointerKind } from '../../view/gestures.ts';
import { isFree, isPinned } from '../commands/command-board.ts';

/** What one presses, and how. */
export interface Pressed {
  readonly item: Item | undefined;
  /** A hand on another page holds it. */
  readonly isHeldByOthers: boolean;
  readonly isSelected: boolean;
  readonly pointer: PointerKind;
  /** The screen is one that a person holds. */
  readonly isHandHeld: boolean;
  /** On the canvas, in its pixels. */
  readonly point: XY;
  /** What of the canvas is seen. */
  readonly seen: Box;
  /** How near to an edge one must point, in pixels of the canvas. */
  readonly slack: number;
}

/** A finger on a widget that covers more of the view than this moves the view, because nothing else is left to do so. */
const COVERING = 0.6;

/** What a pointer does that goes down while the tool is Select. */
export function selectClaim(pressed: Pressed): 'hold' | 'marquee' | 'view' {
  if (isHoldable(pressed)) return 'hold';
  return pressed.pointer === 'touch' ? 'view' : 'marquee';
}

function isHoldable({ item, isHeldByOthers, isSelected, pointer, isHandHeld, point, seen, slack }: Pressed): boolean {
  if (!item || isHeldByOthers || !isFree(item) || isPinned(item)) return false;
  // One sees through a frame, and selects what lies in it
  if (isFrame(item.widget) && !isSelected && !isAtEdge(item.box, point, slack)) return false;
  if (pointer !== 'touch') return true;
  return !covers(item.box, seen) && (isSelected || !isHandHeld);
}

const isAtEdge = ({ x, y, width, height }: Box, point: XY, slack: number): boolean =>
  Math.min(point.x - x, x + width - point.x, point.y - y, y + height - point.y) <= slack;

function covers(box: Box, seen: Box): boolean {
  const width = Math.min(box.x + box.width, seen.x + seen.width) - Math.max(box.x, seen.x);
  const height = Math.min(box.y + box.height, seen.y + seen.height) - Math.max(box.y, seen.y);
  return width > 0 && height > 0 && width * height > COVERING * seen.width * seen.height;
}
