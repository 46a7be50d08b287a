import type { XY } from '../../../model/looks/shapes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import type { PointerKind } from '../../view/gestures.ts';

/** What is carried over the canvas, at one moment. */
export interface Carried {
  /** The held widgets, none of which lies on another. `held.boxOf` says where they are. */
  readonly ids: ReadonlySet<string>;
  /** The pointer, in pixels of the canvas. */
  readonly point: XY;
  readonly pointer: PointerKind;
  /** Ctrl, on a Mac Cmd, is held: it changes no parent. */
  readonly mod: boolean;
}

/** What widgets take that are dropped on them. One pointer or two that move widgets call it, sizing does not. */
export interface DropRules {
  /** Called whenever what is carried moves, and for as long as it rests about four times a second. */
  over(carried: Carried): void;
  /**
   * What is carried has been let go, and the board shows it there. The answer is made at once, and is one step of undo with the move.
   * `left` is called afterwards, too.
   */
  dropped(carried: Carried): NewEdit | undefined;
  /** Nothing is carried any more. */
  left(): void;
}
