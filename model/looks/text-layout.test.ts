import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from './measure.ts';
import type { Words } from './shapes.ts';
import { LINE, layOut as layOutWith, startOf } from './text-layout.ts';

/** Every letter is half as wide as high. */
const even = (text: string): number => [...text].length / 2;
const words = (text: string, width: number, height: number, most: number, more: Partial<Words> = {}): Words => ({
  kind: 'words',
  box: { x: 0, y: 0, width, height },
  text,
  colour: '#000000',
  most,
  ...more,
});
const layOut = (text: string, width: number, height: number, most: number, more: Partial<Words> = {}) => {
  const { size, lines } = layOutWith(words(text, width, height, most, more), even);
  return { size, lines: lines.map((line) => line.text) };
};

describe('a text in a box', () => {
  it('has letters of the wanted size when it fits', () => {
    expect(layOut('Ship on Friday\nor Monday', 200, 100, 20)).toMatchObject({ size: 20, lines: ['Ship on Friday', 'or Monday'] });
  });

  it('is broken between words, and has smaller letters when it is long', () => {
    const { size, lines } = layOut('Ship on Friday '.repeat(10), 100, 100, 20, { least: 3 });
    expect(size).toBeLessThan(20);
    expect(lines.join(' ').trim()).toBe('Ship on Friday '.repeat(10).trim());
  });

  it('is broken inside of a word that is longer than a line', () => {
    expect(layOut('a'.repeat(25), 55, 100, 10).lines).toEqual(['a'.repeat(11), 'a'.repeat(11), 'aaa']);
  });

  it('ends in … where the smallest letters do not fit', () => {
    expect(layOut('one two three fourth', 50, 26, 10)).toEqual({ size: 10, lines: ['one two', 'three…'] });
    expect(layOut('one', 1, 1, 10).lines).toEqual(['…']);
  });

  it('keeps empty lines, and spaces within a line and at its beginning', () => {
    expect(layOut('  a  b\n\n\tc', 200, 100, 10).lines).toEqual(['  a  b', '', '    c']);
  });

  it('drops the spaces at which it is broken', () => {
    expect(layOut('aaaa    bbbb', 20, 100, 10).lines).toEqual(['aaaa', 'bbbb']);
  });

  it('is broken after a hyphen', () => expect(layOut('built-in it', 35, 100, 10).lines).toEqual(['built-', 'in it']));

  it('is broken between East Asian letters, but not before a stop', () => {
    expect(layOut('今日は天気。明日', 25, 100, 10).lines).toEqual(['今日は天', '気。明日']);
    expect(layOut('今日は天気。', 25, 100, 10).lines).toEqual(['今日は天', '気。']);
  });

  it('is broken between the words of scripts without spaces', () => {
    // "Hello", "world" in Thai
    expect(layOut('สวัสดีชาวโลก', 30, 100, 10).lines[0]).toBe('สวัสดี');
  });

  it('is never broken inside of a letter of several characters', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    expect(layOut(family.repeat(3), 26, 100, 10).lines).toEqual([family, family, family]);
  });

  it('begins at the right in scripts from the right', () => {
    const placed = words('שלום', 100, 20, 10);
    const { lines } = layOutWith(placed, even);
    expect([lines[0]!.fromRight, startOf(placed, lines[0]!)]).toEqual([true, 80]);
  });

  it('has a direction for each paragraph, whatever its first line is written in', () => {
    const placed = words('שלום\nhello\n1. again\n\nשלום hello עולם', 60, 100, 10);
    const { lines } = layOutWith(placed, even);
    expect(lines.map((line) => [line.text, line.fromRight, startOf(placed, line)])).toEqual([
      ['שלום', true, 40],
      ['hello', false, 0],
      ['1. again', false, 0],
      ['', false, 0],
      ['שלום hello', true, 10],
      ['עולם', true, 40],
    ]);
  });

  it('stands in the middle where the shape says so', () => {
    const placed = words('ab', 100, 50, 10, { across: 'middle', down: 'middle' });
    const { lines } = layOutWith(placed, even);
    expect([lines[0]!.y, startOf(placed, lines[0]!)]).toEqual([18.6, 45]);
  });

  it('ends where the smallest letters are so small that they round to 0', () => {
    const placed = words('ab', 1e-322, 1e-322, 1e-323, { least: 0 });
    expect(layOutWith(placed, even).size).toBe(1e-323);
  });

  it('is never wider or higher than its box, unless a single letter is', () => {
    const boxes = fc.record({ width: fc.integer({ min: 3, max: 300 }), height: fc.integer({ min: 4, max: 300 }) });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), boxes, fc.integer({ min: 3, max: 60 }), (text, box, most) => {
        const placed = words(text, box.width, box.height, most, { least: 3 });
        const { size, lines } = layOutWith(placed, measure);
        expect(size).toBeLessThanOrEqual(most);
        expect(lines.length === 1 || lines.length * size * LINE <= box.height + 0.001).toBe(true);
        for (const line of lines)
          expect([...line.text].length <= 2 || line.width <= box.width + 0.001 || isOneLetter(line.text)).toBe(true);
      }),
    );
  });
});

describe('the places of lines in their text', () => {
  const placesOf = (text: string, width: number, height: number, more: Partial<Words> = {}) =>
    layOutWith(words(text, width, height, 10, more), even).lines.map((line) => [line.text, line.from, line.to]);

  it('count the spaces of a break to the line before it, and no line feed to any', () => {
    expect(placesOf('aaaa    bbbb  \r\n\nc ', 20, 100)).toEqual([
      ['aaaa', 0, 8],
      ['bbbb', 8, 14],
      ['', 16, 16],
      ['c', 17, 19],
    ]);
  });

  it('count a tab as one letter, and to the line in which it begins where it is broken', () => {
    expect(placesOf('\ta\tb', 200, 100)).toEqual([['    a    b', 0, 4]]);
    expect(placesOf('\tabc', 15, 100)).toEqual([
      ['   ', 0, 1],
      [' ab', 1, 3],
      ['c', 3, 4],
    ]);
  });

  it('are between the letters of a word that is longer than a line', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    expect(placesOf(`ab ${family.repeat(2)}`, 26, 100)).toEqual([
      ['ab', 0, 3],
      [family, 3, 11],
      [family, 11, 19],
    ]);
  });

  it('end before … with the letters that are drawn', () => {
    expect(placesOf('\tone  two three', 45, 13)).toEqual([['    one…', 0, 4]]);
    expect(placesOf('one', 1, 1)).toEqual([['…', 0, 0]]);
  });

  it('stay where they are for lines that keep the spaces at their ends', () => {
    const placed = words('aa   bbb \n \ncc\t ', 20, 100, 10, { keepsEnd: true });
    expect(layOutWith(placed, even).lines.map(({ text, width, from, to }) => [text, width, from, to])).toEqual([
      ['aa   ', 25, 0, 5],
      ['bbb ', 20, 5, 9],
      [' ', 5, 10, 11],
      ['cc     ', 35, 12, 16],
    ]);
    expect(placesOf('one two ', 20, 13, { keepsEnd: true })).toEqual([['one…', 0, 3]]);
  });

  it('cover any text in order, with what is drawn', () => {
    const unit = fc.constantFrom(
      ...'ab-\t \n\r\u2028\u0301\u00a0今。ש',
      '  ',
      '\t\t',
      '\r\n',
      '\u{1f468}\u200d\u{1f469}',
      '\ud83d',
    );
    const room = fc.record({ width: fc.integer({ min: 3, max: 90 }), height: fc.integer({ min: 4, max: 90 }) });
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), room, fc.boolean(), (text, { width, height }, keepsEnd) => {
        const shown = layOutWith(words(text, width, height, 10, { least: 3, keepsEnd }), even).lines;
        const isCut = shown.at(-1)!.text.endsWith('…');
        let end = 0;
        for (const [at, { text: drawn, from, to }] of shown.entries()) {
          expect(text.slice(end, from)).toMatch(at === 0 || from === end ? /^$/ : /^(\r\n|[\n\r\u2028\u2029])$/);
          const written = text.slice(from, to).replaceAll('\t', '    ');
          const isLast = isCut && at === shown.length - 1;
          if (keepsEnd && !isLast) expect(drawn).toBe(written);
          else expect(isLast ? drawn.slice(0, -1).trim() : drawn.trim()).toBe(written.trim());
          end = to;
        }
        expect(isCut || end === text.length).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('are the same whether lines keep the spaces at their ends or not', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab \t\n'), maxLength: 40 }),
        fc.integer({ min: 3, max: 60 }),
        (text, width) => {
          const places = (keepsEnd: boolean) =>
            placesOf(text, width, 60, { least: 3, keepsEnd }).map(([, from, to]) => [from, to]);
          expect(places(true)).toEqual(places(false));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

const isOneLetter = (text: string): boolean => [...new Intl.Segmenter().segment(text)].length <= 2;
