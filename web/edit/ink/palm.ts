import type { PointerKind } from '../../view/gestures.ts';

/** One event of a pen or a finger. A pen that hovers moves without having gone down. */
export interface Contact {
  readonly kind: 'down' | 'move' | 'up' | 'cancel';
  readonly id: number;
  readonly pointer: PointerKind;
  /** In pixels of the screen, as all lengths here. */
  readonly x: number;
  readonly y: number;
  /** The area of contact, as far as the screen tells it. */
  readonly width: number;
  readonly height: number;
  /** In milliseconds. */
  readonly time: number;
}

/** A finger is narrower. */
const PALM = 40;
/** A hand that holds a pen rests within this distance of its tip, */
const NEAR = 300;
/** and this long after the pen has left. In milliseconds. */
const RECENT = 500;
/** Palms arrive before the pen. A finger that is down for longer, or has moved more, means what it does. */
const EARLY = 500;
const STILL = 12;

interface Touch {
  readonly x: number;
  readonly y: number;
  readonly began: number;
  farthest: number;
}

interface Pen {
  x: number;
  y: number;
  time: number;
  isDown: boolean;
}

/**
 * Tells fingers from the hand that holds a pen. The area of a contact decides only whether a touch is a palm, and never what it does:
 * tools that change by themselves are worse than none.
 */
export class Palms {
  /** A pen has been here. */
  hasPen = false;
  readonly #touches = new Map<number, Touch>();
  readonly #palms = new Set<number>();
  readonly #pens = new Map<number, Pen>();

  /** Whether a touch is ignored until it is over. */
  isPalm(id: number): boolean {
    return this.#palms.has(id);
  }

  /** Takes an event. @returns the touches that turn out to be palms and have begun something, which must end as if it had not been */
  take(contact: Contact): readonly number[] {
    if (contact.pointer === 'pen') return this.#pen(contact);
    return contact.pointer === 'touch' ? this.#touch(contact) : [];
  }

  #pen({ kind, id, x, y, time }: Contact): readonly number[] {
    this.hasPen = true;
    const pen = this.#pens.get(id) ?? { x, y, time, isDown: false };
    // A pen that is taken away may tell no place
    if (kind !== 'cancel') {
      pen.x = x;
      pen.y = y;
    }
    pen.time = time;
    if (kind !== 'move') pen.isDown = kind === 'down';
    for (const [other, { isDown, time: last }] of this.#pens) if (!isDown && time - last > RECENT) this.#pens.delete(other);
    this.#pens.set(id, pen);
    if (kind !== 'down') return [];
    return this.#revealed((touch) => isEarly(touch, time));
  }

  #touch(contact: Contact): readonly number[] {
    const { kind, id, x, y, time } = contact;
    if (kind === 'down') {
      this.#touches.set(id, { x, y, began: time, farthest: 0 });
      if (this.hasPen && (isWide(contact) || this.#isNearPen(contact))) this.#palms.add(id);
      return [];
    }
    const touch = this.#touches.get(id);
    if (kind !== 'move') {
      this.#touches.delete(id);
      this.#palms.delete(id);
      return [];
    }
    if (!touch) return [];
    touch.farthest = Math.max(touch.farthest, Math.hypot(x - touch.x, y - touch.y));
    // A palm comes down by its edge and grows
    if (!this.hasPen || !isWide(contact)) return [];
    return this.#revealed((one) => one === touch && isEarly(one, time));
  }

  #revealed(isPalm: (touch: Touch) => boolean): readonly number[] {
    const found = [...this.#touches].filter(([id, touch]) => !this.#palms.has(id) && isPalm(touch)).map(([id]) => id);
    for (const id of found) this.#palms.add(id);
    return found;
  }

  #isNearPen({ x, y, time }: Contact): boolean {
    for (const [id, pen] of this.#pens) {
      if (!pen.isDown && time - pen.time > RECENT) this.#pens.delete(id);
      else if (Math.hypot(pen.x - x, pen.y - y) <= NEAR) return true;
    }
    return false;
  }
}

const isWide = ({ width, height }: Contact): boolean => width > PALM || height > PALM;
const isEarly = ({ began, farthest }: Touch, time: number): boolean => time - began <= EARLY && farthest <= STILL;
