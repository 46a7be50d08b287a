import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../../model/looks/measure.ts';
import type { Words } from '../../../model/looks/shapes.ts';
import { layOut } from '../../../model/looks/text-layout.ts';
import { look } from '../../../model/widgets/note.ts';
import type { WidgetOf } from '../../live/element.ts';
import { layOutDraft } from './draft-layout.ts';
import { fieldShapes } from './field-shapes.ts';

const context = {
  measure,
  phrases: {} as never,
  ground: { colour: '#ffffffff', isDark: false },
  boxOf: () => undefined,
  holdsHead: () => false,
};
const noteOf = (more: object = {}) =>
  ({
    text: '',
    title: '',
    size: { width: 200, height: 200 },
    background_color: '#ffdb6eff',
    auto_text_color: true,
    text_color: '#000000ff',
    parent_id: '',
    ...more,
  }) as unknown as WidgetOf<'Note'>;
const shapesOf = (widget: WidgetOf) => look(widget as never, context);

/** The words of a field, as its look draws them. */
function drawn(note: WidgetOf<'Note'>, text: string): Words | undefined {
  return shapesOf(note).findLast((shape): shape is Words => shape.kind === 'words' && shape.text === text.trimEnd());
}

describe('a text that is being written', () => {
  it('stands where the look will draw its first letter, while it is empty', () => {
    const { written, others } = fieldShapes(shapesOf, noteOf(), 'text', '');
    const first = drawn(noteOf({ text: 'a' }), 'a')!;
    expect(written).toMatchObject({ kind: 'words', box: first.box, most: first.most });
    expect(others).toEqual(shapesOf(noteOf()));
  });

  it('is the title or the text, also when both say the same', () => {
    const same = noteOf({ text: 'same', title: 'same' });
    const text = fieldShapes(shapesOf, same, 'text', 'same').written as Words;
    const title = fieldShapes(shapesOf, same, 'title', 'same').written as Words;
    expect(title.weight).toBe(600);
    expect(text.box.y).toBeGreaterThan(title.box.y);
  });

  it('has its lines where the look has them, whatever is written', () => {
    const part = fc.constantFrom('a', 'word ', ' ', '\n', 'Straße', '今日は', 'שלום ', '😀', 'longer-than ');
    const texts = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.constantFrom('', 'A title'), fc.constantFrom('#ffdb6eff', '#00000000'), (text, title, background) => {
        const note = noteOf({ text, title, background_color: background });
        const { written } = fieldShapes(shapesOf, note, 'text', text);
        const draft = layOutDraft(written as Words, text, measure);
        const words = drawn(note, text);
        if (!words || text.trim() === '' || draft.isCut) return;
        const picture = layOut(words, measure);
        expect(draft.size).toBe(picture.size);
        for (const [at, { text: line, y }] of picture.lines.entries()) {
          expect(draft.lines[at]!.text.trimEnd()).toBe(line.trimEnd());
          expect(draft.top + (draft.lines[at]!.y - draft.words.box.y)).toBeCloseTo(y, 6);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is cut where the look ends in …', () => {
    const text = 'many words '.repeat(200);
    const { written } = fieldShapes(shapesOf, noteOf({ text }), 'text', text);
    expect(layOutDraft(written as Words, text, measure).isCut).toBe(true);
    expect(layOutDraft(written as Words, 'few words', measure).isCut).toBe(false);
  });

  it('knows on which side its lines begin', () => {
    const { written } = fieldShapes(shapesOf, noteOf(), 'text', '');
    const side = (text: string) => layOutDraft(written as Words, text, measure).fromRight;
    expect([side('abc'), side('שלום'), side('abc\nשלום'), side('')]).toEqual([false, true, undefined, false]);
  });
});
