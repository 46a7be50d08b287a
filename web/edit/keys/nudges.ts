import type { Box, XY } from '../../../model/looks/shapes.ts';
import { editingByType } from '../by-type.ts';
import { type FreeItem, isFree, topsOf } from '../commands/command-board.ts';
import { move } from '../commands/move.ts';
import { resize } from '../commands/resize.ts';
import type { Editing } from '../editing.ts';

/** Presses of one selection within this many milliseconds are one step of undo. */
const RUN = 1_000;

/** Moves and sizes what is selected, by steps. */
export interface Nudges {
  move(direction: XY, step: number): void;
  size(direction: XY, step: number): void;
}

/** @param now milliseconds since some moment */
export function createNudges(editing: Editing, now: () => number): Nudges {
  const runOf = createRuns(editing, now);
  return {
    move({ x, y }, step) {
      const edit = move(editing.board, editing.outline.selection.ids.peek(), { x: x * step, y: y * step });
      editing.perform(edit, runOf('move'));
    },
    size(direction, step) {
      const items = topsOf(editing.board, editing.selected().filter(isFree));
      const boxes = items.flatMap((item) => {
        const box = sized(item, direction, step);
        return box ? [[item.id, box] as const] : [];
      });
      editing.perform(resize(editing.board, new Map(boxes)), runOf('size'));
    },
  };
}

function createRuns({ outline }: Pick<Editing, 'outline'>, now: () => number): (what: string) => string {
  let last = { what: '', ids: outline.selection.ids.peek(), time: Number.NEGATIVE_INFINITY, number: 0 };
  return (what) => {
    const ids = outline.selection.ids.peek();
    const goesOn = last.what === what && last.ids === ids && now() - last.time <= RUN;
    last = { what, ids, time: now(), number: goesOn ? last.number : last.number + 1 };
    return `keys ${last.number}`;
  };
}

/** The sides of a widget stay at least this long by keys, in pixels of the canvas. */
const LEAST = 10;

/** Undefined: a widget of this kind has no size of its own. */
function sized({ widget, box }: FreeItem, direction: XY, step: number): Box | undefined {
  const facts = editingByType as Readonly<Record<string, { readonly resize: 'free' | 'ratio' | 'none' } | undefined>>;
  const how = facts[widget.widget_type]?.resize ?? 'none';
  if (how === 'none') return undefined;
  const width = Math.max(LEAST, box.width + direction.x * step);
  const height = Math.max(LEAST, box.height + direction.y * step);
  if (how === 'free') return { ...box, width, height };
  const factor = direction.x === 0 ? height / box.height : width / box.width;
  return { ...box, width: box.width * factor, height: box.height * factor };
}
