import type { XY } from '../../model/looks/shapes.ts';
import type { PointerKind } from '../view/gestures.ts';

/** One event of one pointer. */
export interface ToolStep {
  /** In pixels of the stage. */
  readonly at: XY;
  /** In pixels of the canvas. */
  readonly point: XY;
  readonly pointer: PointerKind;
  /** Whether the pointer has left the place where it went down, but for trembling. */
  readonly moved: boolean;
  /** `getCoalescedEvents`, keys that are held, pressure and time are here. */
  readonly event: PointerEvent;
}

/** One pointer from going down to going up. */
export interface PointerGesture {
  move(step: ToolStep): void;
  up(step: ToolStep): void;
  /** Escape, or rights that end: nothing of it stays. */
  cancel(): void;
  /** The browser takes the pointer away. Default: as above. */
  taken?(event: PointerEvent): void;
}

/** Undefined: the pointer is not wanted here. */
export type BeginGesture = (step: ToolStep) => PointerGesture | undefined;
