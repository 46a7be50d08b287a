import type { Item } from '../../live/board.ts';
import type { Element } from '../../live/element.ts';
import { isLine, isPlaced } from '../../live/forms.ts';
import type { CommandBoard } from '../commands/command-board.ts';

/** What is shown now, for steps that are taken back. */
export interface ShownBoard {
  readonly board: Pick<CommandBoard, 'items' | 'item' | 'root'>;
  /** A widget or a stroke; undefined: it is not there. */
  readonly record: (id: string) => Element | undefined;
}

/** What lies on widgets or ends there: children, strokes and connectors, by the id of the widget. */
export function attachedTo({ board }: Pick<ShownBoard, 'board'>, ids: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const attached = new Map<string, string[]>();
  if (ids.size === 0) return attached;
  const attach = (to: string, id: string): void => {
    if (!ids.has(to)) return;
    const list = attached.get(to);
    if (list) list.push(id);
    else attached.set(to, [id]);
  };
  const take = ({ id, widget, strokes }: Item): void => {
    if (isPlaced(widget)) attach(widget.parent_id, id);
    if (isLine(widget)) for (const end of new Set([widget.src.id, widget.dst.id])) attach(end, id);
    for (const stroke of strokes) attach(id, stroke.id);
  };
  for (const item of board.items()) take(item);
  return attached;
}
