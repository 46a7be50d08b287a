import { describe, expect, it } from 'vitest';
import { type WheelTurn, type WheelWish, wheelMove } from './wheel.ts';

const none: WheelTurn = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false };
const turn = (part: Partial<WheelTurn>, wish: WheelWish = 'pan') =>
  wheelMove({ ...none, ...part }, wish, { width: 1000, height: 500 });

describe('the wheel', () => {
  it('moves the view, like two fingers on a trackpad', () => {
    expect(turn({ deltaX: 3, deltaY: 7 })).toEqual({ is: 'pan', across: -3, down: -7 });
    expect(turn({ deltaY: 3, deltaMode: 1 })).toMatchObject({ is: 'pan', down: -48 });
    expect(turn({ deltaY: 1, deltaMode: 2 })).toMatchObject({ is: 'pan', down: -500 });
  });

  it('moves it across with Shift, whether or not the browser has turned the axis', () => {
    expect(turn({ deltaY: 100, shiftKey: true })).toEqual({ is: 'pan', across: -100, down: 0 });
    expect(turn({ deltaX: 100, shiftKey: true })).toEqual({ is: 'pan', across: -100, down: 0 });
  });

  it('zooms by a fifth for a notch with Ctrl or Cmd, or without where a person wants that', () => {
    for (const move of [
      turn({ deltaY: -100, ctrlKey: true }),
      turn({ deltaY: -100, metaKey: true }),
      turn({ deltaY: -100 }, 'zoom'),
    ]) {
      expect(move).toEqual({ is: 'zoom', factor: 1.2 });
    }
  });

  it('zooms as far as the fingers of a pinch on a trackpad go', () => {
    expect(turn({ deltaY: -100 * Math.log(1.25), ctrlKey: true })).toEqual({ is: 'zoom', factor: 1.25 });
  });
});
