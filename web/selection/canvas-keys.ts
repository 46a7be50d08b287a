import type { ReadonlySignal } from '@preact/signals';
import type { Box } from '../../model/looks/shapes.ts';
import type { Board, Item } from '../live/board.ts';
import type { Camera } from '../view/camera.ts';
import type { Selection } from './selection.ts';
import { type Direction, neighbour } from './spatial.ts';

export interface CanvasKeyContext {
  readonly board: Pick<Board, 'item' | 'itemsIn' | 'size'>;
  readonly camera: Pick<Camera, 'seen' | 'view'>;
  readonly selection: Selection;
  /** All widgets as people read them, and the place of each in that order. */
  readonly reading: {
    readonly entries: ReadonlySignal<readonly ReadWidget[]>;
    placeOf(id: string): number | undefined;
  };
  readonly travel: Travels;
}

interface ReadWidget {
  readonly item: Item;
  /** The place of what it lies in; -1: it lies in none. */
  readonly parent: number;
  /** The place after the last widget in it. */
  readonly end: number;
}

/** What takes a person to a widget. */
export interface Travels {
  toWidget(id: string): boolean;
  /** Moves the view by a number of pixels of the screen. */
  step(across: number, down: number): void;
}

export type CanvasPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * What a key does while the canvas has the focus. False: nothing here, so that it keeps its usual meaning; the arrows then move the view.
 * Tab goes into the canvas once and out of it the second time, so nobody is caught.
 */
export function createCanvasKeys(context: CanvasKeyContext): (press: CanvasPress) => boolean {
  return (press) => {
    if (press.ctrlKey || press.metaKey) return false;
    const item = context.selection.single();
    if (press.altKey) return item !== undefined && !press.shiftKey && throughLevels(press.key, item, context);
    if (press.key === 'Tab') return !press.shiftKey && !item && show(firstSeen(context), context);
    if (press.shiftKey) return false;
    if (press.key === 'Escape') return clear(context.selection);
    if (!item) return false;
    if (press.key === 'Enter') return context.travel.toWidget(item.id);
    const direction = directions[press.key];
    if (!direction) return false;
    const { width = 0, height = 0 } = context.board.size.peek() ?? {};
    show(neighbour(context.board, item, direction, 2 * Math.max(width, height)), context);
    return true;
  };
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

function clear({ ids, clear: deselect }: Selection): boolean {
  const any = ids.peek().size > 0;
  deselect();
  return any;
}

/** Into the first of what lies in a widget, or out to what it lies in. */
function throughLevels(key: string, { id }: Item, context: CanvasKeyContext): boolean {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
  const entries = context.reading.entries.peek();
  const at = context.reading.placeOf(id);
  if (at === undefined) return true;
  const { parent, end } = entries[at]!;
  const next = key === 'ArrowUp' ? parent : end > at + 1 ? at + 1 : -1;
  show(context.board.item(entries[next]?.item.id ?? ''), context);
  return true;
}

/** The first in reading order that is seen. */
function firstSeen({ reading, camera, board }: CanvasKeyContext): Item | undefined {
  const seen = camera.seen.peek();
  return board.item(reading.entries.peek().find(({ item }) => meet(item.box, seen))?.item.id ?? '');
}

function show(item: Item | undefined, { selection, camera, travel }: CanvasKeyContext): boolean {
  if (!item) return false;
  selection.select(item.id);
  const { across, down } = revealing(item.box, camera.seen.peek(), camera.view.peek().zoom);
  if (across !== 0 || down !== 0) travel.step(across, down);
  return true;
}

/** The space beside what is revealed, in pixels of the screen. */
const MARGIN = 64;

/** How far the view moves, in pixels of the screen, until a box is seen whole, or is as large as the screen shows it. */
export function revealing(box: Box, seen: Box, zoom: number): { readonly across: number; readonly down: number } {
  return {
    across: along(box.x, box.width, seen.x, seen.width, zoom),
    down: along(box.y, box.height, seen.y, seen.height, zoom),
  };
}

function along(start: number, length: number, from: number, seen: number, zoom: number): number {
  const margin = Math.min(MARGIN / zoom, Math.max(0, (seen - length) / 2));
  const before = start - margin - from;
  const after = start + length + margin - (from + seen);
  if (length > seen) return start > from + seen || start + length < from ? before * zoom : 0;
  return before < 0 ? before * zoom : after > 0 ? after * zoom : 0;
}

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
