import type { Item } from '../../live/board.ts';
import { editingByType } from '../by-type.ts';

interface TypeEditing {
  readonly text?: string;
  readonly fields: readonly (readonly [field: string, control: string])[];
}

/** The field in which a double click begins to write; undefined: the type has none. */
export const textFieldOf = (item: Item): string | undefined => editingOf(item)?.text;

/** Whether a text has one line, so that Enter ends it. */
export const isOneLine = (item: Item, field: string): boolean =>
  editingOf(item)?.fields.some(([name, control]) => name === field && control === 'line') ?? false;

export const valueIn = ({ widget }: Item, field: string): unknown => (widget as object as Record<string, unknown>)[field];

const editingOf = ({ widget }: Item): TypeEditing | undefined =>
  (editingByType as Readonly<Record<string, TypeEditing | undefined>>)[widget.widget_type];
