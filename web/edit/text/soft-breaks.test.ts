import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../../model/looks/measure.ts';
import { layOut } from '../../../model/looks/text-layout.ts';
import { changed, changeIn, overSofts, toText, toValue, withBreaks } from './soft-breaks.ts';

/** Breaks a text at a width in letter heights, as an editor does. */
const broken = (text: string, width: number, isCentred = false) => {
  const box = { x: 0, y: 0, width, height: 1e6 };
  return withBreaks(
    text,
    layOut({ kind: 'words', box, text, colour: '#000000', most: 1, keepsEnd: true }, measure).lines,
    isCentred,
  );
};

const texts = fc.array(fc.constantFrom('a', 'bc', ' ', '\t', '  ', '\n', 'ü', '😀', '今日', 'שלום', '-', 'longer'), {
  maxLength: 24,
});
const some = fc.record({ text: texts.map((parts) => parts.join('')), width: fc.double({ min: 1, max: 8, noNaN: true }) });

describe('soft breaks', () => {
  it('are line feeds that the text does not have', () => {
    const shown = broken('one two three', 3);
    expect(shown).toMatchObject({ value: 'one \ntwo \nthree', softs: [4, 9] });
    expect(toText(shown, 5)).toBe(4);
    expect(toValue(shown, 4)).toBe(5);
    expect(toValue(shown, 4, true)).toBe(4);
  });

  it('have spaces without width before them where lines are aligned by their middle', () => {
    expect(broken('one two', 3, true).value).toBe('one\u200b\ntwo');
  });

  it('have the spaces beside them with which looks draw a tab, and which are one place', () => {
    const shown = broken('a\tb', 9);
    expect(shown).toMatchObject({ value: 'a    b', softs: [2, 3, 4] });
    expect([1, 2, 3, 5, 6].map((at) => toText(shown, at))).toEqual([1, 2, 2, 2, 3]);
    expect([toValue(shown, 2), toValue(shown, 2, true)]).toEqual([5, 5]);
    expect([overSofts(shown, 5, -1), overSofts(shown, 2, 1), overSofts(shown, 1, 1)]).toEqual([2, 5, 1]);
    expect(changed(shown.text, changeIn(shown, 'a   b', 1))).toBe('ab');
  });

  it('leave the text when they are taken out, for any text, width and place', () => {
    fc.assert(
      fc.property(some, ({ text, width }) => {
        const shown = broken(text, width);
        const letters = [...shown.value].length;
        expect(letters).toBeGreaterThanOrEqual([...text].length);
        const without = shown.value.split('').filter((_, at) => !shown.softs.includes(at));
        expect(without.join('')).toBe(text.replaceAll('\t', ' '));
        for (let at = 0; at <= text.length; at++) {
          expect(toText(shown, toValue(shown, at))).toBe(at);
          expect(toText(shown, toValue(shown, at, true))).toBe(at);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('change nothing about what is typed: the text becomes what a plain field would hold', () => {
    const input = fc.record({
      from: fc.nat(60),
      length: fc.nat(6),
      typed: fc.constantFrom('', 'x', ' ', '\n', 'two words', 'a\nb', '😀', 'a'),
    });
    fc.assert(
      fc.property(some, fc.array(input, { maxLength: 8 }), fc.boolean(), ({ text, width }, inputs, isCentred) => {
        let shown = broken(text, width, isCentred);
        for (const { from, length, typed } of inputs) {
          const start = Math.min(from, shown.value.length);
          const end = Math.min(start + length, shown.value.length);
          const plain = shown.text.slice(0, toText(shown, start)) + typed + shown.text.slice(toText(shown, end));
          const value = shown.value.slice(0, start) + typed + shown.value.slice(end);
          const next = changed(shown.text, changeIn(shown, value, start + typed.length, { from: start, to: end }));
          expect(next).toBe(plain);
          shown = broken(next, width, isCentred);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('are found without a caret, too', () => {
    const shown = broken('one two three', 3);
    expect(changed(shown.text, changeIn(shown, 'one \ntwo x\nthree', 0))).toBe('one two xthree');
  });
});
