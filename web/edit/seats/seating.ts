import type { ReadonlySignal } from '@preact/signals';
import type { XY } from '../../../model/looks/shapes.ts';
import type { PointerKind } from '../../view/gestures.ts';
import type { Seat } from '../seat.ts';

/** The people at one screen, by their places. Only walls have more than the seat of the keyboard. */
export interface Seating {
  /** All but that of the keyboard. */
  readonly seats: ReadonlySignal<readonly Seat[]>;
  /** Whose a pointer is: that of the seat there, else that of the keyboard. @param down the event with which it goes down */
  seatOf(at: XY, pointer: PointerKind, down?: PointerEvent): Seat;
  /** Opens the menu of the seat there, which may be a new one. False: this screen has one seat only. */
  open(at: XY, event?: PointerEvent): boolean;
  close(): void;
}
