import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINE, layOut, widthOf } from './layout.ts';

const box = (width: number, height: number) => ({ x: 0, y: 0, width, height });

describe('a text in a box', () => {
  it('has letters of the wanted size when it fits', () => {
    expect(layOut({ text: 'Ship on Friday\nor Monday', box: box(200, 100), most: 20 })).toEqual({
      size: 20,
      lines: ['Ship on Friday', 'or Monday'],
    });
  });

  it('is broken between words, and has smaller letters when it is long', () => {
    const { size, lines } = layOut({ text: 'Ship on Friday '.repeat(10), box: box(100, 100), most: 20 });
    expect(size).toBeLessThan(20);
    expect(lines.join(' ').trim()).toBe('Ship on Friday '.repeat(10).trim());
  });

  it('is broken inside of a word that is longer than a line', () => {
    expect(layOut({ text: 'a'.repeat(25), box: box(60, 100), most: 10 }).lines).toEqual(['a'.repeat(11), 'a'.repeat(11), 'aaa']);
  });

  it('is never wider or higher than its box, unless a single letter is', () => {
    const boxes = fc.record({
      x: fc.constant(0),
      y: fc.constant(0),
      width: fc.integer({ min: 3, max: 300 }),
      height: fc.integer({ min: 4, max: 300 }),
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), boxes, fc.integer({ min: 3, max: 60 }), (text, within, most) => {
        const { size, lines } = layOut({ text, box: within, most });
        expect(size).toBeLessThanOrEqual(most);
        expect(lines.length === 1 || lines.length * size * LINE <= within.height + 0.001).toBe(true);
        for (const line of lines) expect([...line].length <= 1 || widthOf(line) * size <= within.width + 0.001).toBe(true);
      }),
    );
  });
});
