import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../model/field.ts';
import type { WidgetType } from '../../../model/widgets/index.ts';
import { ModelBoard } from '../../../test/kit/model-board.ts';
import { runs } from '../../../test/kit/runs.ts';
import { nextBatch } from '../../live/edits/batch.ts';
import type { PendingOperation } from '../../live/edits/pending-operation.ts';
import { type Replacing, replace } from './replace.ts';

const plain = { query: 'alpha', by: 'beta', matchesCase: false, wholeWords: false };

function boardOf(...widgets: readonly (readonly [WidgetType, Body])[]) {
  const board = new ModelBoard();
  const ids = widgets.map(([type, body], at) => {
    const id = `${String(at).padStart(8, '0')}-1111-4000-8000-000000000000`;
    board.add({ label: 'add', operations: [{ op: 'create', id, type, body }] });
    return id;
  });
  const run = (more: Partial<Replacing> = {}, isHeld?: (id: string) => boolean) => {
    const replaced = replace(board, ids, { ...plain, ...more }, isHeld);
    board.add(replaced.edit);
    return replaced;
  };
  const saidOf = (field: string) => ids.map((id) => (board.item(id)!.widget as unknown as Record<string, unknown>)[field]);
  return { run, saidOf, ids };
}

const notes = (...texts: readonly string[]) => boardOf(...texts.map((text) => ['Note', { text }] as const));

describe('replacing a text', () => {
  it('writes only the widgets that have it, in texts, titles and names, and leaves addresses', () => {
    const board = boardOf(
      ['Note', { text: 'Alpha and alpha', title: 'ALPHA' }],
      ['Note', { text: 'gamma' }],
      ['Anchor', { anchor_name: 'alpha' }],
      ['Browser', { title: 'alpha', url: 'https://alpha.example' }],
    );
    const { edit, places } = board.run();
    expect(places).toBe(5);
    expect(edit.operations.map((one) => ('body' in one ? one.body : one))).toEqual([
      { text: 'beta and beta', title: 'beta' },
      { anchor_name: 'beta' },
      { title: 'beta' },
    ]);
    expect(board.saidOf('url')[3]).toBe('https://alpha.example');
  });

  it('tells capital letters apart where that is asked for, and whole words', () => {
    const exact = notes('Alpha alpha');
    exact.run({ matchesCase: true });
    expect(exact.saidOf('text')).toEqual(['Alpha beta']);
    const whole = notes('alphabet alpha alpha2 Ölpha-alpha, α_alpha');
    whole.run({ wholeWords: true });
    expect(whole.saidOf('text')).toEqual(['alphabet beta alpha2 Ölpha-beta, α_alpha']);
  });

  it('takes both texts as they are written', () => {
    const board = notes('a+b (c)', 'aab c');
    board.run({ query: 'a+b (c)', by: '$& $1 \\n' });
    expect(board.saidOf('text')).toEqual(['$& $1 \\n', 'aab c']);
    expect(notes('a').run({ query: ' ' }).edit.operations).toEqual([]);
  });

  it('leaves what somebody else holds, and counts it', () => {
    const board = notes('alpha', 'alpha', 'other');
    const { edit, places, held } = board.run({}, (id) => id === board.ids[1] || id === board.ids[2]);
    expect([edit.operations.length, places, held]).toEqual([1, 1, 1]);
    expect(board.saidOf('text')).toEqual(['beta', 'alpha', 'other']);
  });

  it('in 200 notes is one batch', () => {
    const { edit } = notes(...Array.from({ length: 200 }, (_, at) => `alpha ${at}`)).run();
    expect(edit.operations).toHaveLength(200);
    const waiting = edit.operations.map((operation) => ({ operation, edits: [edit] }) as unknown as PendingOperation);
    expect(nextBatch(waiting, false)).toHaveLength(200);
  });

  it('takes out exactly what is written, whatever that is', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '.', '$', ' ', '\\', 'ß', '(', ']'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, (text, query) => {
        const board = notes(text);
        board.run({ query, by: '', matchesCase: true });
        expect(board.saidOf('text')).toEqual([query.trim() === '' ? text : text.split(query).join('')]);
      }),
      { numRuns: runs(200) },
    );
  });
});
