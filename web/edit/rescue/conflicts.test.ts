import { describe, expect, test } from 'vitest';
import type { PendingOperation } from '../../live/edits/pending-operation.ts';
import type { Element } from '../../live/element.ts';
import { type Conflict, conflictOf, isSettled, turned } from './conflicts.ts';

const note = (more: object): Element =>
  ({ id: 'a', widget_type: 'Note', parent_id: 'root', location: { x: 0, y: 0 }, text: '', ...more }) as Element;

const lost = (body: object, before = note({})) =>
  ({ operation: { op: 'update', id: 'a', body }, before, edits: [{ label: 'move' }], at: 'now' }) as unknown as PendingOperation;

const conflict = (mine: Conflict['mine']): Conflict => conflictOf(lost(mine), undefined)!;
const bodyOf = (mine: Conflict['mine'], record: Element, there: readonly string[] = []) =>
  turned('a', conflict(mine), record, (id) => there.includes(id)).operations.map((one) => 'body' in one && one.body);

describe('a change that met one of somebody else', () => {
  test('is the part that was not made, without what is chosen at the open text', () => {
    expect(conflictOf(lost({ text: 'a', title: 'b' }), { text: 'a' })?.mine).toEqual({ text: 'a' });
    expect(conflictOf(lost({ text: 'a', title: 'b' }), undefined, 'text')?.mine).toEqual({ title: 'b' });
    expect(conflictOf(lost({ text: 'a' }), undefined, 'text')).toBeUndefined();
  });

  test('is settled when the record says all of it', () => {
    const mine = { location: { x: 1, y: 2 }, text: 'a' };
    expect(isSettled(conflict(mine), note({ location: { x: 1, y: 2 }, text: 'b' }))).toBe(false);
    expect(isSettled(conflict(mine), note(mine))).toBe(true);
  });

  test('is made after all as far as the record does not say it', () => {
    expect(bodyOf({ text: 'a', title: 'b' }, note({ text: 'c', title: 'b' }))).toEqual([{ text: 'a' }]);
  });

  test('has its place on what the widget lay on, where that is still there', () => {
    const mine = { location: { x: 1, y: 2 } };
    expect(bodyOf(mine, note({ parent_id: 'plan' }), ['root'])).toEqual([{ ...mine, parent_id: 'root' }]);
    expect(bodyOf(mine, note({ parent_id: 'plan' }))).toEqual([]);
    expect(bodyOf({ ...mine, parent_id: 'table' }, note({}), ['root'])).toEqual([{ ...mine, parent_id: 'table' }]);
  });

  test('leaves the letters to the server where their colour follows the paper', () => {
    const mine = { text_color: '#ff0000ff', background_color: '#ffffffff' };
    const record = note({ auto_text_color: true, text_color: '#000000ff', background_color: '#00ff00ff' });
    expect(bodyOf(mine, record)).toEqual([{ background_color: '#ffffffff' }]);
  });
});
