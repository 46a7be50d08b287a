import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draft, DraftHistory, type DraftStep, inserted, selectedText } from './draft.ts';

const at = (text: string): Draft => ({ text, from: text.length, to: text.length });

describe('a draft', () => {
  it('has what is inserted in the place of what is selected, and the caret behind it', () => {
    const draft = { text: 'one two', from: 4, to: 7 };
    expect(selectedText(draft)).toBe('two');
    expect(inserted(draft, 'three')).toEqual({ text: 'one three', from: 9, to: 9 });
  });

  it('undoes letters that were typed without a pause together', () => {
    const history = new DraftHistory();
    history.record(at(''), 'type', 0);
    history.record(at('a'), 'type', 200);
    history.record(at('ab'), 'type', 3000);
    history.record(at('abc'), 'erase', 3100);
    expect(history.undo(at('ab'))).toEqual(at('abc'));
    expect(history.undo(at('abc'))).toEqual(at('ab'));
    expect(history.undo(at('ab'))).toEqual(at(''));
    expect(history.undo(at(''))).toBeUndefined();
    expect(history.redo(at(''))).toEqual(at('ab'));
  });

  it('is as at the beginning after undoing everything, and as at the end after making it again', () => {
    const step = fc.record({
      text: fc.string({ maxLength: 4 }),
      step: fc.constantFrom<DraftStep>('type', 'erase', 'other'),
      pause: fc.nat(2000),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const history = new DraftHistory();
        let now = 0;
        let draft = at('');
        for (const { text, step: kind, pause } of steps) {
          now += pause;
          history.record(draft, kind, now);
          draft = inserted(draft, text);
        }
        const end = draft;
        for (let before = history.undo(draft); before; before = history.undo(draft)) draft = before;
        expect(draft).toEqual(at(''));
        for (let after = history.redo(draft); after; after = history.redo(draft)) draft = after;
        expect(draft).toEqual(end);
      }),
      { numRuns: 1000 },
    );
  });
});
