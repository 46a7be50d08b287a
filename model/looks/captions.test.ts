import { describe, expect, it } from 'vitest';
import { CAPTION_REACH, captionShapes, hasCaption } from './captions.ts';
import { measure } from './measure.ts';
import type { Caption } from './shapes.ts';

const caption: Caption = {
  kind: 'caption',
  place: 'above',
  text: 'On the wall',
  colour: '#645d51ff',
  box: { x: 0, y: 0, width: 600, height: 400 },
  mark: { text: '4', colour: '#23201aff', tile: '#e6dfd2ff' },
};

describe('the name of a frame', () => {
  it('has letters of 13 and a tile of 19 on the screen at every zoom, above the frame', () => {
    for (const zoom of [0.11, 0.5, 1, 8]) {
      const [tile, number, name] = captionShapes(caption, zoom, measure);
      expect(tile).toMatchObject({ kind: 'area', box: { x: 2, y: -26, width: 19, height: 19 }, radius: 6 });
      expect(number).toMatchObject({ text: '4', most: 11.5, weight: 600 });
      expect(name).toMatchObject({ text: 'On the wall', most: 13, weight: 600, box: { x: 28, y: -26, height: 19 } });
    }
    expect(CAPTION_REACH).toBe(26);
  });

  it('is hidden where the frame is narrower than 60 pixels of the screen', () => {
    expect(captionShapes(caption, 0.1, measure)).toHaveLength(3);
    expect(captionShapes(caption, 0.0999, measure)).toEqual([]);
  });

  it('is no wider than its frame', () => {
    const long = {
      ...caption,
      text: 'A name that is much too long '.repeat(9),
      mark: { ...caption.mark!, text: '123456789012' },
    };
    for (const zoom of [0.1, 0.2, 1]) {
      for (const shape of captionShapes(long, zoom, measure))
        if ('box' in shape) expect(shape.box.x + shape.box.width).toBeLessThanOrEqual(600 * zoom + 1e-9);
    }
  });

  it('of an output stands in its middle, where there is room', () => {
    const middle: Caption = { kind: 'caption', place: 'middle', text: 'Screen 2', colour: '#2f5bdbff', box: caption.box };
    expect(captionShapes(middle, 0.5, measure)).toMatchObject([
      { across: 'middle', down: 'middle', most: 13, box: { height: 200 } },
    ]);
    expect(captionShapes({ ...middle, box: { ...caption.box, height: 30 } }, 0.5, measure)).toEqual([]);
    expect(['Anchor', 'Table', 'VideoOutputAnchor', 'Note'].map(hasCaption)).toEqual([true, true, false, false]);
  });
});
