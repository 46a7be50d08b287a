import type { XY } from '../../../model/looks/shapes.ts';
import { Refusal } from '../../../model/refusal-error.ts';
import { newId } from '../../live/edits/new-id.ts';
import type { WidgetElement } from '../../live/element.ts';
import { isPlaced } from '../../live/forms.ts';
import { say, sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { aroundAll, placeFor } from '../add/add-place.ts';
import { highestDepth, MOST, putCopies } from '../add/put-template.ts';
import { fromTemplate } from '../add/template.ts';
import type { Editing } from '../editing.ts';
import { copiedTops } from './copied.ts';
import type { CanvasCopy } from './own-format.ts';
import { withWords } from './with-words.ts';
import { withoutWidgets } from './without-widgets.ts';

/** Puts a copy on the canvas, in the middle of the view or where the originals lay, and selects it. One step of undo takes it away. */
export async function putCopy(editing: Editing, copy: CanvasCopy, isInPlace: boolean): Promise<void> {
  const { board, outline } = editing;
  const isSame = copy.canvas_id === board.canvas_id;
  const widgets = isSame ? copy.widgets : await reachable(copy);
  const missing = filesOf(copy.widgets).length - filesOf(widgets).length;
  if (missing > 0) withWords((words) => say(words.filesMissing(missing)));
  const tops = copiedTops(widgets);
  if (tops.length === 0) return;
  const root_id = board.root.peek()?.id ?? '';
  const target = { root_id, at: placeOf(tops, editing, isInPlace), depth: highestDepth(board), newId, isSame };
  const { operations, ids } = fromTemplate(copy.canvas_id, widgets, target);
  if (ids.length > MOST) return withWords((words) => say(words.tooMuch(MOST)));
  const hasClones = !isSame && filesOf(widgets).length > 0;
  if (hasClones) await putCopies(editing, { operations, ids }, 'paste').catch(sayFault);
  else editing.perform({ label: 'paste', operations });
  // The copies come in the order of the originals
  outline.selection.select(...ids.slice(0, widgets.length).filter((id) => isOnRoot(editing, id)));
}

const filesOf = (widgets: readonly WidgetElement[]): WidgetElement[] => widgets.filter((widget) => 'hash' in widget);

/** Without files that this person cannot have here: their canvas may be on another server, or not be seen, or have them no more. */
async function reachable({ canvas_id, widgets }: CanvasCopy): Promise<readonly WidgetElement[]> {
  const files = filesOf(widgets);
  if (files.length === 0) return widgets;
  const there = await rest.get<readonly WidgetElement[]>(`/canvases/${encodeURIComponent(canvas_id)}/widgets`).catch((cause) => {
    if (!(cause instanceof Refusal)) throw cause;
    return [];
  });
  const ids = new Set(there.map(({ id }) => id));
  return withoutWidgets(
    widgets,
    files.map(({ id }) => id).filter((id) => !ids.has(id)),
  );
}

/** The middle of what is pasted, in pixels of the canvas. */
function placeOf(tops: readonly WidgetElement[], { board, camera }: Editing, isInPlace: boolean): XY {
  const boxes = tops.flatMap((widget) => {
    if (!isPlaced(widget)) return [];
    const { location, size, scale } = widget;
    return [{ ...location, width: size.width * scale, height: size.height * scale }];
  });
  const around = aroundAll(boxes);
  if (isInPlace) return { x: around.x + around.width / 2, y: around.y + around.height / 2 };
  const there = board.items().map(({ box }) => box);
  return placeFor(around, [], camera.seen.peek(), camera.view.peek().zoom, there);
}

function isOnRoot({ board }: Editing, id: string): boolean {
  const widget = board.item(id)?.widget;
  return widget !== undefined && isPlaced(widget) && widget.parent_id === board.root.peek()?.id;
}
