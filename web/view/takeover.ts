import type { Box } from '../../model/looks/shapes.ts';
import type { Claim, Tap } from './input.ts';

/** What pointers and keys do on a canvas that a person edits. */
export interface Takeover {
  readonly claim: Claim;
  /** Takes a press on the view in one place. False: it means what it means to those who only look. */
  tapped(tap: Tap): boolean;
  /** Where a widget is shown while it is moved or sized, in pixels of the canvas; undefined: where the board says. */
  boxOf(id: string): Box | undefined;
  /** Takes a key while the canvas has the focus. False: as above. */
  press(event: KeyboardEvent): boolean;
}
