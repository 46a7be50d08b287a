import { LONG, TREMBLE } from '../../view/gestures.ts';
import { kindOf, type PointerOwner } from '../../view/input.ts';
import type { OnePointer } from './one-pointer.ts';

/** A finger or pen with a tool on empty canvas: if it stays where it went down and is lifted late, it asks for the menu of its seat. */
export class LongTool implements PointerOwner {
  readonly #press: OnePointer;
  readonly #ask: () => boolean;

  /** @param ask false: there is no menu, and the tool does what it does */
  constructor(press: OnePointer, ask: () => boolean) {
    this.#press = press;
    this.#ask = ask;
  }

  take(event: PointerEvent): void {
    const { isOver, begun, farthest } = this.#press;
    const isLong = event.timeStamp - begun > LONG && farthest <= TREMBLE[kindOf(event)];
    if (event.type === 'pointerup' && !isOver && isLong && this.#ask()) this.#press.cancel();
    else this.#press.take(event);
  }
}
