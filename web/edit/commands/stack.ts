import type { Box } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { NewEdit, UpdateOperation } from '../../live/edits/edit.ts';
import { type CommandBoard, type FreeItem, isFree, itemsOf } from './command-board.ts';

export type StackStep = 'front' | 'forward' | 'backward' | 'back';

type StackBoard = Pick<CommandBoard, 'item' | 'items' | 'itemsIn'>;

/**
 * Brings widgets above or below their siblings. `forward` and `backward` pass the next sibling that they overlap. Several keep their order
 * among each other.
 */
export function stack(board: StackBoard, ids: Iterable<string>, step: StackStep): NewEdit | undefined {
  const chosen = itemsOf(board, ids).filter(isFree);
  const parents = new Set(chosen.map(({ widget }) => widget.parent_id));
  const siblings = siblingsOf(board.items(), parents);
  const operations = [...parents].flatMap((parent) => {
    const moving = chosen.filter(({ widget }) => widget.parent_id === parent);
    const all = siblings.get(parent) ?? [];
    if (moving.length >= all.length) return [];
    return step === 'front' || step === 'back' ? toEnd(all, moving, step) : past(board, all, moving, step);
  });
  return { label: 'stack', operations };
}

/** In painting order. */
function siblingsOf(items: readonly Item[], parents: ReadonlySet<string>): Map<string, FreeItem[]> {
  const found = new Map<string, FreeItem[]>();
  for (const item of items) {
    if (!isFree(item) || !parents.has(item.widget.parent_id)) continue;
    const list = found.get(item.widget.parent_id);
    if (list) list.push(item);
    else found.set(item.widget.parent_id, [item]);
  }
  return found;
}

function toEnd(all: readonly FreeItem[], moving: readonly FreeItem[], step: 'front' | 'back'): UpdateOperation[] {
  const ids = new Set(moving.map(({ id }) => id));
  const rests = ({ id }: FreeItem): boolean => !ids.has(id);
  const last = step === 'front' ? all.findLast(rests)! : all.find(rests)!;
  const isThere = ({ order }: FreeItem): boolean => (step === 'front' ? order > last.order : order < last.order);
  // Each comes right beside the last one that rests, so the one that ends farthest from it goes first
  const inTurn = step === 'front' ? moving.toReversed() : moving;
  return inTurn.filter((item) => !isThere(item)).map((item) => beside(item, last, step === 'front'));
}

function past(
  board: Pick<StackBoard, 'itemsIn'>,
  all: readonly FreeItem[],
  moving: readonly FreeItem[],
  step: 'forward' | 'backward',
): UpdateOperation[] {
  const sign = step === 'forward' ? 1 : -1;
  const ids = new Set(moving.map(({ id }) => id));
  const heights = new Map(all.map(({ id }, at) => [id, at * sign]));
  const passed = new Map<string, number>();
  const inTurn = step === 'forward' ? moving.toReversed() : moving;
  return inTurn.flatMap((item) => {
    const next = nextOver(board.itemsIn(item.box), item, heights);
    // One that moves, too, has gone as far as it could
    if (!next || ids.has(next.id)) return [];
    // Whoever passes the same one later lies between it and those before
    const gap = (passed.get(next.id) ?? 1) / 2;
    passed.set(next.id, gap);
    heights.set(item.id, heights.get(next.id)! + gap);
    return [beside(item, next, step === 'forward')];
  });
}

/** The sibling that overlaps an item and is the next one beyond it. */
function nextOver(near: readonly Item[], item: FreeItem, heights: ReadonlyMap<string, number>): Item | undefined {
  const own = heights.get(item.id)!;
  let next: { readonly item: Item; readonly height: number } | undefined;
  for (const one of near) {
    const height = heights.get(one.id);
    if (height === undefined || height <= own || (next && height >= next.height) || !overlap(one.box, item.box)) continue;
    next = { item: one, height };
  }
  return next?.item;
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const beside = ({ id }: FreeItem, sibling: Item, isAbove: boolean): UpdateOperation => ({
  op: 'update',
  id,
  body: { depth: isAbove ? { above: sibling.id } : { below: sibling.id } },
});
