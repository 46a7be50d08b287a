import type { Board } from '../../live/board.ts';
import type { Edit, Operation } from '../../live/edits/edit.ts';
import { newId } from '../../live/edits/new-id.ts';
import { type Element, isWidgetElement, type WidgetElement } from '../../live/element.ts';
import { isPlaced } from '../../live/forms.ts';
import { rest } from '../../session/rest.ts';
import { bodyOf } from '../commands/record-body.ts';
import type { Editing } from '../editing.ts';
import { fromTemplate } from './template.ts';

/** Operations of one request. The server takes 1,000, and then holds up others. */
const AT_ONCE = 500;
/** Widgets and strokes of a canvas that can be put into another one. */
export const MOST = 5_000;

/** There is more on the canvas than can be put into another one. */
export class TooLargeTemplate extends Error {
  constructor(readonly count: number) {
    super(`${count} are too many`);
  }
}

/**
 * Puts everything of another canvas into the middle of the view. Undo takes it all away again. Resolves with the number of widgets and
 * strokes; rejects with a Refusal, or a TooLargeTemplate.
 */
export async function putTemplate(editing: Editing, canvas_id: string): Promise<number> {
  const { board, camera, history, edits } = editing;
  const widgets = await rest.get<readonly WidgetElement[]>(`/canvases/${canvas_id}/widgets?annotations=1`);
  const { x, y, width, height } = camera.seen.peek();
  const { operations, ids } = fromTemplate(canvas_id, widgets, {
    root_id: board.root.peek()?.id ?? '',
    at: { x: x + width / 2, y: y + height / 2 },
    depth: highestDepth(board),
    newId,
  });
  if (ids.length > MOST) throw new TooLargeTemplate(ids.length);
  for (let from = 0; from < operations.length; from += AT_ONCE) {
    await rest.post(`/canvases/${board.canvas_id}/batch`, { operations: operations.slice(from, from + AT_ONCE) });
  }
  await untilShown(board, ids, (id) => edits.record(id) !== undefined);
  history.record(editOf(operations, (id) => edits.record(id)));
  return ids.length;
}

function highestDepth(board: Pick<Board, 'items' | 'root'>): number {
  const root = board.root.peek()?.id;
  const depths = board.items().flatMap(({ widget }) => (isPlaced(widget) && widget.parent_id === root ? widget.depth : []));
  return depths.reduce((a, b) => Math.max(a, b), 0);
}

/** Resolves when the stream has brought all of them. */
function untilShown(board: Pick<Board, 'onChange'>, ids: readonly string[], isThere: (id: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop: () => void = () => undefined;
    const look = (): void => {
      if (!ids.every(isThere)) return;
      stop();
      resolve();
    };
    stop = board.onChange(look);
    look();
  });
}

/** What was put, for undo and redo: a file that was cloned is made again by its hash. */
function editOf(operations: readonly Operation[], recordOf: (id: string) => Element | undefined): Edit {
  const creates = operations.flatMap((operation) => {
    const record = operation.op === 'create' ? recordOf(operation.id) : undefined;
    if (operation.op !== 'create' || !record) return [];
    return [{ ...operation, body: isWidgetElement(record) ? bodyOf(record) : operation.body, record }];
  });
  return {
    key: 0,
    label: 'add',
    operations: creates.map(({ record: _, ...operation }) => operation),
    before: new Map(creates.map(({ id }) => [id, undefined])),
    after: new Map(creates.map(({ id, record }) => [id, record])),
  };
}
