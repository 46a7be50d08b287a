import type { XY } from '../../../model/looks/shapes.ts';
import type { EditTexts } from '../../../texts/edit.ts';
import type { Item, WidgetOf } from '../../live/board.ts';
import type { Edit } from '../../live/edits/edit.ts';
import { type Element, isWidgetElement } from '../../live/element.ts';
import { isPlaced } from '../../live/forms.ts';

/** What sentences ask of the canvas. */
export interface SentenceContext {
  readonly words: EditTexts['spoken'];
  item(id: string): Item | undefined;
  /** What people call a widget. */
  kindOf(widget: WidgetOf): string;
  /** `3 of 121`; empty: nobody knows yet. */
  positionOf(id: string): string;
  /** The keys that take it back, as people say them. */
  readonly undoKeys: string;
}

/** What a series of edits of one kind did, in one short sentence. */
export function sentenceOf(edits: readonly Edit[], context: SentenceContext): string {
  const { words } = context;
  const last = edits.at(-1)!;
  const what = whatHappened(edits, last, context);
  return last.skipped ? `${what} ${words.pinned(last.skipped)}` : what;
}

function whatHappened(edits: readonly Edit[], last: Edit, context: SentenceContext): string {
  const { words } = context;
  switch (last.label) {
    case 'move': {
      const { x, y } = movedBy(edits, context);
      return x === 0 && y === 0 ? words.did.move : words.moved(x, y);
    }
    case 'resize': {
      const size = sizeOf(last, context);
      return size ? words.sized(size.x, size.y) : words.did.resize;
    }
    case 'add':
      return added(last, context) ?? words.did.add;
    case 'delete':
      return words.deleted(countOf(edits, 'before'), context.undoKeys);
    case 'duplicate':
      return words.duplicated(countOf(edits, 'after'));
    default:
      return words.did[last.label];
  }
}

/** Widgets that came or went; cells belong to their table. */
function countOf(edits: readonly Edit[], side: 'before' | 'after'): number {
  const other = side === 'before' ? 'after' : 'before';
  const counts = ({ [side]: there, [other]: gone }: Edit): number =>
    [...there].filter(([id, record]) => record && !gone.get(id) && isWidget(record)).length;
  return edits.reduce((sum, edit) => sum + counts(edit), 0);
}

const isWidget = (record: Element): boolean => isWidgetElement(record) && record.widget_type !== 'TableCell';

function added({ before, after }: Edit, { words, kindOf, positionOf }: SentenceContext): string | undefined {
  for (const [id, record] of after) {
    if (record && !before.get(id) && isWidgetElement(record)) return words.added(kindOf(record), positionOf(id));
  }
  return undefined;
}

/** How far the first widget has come, in whole pixels of the canvas. */
function movedBy(edits: readonly Edit[], { item }: SentenceContext): XY {
  const by = { x: 0, y: 0 };
  const [id] = edits[0]!.after.keys();
  const shown = item(id ?? '');
  if (!shown || !isPlaced(shown.widget)) return by;
  const above = shown.zoom / shown.widget.scale;
  for (const { before, after } of edits) {
    const was = before.get(shown.id);
    const now = after.get(shown.id);
    if (!was || !now || !('location' in was) || !('location' in now)) continue;
    by.x += (now.location.x - was.location.x) * above;
    by.y += (now.location.y - was.location.y) * above;
  }
  return { x: Math.round(by.x), y: Math.round(by.y) };
}

function sizeOf({ after }: Edit, { item }: SentenceContext): XY | undefined {
  const [id] = after.keys();
  const box = item(id ?? '')?.box;
  return box && { x: Math.round(box.width), y: Math.round(box.height) };
}
