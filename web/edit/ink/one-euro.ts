import type { XY } from '../../../model/looks/shapes.ts';

/** Hertz below which trembling of a hand that hardly moves is taken away, */
const CUT_OFF = 1.2;
/** and what is added to them for each pixel a second, so that a quick hand is followed at once. */
const SLOPE = 0.02;
/** Hertz, for the speed itself. */
const SPEED_CUT_OFF = 1;
/** Events of one turn may have one time. In seconds. */
const LEAST = 1 / 1000;

/**
 * The one-euro filter of Casiez, Roussel and Vogel (CHI 2012), in pixels of the screen and seconds. Both coordinates follow one speed, so
 * a straight line stays straight.
 */
export class OneEuro {
  #x: number;
  #y: number;
  #rawX: number;
  #rawY: number;
  #time: number;
  #speedX = 0;
  #speedY = 0;

  constructor({ x, y }: XY, time: number) {
    this.#x = x;
    this.#y = y;
    this.#rawX = x;
    this.#rawY = y;
    this.#time = time;
  }

  next({ x, y }: XY, time: number): XY {
    const passed = Math.max(LEAST, time - this.#time);
    const by = share(SPEED_CUT_OFF, passed);
    this.#speedX += by * ((x - this.#rawX) / passed - this.#speedX);
    this.#speedY += by * ((y - this.#rawY) / passed - this.#speedY);
    const follow = share(CUT_OFF + SLOPE * Math.hypot(this.#speedX, this.#speedY), passed);
    this.#x += follow * (x - this.#x);
    this.#y += follow * (y - this.#y);
    this.#rawX = x;
    this.#rawY = y;
    this.#time = time;
    return { x: this.#x, y: this.#y };
  }
}

/** How much of a step a low-pass filter takes. */
const share = (cutOff: number, passed: number): number => 1 / (1 + 1 / (2 * Math.PI * cutOff * passed));
