import { signal } from '@preact/signals';
import { Redo2, Undo2 } from 'lucide';
import { scale } from '../../parts/appearance/scale.ts';
import { isHandHeld } from '../../view/input.ts';
import type { Editing } from '../editing.ts';
import { type LazyPart, lazyPart } from '../lazy-part.ts';
import type { Seat } from '../seat.ts';
import { tools } from '../tools/index.ts';
import type { Seating } from './seating.ts';
import type { WallSeats } from './wall-seats.ts';

/** From this scale on a screen is a wall, however few pixels it has. */
const LARGE = 1.5;

const isWall = (): boolean => (!isHandHeld() && navigator.maxTouchPoints > 0) || Number(scale.peek()) >= LARGE;

/** Walls alone load the code of it. */
export function createSeating(editing: Editing): Seating {
  const seats = signal<readonly Seat[]>([]);
  let loading: LazyPart<WallSeats> | undefined;
  const wall = (): LazyPart<WallSeats> | undefined => {
    if (!isWall()) return undefined;
    loading ??= lazyPart(
      () => import('./wall-seats.ts'),
      (code) => new code.WallSeats(editing, seats, { tools, undo: Undo2, redo: Redo2 }),
    );
    return loading;
  };
  wall();
  return {
    seats,
    seatOf: (at, pointer, down) => wall()?.current?.seatOf(at, pointer, down) ?? editing.seat,
    open(at, event) {
      const part = wall();
      part?.use((loaded) => loaded.open(at, event));
      return part !== undefined;
    },
    close: () => loading?.close(),
  };
}
