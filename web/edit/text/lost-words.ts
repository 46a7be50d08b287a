import type { Body } from '../../../model/field.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import { atLeast } from '../../../model/resources/permission.ts';
import type { Operation } from '../../live/edits/edit.ts';
import type { EditRefusal } from '../../live/edits/edits.ts';
import { newId } from '../../live/edits/new-id.ts';
import { create } from '../commands/create.ts';
import type { Editing } from '../editing.ts';

/** A text of one field, as an operation writes it. */
export interface WrittenWords {
  readonly id: string;
  readonly field: string;
  readonly text: string;
}

/** The fields in which people write. */
export const wordFields: ReadonlySet<string> = new Set(['text', 'title', 'name', 'anchor_name']);

/** What a person wrote with an edit: texts of widgets, not colours or places. */
export function wordsIn(operations: readonly Operation[]): WrittenWords[] {
  return operations.flatMap((operation) => {
    if (operation.op === 'delete') return [];
    return Object.entries(operation.body).flatMap(([field, text]) =>
      wordFields.has(field) && typeof text === 'string' && text.trim() !== '' ? [{ id: operation.id, field, text }] : [],
    );
  });
}

/** The words of a refusal. Copies of many things are there still, and only what was typed is not. */
export function refusedWords({ edit, ids }: Pick<EditRefusal, 'edit' | 'ids'>): WrittenWords[] {
  const isTyped = edit.label === 'text' || (edit.label === 'add' && edit.operations.length === 1);
  return isTyped ? wordsIn(edit.operations.filter(({ id }) => ids.includes(id))) : [];
}

/** Whether the person may still write on the canvas. */
export function mayWrite({ canvas, state }: Editing['board']): boolean {
  const { access = 'none', in_trash = false } = canvas.peek() ?? {};
  return atLeast(access, 'edit') && !in_trash && state.peek().is !== 'gone';
}

interface PutOptions {
  /** In pixels of the canvas. Default: in the middle of the view. */
  readonly box?: Box | undefined;
  readonly parent_id?: string | undefined;
  /** What the note is like besides. */
  readonly body?: Body;
}

/** Puts words into a note of their own. */
export function putWords(editing: Editing, text: string, { box, parent_id, body }: PutOptions): void {
  const { x, y, width, height } = editing.camera.seen.peek();
  const middle = { x: x + width / 2 - SIDE / 2, y: y + height / 2 - SIDE / 2, width: SIDE, height: SIDE };
  editing.perform(create(editing.board, { id: newId(), type: 'Note', box: box ?? middle, parent_id, body: { ...body, text } }));
}

/** The side of a note for words that had no box, in pixels of the canvas. */
const SIDE = 300;
