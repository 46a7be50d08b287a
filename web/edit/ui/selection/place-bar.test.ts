import { describe, expect, test } from 'vitest';
import { placeBar } from './place-bar.ts';

const room = { x: 12, y: 68, width: 976, height: 540 };
const bar = { width: 300, height: 44 };
const note = (x: number, y: number, width = 200, height = 200) => ({ x, y, width, height });

describe('the bar of a selection lies', () => {
  test('above it, in its middle, clear of ring and dots', () =>
    expect(placeBar(note(400, 300), bar, room, 1)).toEqual({ x: 350, y: 300 - 29 - 44 }));

  test('farther above on a wall', () => expect(placeBar(note(400, 300), bar, room, 2)).toMatchObject({ y: 300 - 58 - 44 }));

  test('below it where there is no room above', () => expect(placeBar(note(400, 100), bar, room, 1)).toMatchObject({ y: 329 }));

  test('within the room at its sides', () => {
    expect(placeBar(note(0, 300), bar, room, 1)).toMatchObject({ x: 12 });
    expect(placeBar(note(900, 300), bar, room, 1)).toMatchObject({ x: 688 });
  });

  test('at the upper edge over a thing that is as high as the room', () =>
    expect(placeBar(note(0, 0, 1000, 700), bar, room, 1)).toEqual({ x: 350, y: 68 }));

  test('elsewhere where the pointer is', () => {
    expect(placeBar(note(400, 300), bar, room, 1, { x: 500, y: 240 })).toMatchObject({ y: 529 });
    expect(placeBar(note(0, 0, 1000, 700), bar, room, 1, { x: 500, y: 100 })).toMatchObject({ y: 564 });
    expect(placeBar(note(400, 300), bar, room, 1, { x: 500, y: 400 })).toMatchObject({ y: 227 });
  });
});
