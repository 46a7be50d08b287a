import type { ReadonlySignal } from '@preact/signals';
import { SeatMenu } from './seat-menu.tsx';
import type { MenuFaces, WallSeat } from './wall-seat.ts';
import './seat-menus.css';

interface Props {
  readonly seats: ReadonlySignal<readonly WallSeat[]>;
  readonly faces: MenuFaces;
}

/** The open menus of all seats of a wall. */
export const SeatMenus = ({ seats, faces }: Props) => (
  <>{seats.value.map((seat) => seat.menu.value && <SeatMenu key={seat.place.number} seat={seat} faces={faces} />)}</>
);
