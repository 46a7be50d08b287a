import { describe, expect, it } from 'vitest';
import { carried, type HandleSide, sized } from './sized.ts';

const box = { x: 100, y: 200, width: 200, height: 100 };
const free = { keepsRatio: false, fromMiddle: false };

describe('a handle', () => {
  it.each<[HandleSide, object]>([
    [
      { x: 1, y: 1 },
      { x: 100, y: 200, width: 240, height: 130 },
    ],
    [
      { x: -1, y: -1 },
      { x: 140, y: 230, width: 160, height: 70 },
    ],
    [
      { x: 1, y: -1 },
      { x: 100, y: 230, width: 240, height: 70 },
    ],
    [
      { x: 0, y: 1 },
      { x: 100, y: 200, width: 200, height: 130 },
    ],
    [
      { x: -1, y: 0 },
      { x: 140, y: 200, width: 160, height: 100 },
    ],
  ])('%o leaves the opposite side where it is', (side, expected) => {
    expect(sized(box, side, { x: 40, y: 30 }, free)).toEqual(expected);
  });

  it('that keeps the ratio follows the pointer along the side on which it has gone farther', () => {
    const ratio = { keepsRatio: true, fromMiddle: false };
    expect(sized(box, { x: 1, y: 1 }, { x: 20, y: 50 }, ratio)).toEqual({ x: 100, y: 200, width: 300, height: 150 });
    expect(sized(box, { x: -1, y: 1 }, { x: -200, y: 10 }, ratio)).toEqual({ x: -100, y: 200, width: 400, height: 200 });
    expect(sized(box, { x: 1, y: 0 }, { x: 200, y: 0 }, ratio)).toEqual({ x: 100, y: 150, width: 400, height: 200 });
  });

  it('with Alt leaves the middle where it is', () => {
    const middle = { keepsRatio: false, fromMiddle: true };
    expect(sized(box, { x: 1, y: 1 }, { x: 10, y: 20 }, middle)).toEqual({ x: 90, y: 180, width: 220, height: 140 });
  });

  it('never turns a box over', () => {
    expect(sized(box, { x: 1, y: 1 }, { x: -500, y: -500 }, free)).toEqual({ x: 100, y: 200, width: 4, height: 4 });
    const small = sized(box, { x: -1, y: -1 }, { x: 500, y: 500 }, { keepsRatio: true, fromMiddle: false });
    expect(small).toEqual({ x: 292, y: 296, width: 8, height: 4 });
  });
});

it('a box is carried along with the one around it', () => {
  const to = { x: 0, y: 0, width: 400, height: 50 };
  expect(carried({ x: 150, y: 250, width: 50, height: 50 }, box, to)).toEqual({ x: 100, y: 25, width: 100, height: 25 });
});
