import type { ReadonlySignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Alignment } from '../commands/align.ts';
import type { Distribution } from '../commands/distribute.ts';
import type { Carried } from '../hands/drops.ts';
import type { HandleSide, SizingRules } from '../hands/sized.ts';
import type { Shift } from '../shift.ts';

/** Aligned to an edge or a middle, distributed across or down, in rows, or of the same size. */
export type Arrangement = Alignment | Distribution | 'tidy' | 'size';

/** Puts widgets in line with others. */
export interface Arranging {
  readonly isLoaded: ReadonlySignal<boolean>;
  /** For one gesture that moves or sizes these widgets. Undefined: the code for it is not loaded yet, or there are too many. */
  snap(ids: ReadonlySet<string>): Snapping | undefined;
  /** The icon of an arrangement; undefined: the code for it is not loaded yet. */
  readonly iconOf: (how: Arrangement) => IconNode | undefined;
  /** Does this with widgets, as one step of undo. */
  arrange(how: Arrangement, ids: readonly string[]): void;
  close(): void;
}

/** Where a pointer is, and what of it decides whether and how far a gesture is drawn to neighbours. */
export type SnapPlace = Omit<Carried, 'ids'>;

/** Draws what one gesture moves or sizes to its neighbours, and shows guides. It draws nothing with Mod held or for a fast pointer. */
export interface Snapping {
  /** Where it lies, if the pointer alone would bring it to `shift`. What is scaled, too, stays there. */
  moved(shift: Shift, place: SnapPlace): Shift;
  /** The box that a dragged handle makes, if the pointer alone would make `box`. */
  sized(box: Box, side: HandleSide, rules: SizingRules, place: SnapPlace): Box;
  /** Takes the guides away. */
  end(): void;
}
