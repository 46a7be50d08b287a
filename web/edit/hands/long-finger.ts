import type { XY } from '../../../model/looks/shapes.ts';
import { TREMBLE } from '../../view/gestures.ts';
import { kindOf, type PointerOwner } from '../../view/input.ts';

export interface LongFingerContext {
  readonly placeOf: (event: PointerEvent) => XY;
  readonly askMenu: (at: XY, pointer: ReturnType<typeof kindOf>) => void;
  /** Begins what a long press does that moves, with the event that went down. */
  readonly begin: (down: PointerEvent) => PointerOwner | undefined;
}

/** A finger after a long press: it asks for a menu when it is lifted, and does something else once it moves. */
export class LongFinger implements PointerOwner {
  readonly #down: PointerEvent;
  readonly #from: XY;
  readonly #context: LongFingerContext;
  #owner: PointerOwner | undefined;
  #hasMoved = false;

  constructor(down: PointerEvent, context: LongFingerContext) {
    this.#down = down;
    this.#from = context.placeOf(down);
    this.#context = context;
  }

  take(event: PointerEvent): void {
    if (this.#hasMoved) return this.#owner?.take(event);
    const at = this.#context.placeOf(event);
    if (event.type === 'pointerup') return this.#context.askMenu(this.#from, kindOf(event));
    if (event.type !== 'pointermove' || Math.hypot(at.x - this.#from.x, at.y - this.#from.y) <= TREMBLE.touch) return;
    this.#hasMoved = true;
    this.#owner = this.#context.begin(this.#down);
    this.#owner?.take(event);
  }
}
