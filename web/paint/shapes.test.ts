import { describe, expect, it } from 'vitest';
import { palette } from '../../model/looks/colours.ts';
import type { Caption, Picture, Shade, Shape, Words } from '../../model/looks/shapes.ts';
import type { PaintContext } from './context.ts';
import { type Bitmap, type Bitmaps, createPaintShapes, FONT_SIZE } from './shapes.ts';

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

  it('has the direction of each paragraph', () => {
    const seen: unknown[] = [];
    const context = new Proxy(
      { fillText: (text: string, x: number) => seen.push([text, x, state.direction, state.textAlign]) } as Record<
        string,
        unknown
      >,
      {
        get: (of, name: string) => of[name] ?? (() => undefined),
      },
    );
    const state = context;
    createPaintShapes({ bitmaps: none, measure: (text) => text.length / 2 })(context as unknown as PaintContext, {
      left: 0,
      top: 0,
      zoom: 1,
      shapes: [{ ...words, text: 'שלום\nhello' }],
    });
    expect(seen).toEqual([
      ['שלום', words.box.width / (words.most / FONT_SIZE), 'rtl', 'right'],
      ['hello', 0, 'ltr', 'left'],
    ]);
  });
});

describe('the name of a frame', () => {
  const caption: Caption = { kind: 'caption', place: 'above', box, text: 'Stage', colour: '#000000' };
  const heights = (captions: number): number[] => {
    const scales: number[] = [];
    const context = new Proxy({ scale: (x: number) => void scales.push(x) } as Record<string, unknown>, {
      get: (of, name: string) => of[name] ?? (() => undefined),
    });
    const paint = createPaintShapes({ bitmaps: none, measure: (text) => text.length / 2, captions });
    paint(context as unknown as PaintContext, { left: 0, top: 0, zoom: 4, shapes: [caption] });
    return scales;
  };

  it('is as large on the screen at every zoom, times the size that a person chose', () => {
    expect(heights(1)).toContain(1 / 4);
    expect(heights(2)).toContain(2 / 4);
  });

  it('is not painted into small pictures', () => expect(heights(0)).not.toContain(0));

  it('is hidden where its frame is too narrow for it', () => {
    expect(painted(caption, 0.59)).toEqual([]);
    expect(painted(caption, 0.61)).toContain('fillText');
  });
});

describe('a shadow', () => {
  const shade: Shade = {
    kind: 'shade',
    box: { ...box, height: 100 },
    radius: 0,
    blur: 7,
    colour: '#0000004d',
    contact: '#0000001f',
  };

  it('is only the line of contact below 40 pixels on the screen', () => {
    expect(painted(shade, 0.39)).toEqual(['#0000001f', 'fillRect']);
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

  it('of a page that is not there says so', () => {
    const pages = { ...none, pages: () => 3 };
    const calls = painted({ ...picture, page: 9, beyond: 'Page 10 of {pages}' }, 9, pages);
    expect(calls).toEqual([palette.muted, 'fillText']);
    expect(painted({ ...picture, page: 2, beyond: 'Page 3 of {pages}' }, 9, pages)).not.toContain('fillText');
  });

  it('is asked for at its size on the screen', () => {
    const asked: number[][] = [];
    painted(picture, 2.5, { ...none, bitmap: (_, ...size) => void asked.push(size) });
    expect(asked).toEqual([[250, 125]]);
  });
});
