import type { Body } from '../../../model/field.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { WidgetType } from '../../../model/widgets/index.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import type { CommandBoard } from './command-board.ts';

export interface NewWidget {
  /** From `newId`. */
  readonly id: string;
  readonly type: WidgetType;
  /** On the canvas, in its pixels. */
  readonly box: Box;
  /** Default: the root. */
  readonly parent_id?: string | undefined;
  /** What it is like besides its place. */
  readonly body?: Body;
}

/** Makes a widget at a place of the canvas, above its siblings. Undefined: its parent is not there. */
export function create(
  board: Pick<CommandBoard, 'item' | 'root'>,
  { id, type, box, parent_id, body }: NewWidget,
): NewEdit | undefined {
  const root = board.root.peek();
  const parent = parent_id === undefined || parent_id === root?.id ? root : board.item(parent_id);
  if (!parent) return undefined;
  const { zoom } = parent;
  const location = { x: (box.x - parent.box.x) / zoom, y: (box.y - parent.box.y) / zoom };
  const size = { width: box.width / zoom, height: box.height / zoom };
  return {
    label: 'add',
    operations: [{ op: 'create', id, type, body: { ...body, parent_id: parent.id, location, size } }],
  };
}
