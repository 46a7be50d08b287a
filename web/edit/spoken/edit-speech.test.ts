import { describe, expect, it } from 'vitest';
import { ModelBoard } from '../../../test/kit/model-board.ts';
import { pageClock } from '../../../test/kit/page-clock.ts';
import { en } from '../../../texts/en/edit/index.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { create } from '../commands/create.ts';
import { move } from '../commands/move.ts';
import { remove } from '../commands/remove.ts';
import { resize } from '../commands/resize.ts';
import { writeText } from '../commands/text.ts';
import { editTexts } from '../texts.ts';
import { createEditSpeech } from './create-edit-speech.ts';

const ids = [1, 2, 3].map((number) => `0000000${number}-1111-4000-8000-000000000000`);

function begin() {
  editTexts.value = en;
  const board = new ModelBoard();
  const clock = pageClock();
  const said: string[] = [];
  let isWriting = false;
  const write = (writing: boolean): void => {
    isWriting = writing;
  };
  const speech = createEditSpeech({
    board: { item: board.item, items: board.items, count: { peek: board.count } as never },
    outline: {
      describe: ({ widget_type }) => ({ icon: undefined, kind: widget_type, name: '', content: '' }),
      speech: { answer: (text) => said.push(text) },
    },
    shortcuts: { aria: () => 'Control+Z' },
    clock,
    isWriting: () => isWriting,
  });
  const perform = (edit: NewEdit | undefined): void => speech.did(board.add(edit));
  const heard = (ms: number): string[] => {
    clock.advance(ms);
    return said.splice(0);
  };
  const note = (at: number): void =>
    perform(create(board, { id: ids[at]!, type: 'Note', box: { x: at * 200, y: 0, width: 100, height: 100 } }));
  return { board, speech, perform, heard, note, write };
}

describe('after an edit', () => {
  it('its kind and place among the others are said', () => {
    const { heard, note } = begin();
    note(0);
    expect(heard(0)).toEqual(['Note added, 1 of 1']);
    heard(1_000);
    note(1);
    expect(heard(0)).toEqual(['Note added, 2 of 2']);
  });

  it('the first of several is said at once, and all together when they have ended', () => {
    const { board, perform, heard, note } = begin();
    note(0);
    heard(1_000);
    perform(move(board, [ids[0]!], { x: 10, y: 0 }));
    expect(heard(0)).toEqual(['Moved 10 px right']);
    for (let press = 0; press < 3; press++) {
      heard(100);
      perform(move(board, [ids[0]!], { x: 10, y: -5 }));
    }
    expect(heard(499)).toEqual([]);
    expect(heard(1)).toEqual(['Moved 40 px right and 15 px up']);
    heard(1_000);
    perform(resize(board, new Map([[ids[0]!, { x: 0, y: 0, width: 50, height: 30 }]])));
    expect(heard(0)).toEqual(['50 wide, 30 high']);
  });

  it('what is being written is not said, but that a note is there is', () => {
    const { board, perform, heard, note, write } = begin();
    write(true);
    note(0);
    perform(writeText(board, ids[0]!, 'text', 'Hello'));
    expect(heard(1_000)).toEqual(['Note added, 1 of 1']);
    perform(writeText(board, ids[0]!, 'text', 'Hello you'));
    expect(heard(1_000)).toEqual([]);
    write(false);
    perform(writeText(board, ids[0]!, 'text', 'Done'));
    expect(heard(1_000)).toEqual(['Text changed']);
  });

  it('a deletion says how many things went, and how to bring them back', () => {
    const { board, perform, heard, note } = begin();
    for (const at of [0, 1, 2]) note(at);
    heard(1_000);
    perform(remove(board, ids).edit);
    expect(heard(0)).toEqual(['Deleted, 3 things. Undo with Control Z']);
  });

  it('an undo says what it took back, what others have kept from it, or that there is nothing', () => {
    const { speech, heard } = begin();
    expect(speech.stepped('undo', { label: 'move', isDone: true, left: 0 })).toBe('Undone: move');
    expect(speech.stepped('undo', { label: 'move', isDone: true, left: 2 })).toBe(
      'Undone, but for 2 things that others have changed since',
    );
    expect(speech.stepped('redo', { label: 'move', isDone: false, left: 1 })).toMatch(/^Not done again/);
    expect(speech.stepped('undo', undefined)).toBe('Nothing to undo');
    speech.pinned(1);
    expect(heard(0).slice(-2)).toEqual(['Nothing to undo', 'One pinned thing stays.']);
  });
});
