import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../../model/looks/measure.ts';
import type { Words } from '../../../model/looks/shapes.ts';
import { layOut } from '../../../model/looks/text-layout.ts';
import { look } from '../../../model/widgets/note.ts';
import { boxFor } from './box-for.ts';

const context = {
  measure,
  phrases: {} as never,
  ground: { colour: '#ffffffff', isDark: false },
  boxOf: () => undefined,
  holdsHead: () => false,
};

/** What the look of a text without paper draws in a box. */
function drawn(text: string, size: { readonly width: number; readonly height: number }) {
  const note = {
    text,
    title: '',
    size,
    background_color: '#00000000',
    auto_text_color: false,
    text_color: '#000000ff',
    parent_id: '',
  };
  const words = look(note as never, context).find((shape): shape is Words => shape.kind === 'words')!;
  return layOut(words, measure);
}

describe('the box of a text', () => {
  it('has one line for a short text, in the letters that were asked for', () => {
    const { size, lines } = drawn('Hello', boxFor('Hello', 24, measure));
    expect(size).toBeCloseTo(24, 1);
    expect(lines).toHaveLength(1);
  });

  it('grows with its text', () => {
    const one = boxFor('a fairly long line of text that goes on', 24, measure);
    const two = boxFor('a fairly long line of text that goes on, and on', 24, measure);
    expect(two.width).toBeGreaterThan(one.width);
    const tall = boxFor('one\n'.repeat(20), 24, measure);
    expect(tall.height).toBeGreaterThan(20 * 24);
  });

  it('draws any text in the letters that were asked for, whole, and breaks only lines that are very long', () => {
    const word = fc.constantFrom('a', 'word', 'Straße', 'и', '今日は', 'longer-than', '😀');
    const line = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    const texts = fc.array(line, { minLength: 1, maxLength: 20 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(texts, fc.double({ min: 4, max: 400, noNaN: true }), (text, letters) => {
        const { size, lines } = drawn(text, boxFor(text, letters, measure));
        expect(Math.abs(size / letters - 1)).toBeLessThan(0.002);
        expect(lines.at(-1)!.to).toBe(text.length);
        const written = text.split('\n');
        const isLong = written.length > 12 || written.some((one) => measure(one, 400) > 31);
        if (!isLong) expect(lines).toHaveLength(written.length);
      }),
      { numRuns: 1000 },
    );
  });
});
