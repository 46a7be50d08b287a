import type { Item } from '../../../live/board.ts';
import type { NewEdit, UpdateOperation } from '../../../live/edits/edit.ts';
import { isPart, isPlaced } from '../../../live/forms.ts';
import type { CommandBoard } from '../../commands/command-board.ts';
import { reparent } from '../../commands/reparent.ts';
import { fillsCells, fittedIn } from '../tables/cell-fit.ts';

/** Puts widgets on another one, which is the root or takes things. Notes and pictures fill a cell; everything else keeps its place and size. */
export function putOn(board: Pick<CommandBoard, 'item' | 'root'>, ids: Iterable<string>, parent: Item): NewEdit | undefined {
  const edit = reparent(board, ids, parent.id);
  if (!edit || !isPart(parent.widget) || !isPlaced(parent.widget)) return edit;
  const cell = parent.widget.size;
  const operations = edit.operations.map((operation) => {
    const widget = board.item(operation.id)?.widget;
    if (operation.op !== 'update' || !widget || !isPlaced(widget) || !fillsCells(widget)) return operation;
    return { ...operation, body: { ...operation.body, ...fittedIn(cell, widget) } } satisfies UpdateOperation;
  });
  return { ...edit, operations };
}
