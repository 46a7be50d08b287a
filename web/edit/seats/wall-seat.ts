import type { Signal } from '@preact/signals';
import type { XY } from '../../../model/looks/shapes.ts';
import type { PersonColour } from '../../parts/appearance/person-colours.ts';
import type { IconNode } from '../../parts/icon.tsx';
import type { Editing } from '../editing.ts';
import type { Tool } from '../tool.ts';
import type { SeatPlace } from './seats.ts';

/** A person at a wall. */
export interface WallSeat {
  readonly place: SeatPlace;
  readonly editing: Editing;
  readonly colour: PersonColour;
  /** The middle of its menu in pixels of the stage; undefined: it is shut. */
  readonly menu: Signal<XY | undefined>;
  /** Whoever uses the menu keeps it open. */
  use(): void;
  shut(): void;
  close(): void;
}

/** What menus show that the toolbar has loaded already, and that would else be in a file of all pages. */
export interface MenuFaces {
  readonly tools: readonly Tool[];
  readonly undo: IconNode;
  readonly redo: IconNode;
}
