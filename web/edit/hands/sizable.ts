import type { Editing as TypeEditing } from '../../../model/editing.ts';
import type { Board, Item } from '../../live/board.ts';
import { editingByType } from '../by-type.ts';
import { movableOf } from '../commands/command-board.ts';

/** What of a selection handles size: widgets that lie on none of the others and are not pinned. */
export interface Sizable {
  readonly items: readonly Item[];
  /** Unless Shift is held. Several widgets keep the ratio of the box around them. */
  readonly keepsRatio: boolean;
  /** Whether handles at the middles of sides are there, too. */
  readonly hasSides: boolean;
}

/** Undefined: none of it has a size that people choose. */
export function sizableOf(board: Pick<Board, 'item'>, ids: Iterable<string>): Sizable | undefined {
  const items = movableOf(board, ids).movable.filter(({ widget }) => sizingOf(widget) !== 'none');
  const [first] = items;
  if (!first) return undefined;
  const isFree = items.length === 1 && sizingOf(first.widget) === 'free';
  return { items, keepsRatio: !isFree, hasSides: isFree };
}

/** What handles do with a widget of this type. */
export function sizingOf({ widget_type }: Item['widget']): TypeEditing<never>['resize'] {
  const { resize = 'none' } = (editingByType as Partial<Record<string, Pick<TypeEditing<never>, 'resize'>>>)[widget_type] ?? {};
  return resize;
}
