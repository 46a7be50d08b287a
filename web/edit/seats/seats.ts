import type { XY } from '../../../model/looks/shapes.ts';

/** Where somebody sits at a wall. Places are in pixels of the screen, times in milliseconds. */
export interface SeatPlace {
  /** From 1; the smallest that is free. */
  readonly number: number;
  at: XY;
  lastTouch: number;
  /** When its menu was opened or used last; undefined: it is shut. */
  menuUsed: number | undefined;
}

/** More people do not touch one screen. */
const MOST = 16;
/** A finger belongs to the nearest seat within this distance, times the scale. */
const REACH = 900;
/** A seat ends this long after its last touch, and its menu is shut this long after it was used. */
const GONE = 5 * 60_000;
const SHUT = 15_000;

interface PenPlace {
  at: XY;
  isDown: boolean;
  /** Undefined: the seat of the keyboard, which the first pen has. */
  readonly seat: SeatPlace | undefined;
}

/** The seats of a wall besides that of the keyboard. */
export class Seats {
  readonly #scale: () => number;
  readonly #pens = new Map<string, PenPlace>();
  #all: readonly SeatPlace[] = [];

  constructor(scale: () => number) {
    this.#scale = scale;
  }

  get all(): readonly SeatPlace[] {
    return this.#all;
  }

  /** Whose a place is. */
  near(at: XY): SeatPlace | undefined {
    return this.#nearest(at, REACH * this.#scale());
  }

  /** A finger goes down; the seat moves with it. */
  touch(at: XY, now: number): SeatPlace | undefined {
    return this.#moved(this.near(at), at, now);
  }

  /** Opens the menu of the seat at a place, or of a new one. */
  open(at: XY, now: number, seat = this.near(at)): SeatPlace {
    const there = seat ?? this.#add(at, now) ?? this.#nearest(at, Number.POSITIVE_INFINITY)!;
    there.menuUsed = now;
    return this.#moved(there, at, now)!;
  }

  /**
   * A pen goes down. One that is new makes a seat of its own, but the first has that of the keyboard (undefined).
   * @param id of the pen. Where screens give pens new ids whenever they come, one that is known by its place goes on with its seat
   */
  pen(id: string, at: XY, now: number): SeatPlace | undefined {
    const key = this.#pens.has(id) ? id : this.#penNear(at);
    const known = key === undefined ? undefined : this.#pens.get(key);
    const isKnown = known !== undefined && (known.seat === undefined || this.#all.includes(known.seat));
    if (key !== undefined) this.#pens.delete(key);
    const seat = isKnown ? known.seat : this.#pens.size === 0 ? undefined : this.#add(at, now);
    this.#pens.set(id, { at, isDown: true, seat });
    return this.#moved(seat, at, now);
  }

  /** A pen is lifted. */
  penUp(id: string, at: XY): void {
    const pen = this.#pens.get(id);
    if (pen) Object.assign(pen, { at, isDown: false });
  }

  /** Ends seats that nobody has touched for long, and shuts menus that nobody uses. @returns whether anything has changed */
  expire(now: number): boolean {
    const left = this.#all.filter(({ lastTouch }) => now - lastTouch < GONE);
    let isChanged = left.length < this.#all.length;
    this.#all = left;
    for (const seat of left) {
      if (seat.menuUsed === undefined || now - seat.menuUsed < SHUT) continue;
      seat.menuUsed = undefined;
      isChanged = true;
    }
    return isChanged;
  }

  #add(at: XY, now: number): SeatPlace | undefined {
    if (this.#all.length >= MOST) return undefined;
    let number = 1;
    while (this.#all.some((seat) => seat.number === number)) number += 1;
    const seat: SeatPlace = { number, at, lastTouch: now, menuUsed: undefined };
    this.#all = [...this.#all, seat];
    return seat;
  }

  #moved(seat: SeatPlace | undefined, at: XY, now: number): SeatPlace | undefined {
    if (seat) Object.assign(seat, { at, lastTouch: now });
    return seat;
  }

  #nearest(at: XY, reach: number): SeatPlace | undefined {
    let nearest: { readonly seat: SeatPlace; readonly far: number } | undefined;
    for (const seat of this.#all) {
      const far = apart(seat.at, at);
      if (far <= Math.min(reach, nearest?.far ?? reach)) nearest = { seat, far };
    }
    return nearest?.seat;
  }

  #penNear(at: XY): string | undefined {
    const reach = REACH * this.#scale();
    for (const [id, pen] of this.#pens) if (!pen.isDown && apart(pen.at, at) <= reach) return id;
    return undefined;
  }
}

const apart = (one: XY, other: XY): number => Math.hypot(one.x - other.x, one.y - other.y);
