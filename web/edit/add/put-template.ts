import type { Board } from '../../live/board.ts';
import type { Edit, EditLabel, Operation } from '../../live/edits/edit.ts';
import { newId } from '../../live/edits/new-id.ts';
import { type Element, isWidgetElement, type WidgetElement } from '../../live/element.ts';
import { isPart, isPlaced, type PlacedWidget } from '../../live/forms.ts';
import { rest } from '../../session/rest.ts';
import { bodyOf } from '../commands/record-body.ts';
import type { Editing } from '../editing.ts';
import { fromTemplate, type TemplateCopy } from './template.ts';

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
  const { board, camera } = editing;
  const widgets = await rest.get<readonly WidgetElement[]>(`/canvases/${canvas_id}/widgets?annotations=1`);
  const { x, y, width, height } = camera.seen.peek();
  const { operations, ids } = fromTemplate(canvas_id, widgets, {
    root_id: board.root.peek()?.id ?? '',
    at: { x: x + width / 2, y: y + height / 2 },
    depth: highestDepth(board),
    newId,
  });
  if (ids.length > MOST) throw new TooLargeTemplate(ids.length);
  await putCopies(editing, { operations, ids }, 'add');
  return ids.length;
}

/** Puts copies with clones of files on the canvas, as one step of undo. Resolves when they are shown; rejects with a Refusal. */
export async function putCopies(
  { board, history, edits }: Pick<Editing, 'board' | 'history' | 'edits'>,
  { operations, ids }: TemplateCopy,
  label: EditLabel,
): Promise<void> {
  for (let from = 0; from < operations.length; from += AT_ONCE) {
    await rest.post(`/canvases/${board.canvas_id}/batch`, { operations: operations.slice(from, from + AT_ONCE) });
  }
  await untilShown(board, ids, (id) => edits.record(id) !== undefined);
  history.record(editOf(operations, alongWith(ids, board), (id) => edits.record(id), label));
}

export function highestDepth(board: Pick<Board, 'items' | 'root'>): number {
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

/** What the server made along with these: cells of tables, and the strokes on clones. */
function alongWith(ids: readonly string[], board: Pick<Board, 'item' | 'items'>): string[] {
  const made = new Set(ids);
  const cells = board.items().filter(({ widget }) => isPart(widget) && made.has((widget as PlacedWidget).parent_id));
  const strokes = ids.flatMap((id) => board.item(id)?.strokes ?? []).filter(({ id }) => !made.has(id));
  return [...cells, ...strokes].map(({ id }) => id);
}

/**
 * What was put, for undo and redo: a file that was cloned is made again by its hash.
 * @param along what came with it
 */
function editOf(
  operations: readonly Operation[],
  along: readonly string[],
  recordOf: (id: string) => Element | undefined,
  label: EditLabel,
): Edit {
  const creates = operations.flatMap((operation) => {
    const record = operation.op === 'create' ? recordOf(operation.id) : undefined;
    if (operation.op !== 'create' || !record) return [];
    return [{ ...operation, body: isWidgetElement(record) ? bodyOf(record) : operation.body }];
  });
  const made = [...creates.map(({ id }) => id), ...along];
  return {
    key: 0,
    label,
    operations: creates,
    before: new Map(made.map((id) => [id, undefined])),
    after: new Map(made.map((id) => [id, recordOf(id)])),
  };
}
