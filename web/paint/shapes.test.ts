import { describe, expect, it } from 'vitest';
import { palette } from '../../model/looks/colours.ts';
import type { Picture, Shape, Words } from '../../model/looks/shapes.ts';
import { type Bitmap, type Bitmaps, createPaintShapes, type PaintContext } from './shapes.ts';

const box = { x: 0, y: 0, width: 100, height: 50 };
const words: Words = { kind: 'words', box, text: 'Ship on Friday', colour: '#000000', most: 10 };
const picture: Picture = { kind: 'picture', box, hash: 'a', page: 0, of: 'still', fit: 'fill' };
const bitmap = { width: 10, height: 10 } as unknown as Bitmap;
const none: Bitmaps = { bitmap: () => undefined, average: () => undefined };

/** The names of the calls that a painter makes, and the colours that it fills with. */
function painted(shape: Shape, zoom: number, bitmaps: Bitmaps = none): readonly string[] {
  const calls: string[] = [];
  const context = new Proxy({ globalAlpha: 1 } as Record<string, unknown>, {
    get: (state, name: string) => (name in state ? state[name] : (): void => void calls.push(name)),
    set(state, name: string, value) {
      state[name] = value;
      if (name === 'fillStyle') calls.push(String(value));
      return true;
    },
  });
  createPaintShapes({ bitmaps, measure: (text) => text.length / 2 })(context as unknown as PaintContext, {
    left: 0,
    top: 0,
    zoom,
    shapes: [shape],
  });
  return calls.filter((name) => !['getTransform', 'setTransform', 'translate', 'scale'].includes(name));
}

describe('text', () => {
  it('is a bar for each line where its letters are smaller than 8 pixels on the screen', () => {
    expect(painted(words, 0.8)).toEqual(['#000000', 'fillText']);
    expect(painted(words, 0.79)).toEqual(['#000000', 'fillRect']);
  });
});

describe('a picture', () => {
  const known: Bitmaps = { bitmap: () => bitmap, average: () => '#123456ff' };

  it('is its average colour below 24 pixels, where that is known', () => {
    expect(painted(picture, 0.24, known)).toEqual(['drawImage']);
    expect(painted(picture, 0.23, known)).toEqual(['#123456ff', 'fillRect']);
    expect(painted(picture, 0.23, { ...known, average: () => undefined })).toEqual(['drawImage']);
  });

  it('that has not come yet is its average colour, or grey', () => {
    expect(painted(picture, 1, { ...known, bitmap: () => undefined })).toEqual(['#123456ff', 'fillRect']);
    expect(painted(picture, 1)).toEqual([palette.missing, 'fillRect']);
  });

  it('of a video is nothing until it comes, because the shapes below it are enough', () => {
    expect(painted({ ...picture, of: 'video' }, 1)).toEqual([]);
  });

  it('is asked for at its size on the screen', () => {
    const asked: number[][] = [];
    painted(picture, 2.5, { ...none, bitmap: (_, ...size) => void asked.push(size) });
    expect(asked).toEqual([[250, 125]]);
  });
});
