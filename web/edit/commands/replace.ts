import type { NewEdit } from '../../live/edits/edit.ts';
import { editingByType } from '../by-type.ts';
import { update } from './changes.ts';
import { type CommandBoard, itemsOf } from './command-board.ts';

export interface Replacing {
  /** What is replaced, as it is written; without a letter: nothing. */
  readonly query: string;
  readonly by: string;
  /** Whether capital and small letters are told apart. */
  readonly matchesCase: boolean;
  /** Whether letters and digits beside it make it another word. */
  readonly wholeWords: boolean;
}

export interface Replaced {
  readonly edit: NewEdit;
  /** Places where it stood. */
  readonly places: number;
  /** Widgets that have it and that somebody else holds. */
  readonly held: number;
}

/**
 * Replaces a text in the texts, titles and names of widgets, but for those that somebody else holds. Names of files and addresses stay.
 * @param isHeld whether somebody else holds a widget
 */
export function replace(
  board: Pick<CommandBoard, 'item'>,
  ids: Iterable<string>,
  replacing: Replacing,
  isHeld: (id: string) => boolean = () => false,
): Replaced {
  const pattern = patternOf(replacing);
  let places = 0;
  let held = 0;
  const operations = (pattern ? itemsOf(board, ids) : []).flatMap(({ id, widget }) => {
    let found = 0;
    const body: Record<string, string> = {};
    for (const field of fieldsOf(widget)) {
      body[field] = String((widget as unknown as Record<string, unknown>)[field] ?? '').replace(pattern!, () => {
        found++;
        return replacing.by;
      });
    }
    if (found > 0 && isHeld(id)) held++;
    if (found === 0 || isHeld(id)) return [];
    places += found;
    return update(widget, body);
  });
  return { edit: { label: 'text', operations }, places, held };
}

function patternOf({ query, matchesCase, wholeWords }: Replacing): RegExp | undefined {
  if (query.trim() === '') return undefined;
  const literal = query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const whole = wholeWords ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal;
  return new RegExp(whole, matchesCase ? 'gu' : 'giu');
}

/** Fields in which people write what they call a widget and what it says. */
function fieldsOf({ widget_type }: { readonly widget_type: string }): string[] {
  const rows = editingByType[widget_type as keyof typeof editingByType]?.fields ?? [];
  return rows.flatMap(([field, control]) => (isSaid.test(field) && (control === 'line' || control === 'text') ? [field] : []));
}

const isSaid = /^(text|title|name|\w+_name)$/;
