import { type Signal, signal } from '@preact/signals';
import { h, render } from 'preact';
import { usualClock } from '../../../client/index.ts';
import type { XY } from '../../../model/looks/shapes.ts';
import { peopleColours } from '../../parts/appearance/person-colours.ts';
import { scale } from '../../parts/appearance/scale.ts';
import { createRings } from '../../selection/rings.ts';
import type { PointerKind } from '../../view/gestures.ts';
import { placeOn } from '../../view/input.ts';
import { listen } from '../../view/listen.ts';
import type { Editing } from '../editing.ts';
import type { Seat } from '../seat.ts';
import { placeMenu } from './menu-place.ts';
import { createSeatEditing } from './seat-editing.ts';
import { SeatMenus } from './seat-menus.tsx';
import { type SeatPlace, Seats } from './seats.ts';
import type { MenuFaces, WallSeat } from './wall-seat.ts';

/** Milliseconds between two looks for seats that nobody uses any more. */
const LOOK = 2_500;

/** The seats that people have at a wall, with their menus. */
export class WallSeats {
  readonly #editing: Editing;
  readonly #told: Signal<readonly Seat[]>;
  readonly #places = new Seats(() => Number(scale.peek()));
  readonly #seats = new Map<SeatPlace, WallSeat>();
  readonly #shown = signal<readonly WallSeat[]>([]);
  readonly #ends: (() => void)[];

  /** @param told of all seats, whenever there are others */
  constructor(editing: Editing, told: Signal<readonly Seat[]>, faces: MenuFaces) {
    this.#editing = editing;
    this.#told = told;
    const { stage } = editing;
    const host = stage.ownerDocument.createElement('div');
    host.className = 'seat-menus';
    stage.after(host);
    render(h(SeatMenus, { seats: this.#shown, faces }), host);
    const timer = usualClock.every(LOOK, () => this.#expire());
    const lifted = (event: PointerEvent): void => {
      if (event.pointerType === 'pen') this.#places.penUp(penOf(event), placeOn(stage, event));
    };
    this.#ends = [
      () => timer.cancel(),
      listen(stage, { pointerup: lifted, pointercancel: lifted }),
      () => {
        render(null, host);
        host.remove();
      },
    ];
  }

  seatOf(at: XY, pointer: PointerKind, down: PointerEvent | undefined): Seat | undefined {
    const place = this.#placeOf(at, pointer, down);
    return place && this.#seatAt(place).editing.seat;
  }

  open(at: XY, event: PointerEvent | undefined): void {
    const isPen = event?.pointerType === 'pen';
    const seat = this.#seatAt(this.#places.open(at, usualClock.steady(), isPen ? this.#placeOf(at, 'pen', event) : undefined));
    seat.menu.value = placeMenu(at, this.#editing.camera.extent.peek(), Number(scale.peek()));
  }

  close(): void {
    for (const end of this.#ends) end();
    for (const seat of this.#seats.values()) seat.close();
  }

  #placeOf(at: XY, pointer: PointerKind, down: PointerEvent | undefined): SeatPlace | undefined {
    if (pointer === 'mouse') return undefined;
    const now = usualClock.steady();
    if (pointer === 'pen') return down ? this.#places.pen(penOf(down), at, now) : this.#places.near(at);
    return down ? this.#places.touch(at, now) : this.#places.near(at);
  }

  #seatAt(place: SeatPlace): WallSeat {
    const known = this.#seats.get(place);
    if (known) return known;
    const seat = createWallSeat(this.#editing, place);
    this.#seats.set(place, seat);
    this.#tell();
    return seat;
  }

  #expire(): void {
    if (!this.#places.expire(usualClock.steady())) return;
    for (const [place, seat] of this.#seats) {
      if (place.menuUsed === undefined) seat.menu.value = undefined;
      if (this.#places.all.includes(place)) continue;
      this.#seats.delete(place);
      seat.close();
    }
    this.#tell();
  }

  #tell(): void {
    this.#shown.value = [...this.#seats.values()];
    this.#told.value = this.#shown.peek().map(({ editing }) => editing.seat);
  }
}

function createWallSeat(base: Editing, place: SeatPlace): WallSeat {
  const { hands, layers, board, camera, frames } = base;
  const colour = peopleColours[(place.number - 1) % peopleColours.length]!;
  const menu = signal<XY | undefined>(undefined);
  const { editing, selection } = createSeatEditing(base);
  const layerIn = (parent: HTMLElement): HTMLElement => {
    const layer = parent.appendChild(parent.ownerDocument.createElement('div'));
    layer.className = 'seat-layer';
    layer.style.setProperty('--ring', colour);
    return layer;
  };
  const handles = layerIn(layers.handles);
  const marks = layerIn(layers.others);
  const seated: Editing = Object.assign(editing, { layers: { ...layers, handles } });
  base.bySeat.set(seated.seat, seated);
  const ends = [
    createRings({ layer: marks, board, selection, camera, frames, boxOf: (id) => hands.boxOf?.(id) }),
    hands.addHandles(seated.seat),
    selection.close,
    () => base.bySeat.delete(seated.seat),
    () => handles.remove(),
    () => marks.remove(),
  ];
  return {
    place,
    editing: seated,
    colour,
    menu,
    use() {
      place.menuUsed = usualClock.steady();
      place.lastTouch = place.menuUsed;
    },
    shut() {
      place.menuUsed = undefined;
      menu.value = undefined;
    },
    close() {
      for (const end of ends) end();
    },
  };
}

/** A pen by what it says of itself; screens that say nothing know it while it is near. */
function penOf(event: PointerEvent): string {
  const { persistentDeviceId = 0 } = event as { readonly persistentDeviceId?: number };
  return persistentDeviceId === 0 ? `pointer ${event.pointerId}` : `device ${persistentDeviceId}`;
}
