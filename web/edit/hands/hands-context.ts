import type { XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { PointerKind } from '../../view/gestures.ts';
import type { Tap } from '../../view/input.ts';
import type { Editing } from '../editing.ts';
import type { DropRules } from './drops.ts';
import type { OnePointerContext } from './one-pointer.ts';

/** What gestures share. */
export interface HandsContext extends OnePointerContext {
  readonly editing: Editing;
  /** The topmost widget at a place of the stage. */
  readonly itemAt: (at: XY, pointer: PointerKind) => Item | undefined;
  readonly tapped: (tap: Pick<Tap, 'at' | 'pointer' | 'shift'>) => boolean;
  /** Selects what lies there, and asks for a menu. */
  readonly askMenu: (at: XY, pointer: PointerKind) => void;
  /** The name of a new run of edits that are one step of undo. */
  readonly newRun: () => string;
  readonly drops: () => DropRules | undefined;
}
