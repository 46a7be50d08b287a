import { type ReadonlySignal, signal } from '@preact/signals';
import { connectorBox } from '../../model/looks/connectors.ts';
import type { Box } from '../../model/looks/shapes.ts';
import type { Board, Item } from '../live/board.ts';
import { isLine, isPlaced, type Line } from '../live/forms.ts';
import type { Shift } from './shift.ts';

/** What is being moved or sized now, and so lies elsewhere than its record says. Rings, handles and hit tests look here first. */
export interface Held {
  /** The boxes of all that is held, and of all that lies on it. A new object whenever something of it moves. */
  readonly boxes: ReadonlySignal<HeldBoxes>;
  /** Where a widget is shown, in pixels of the canvas; undefined: where the board says. */
  boxOf(id: string): Box | undefined;
  /** Adds what one hand holds. Call `moved` of the answer whenever it lies elsewhere, and `end` when it is let go. */
  take(group: HeldGroup): { moved(): void; end(): void };
  /** What the hands hold now. */
  readonly groups: ReadonlySignal<readonly HeldGroup[]>;
}

/** Worked out when they are asked for, because ten thousand widgets may be held. */
export interface HeldBoxes {
  readonly size: number;
  has(id: string): boolean;
  get(id: string): Box | undefined;
}

/** Widgets that one hand holds, none of which lies on another. */
export interface HeldGroup {
  readonly ids: ReadonlySet<string>;
  /** Where a held widget, or one that lies on it, is shown. @param top the held one of the two */
  boxOf(item: Item, top: string): Box;
  /** The size of widgets changes, so that moving what was painted does not show it. */
  readonly isSized: boolean;
  /** From where they lay at the beginning to where they are, and the part of that which the board shows already. */
  readonly shift: Shift;
  readonly written: Shift;
  /** What the board is changing now is what was shown of the group before. */
  readonly isWriting: boolean;
}

/** The widget among `ids` on which another one lies, or which it is; undefined: none. */
export function topOf(board: Pick<Board, 'item'>, item: Item, ids: ReadonlySet<string>): string | undefined {
  for (let at: Item | undefined = item; at; ) {
    if (ids.has(at.id)) return at.id;
    at = isPlaced(at.widget) ? board.item(at.widget.parent_id) : undefined;
  }
  return undefined;
}

export function createHeld(board: Pick<Board, 'item'>): Held {
  const groups = signal<readonly HeldGroup[]>([]);
  const boxOf = (id: string): Box | undefined => {
    if (groups.peek().length === 0) return undefined;
    const item = board.item(id);
    if (!item) return undefined;
    if (isLine(item.widget)) return boxOfLine(item.widget);
    for (const group of groups.peek()) {
      const top = topOf(board, item, group.ids);
      if (top !== undefined) return group.boxOf(item, top);
    }
    return undefined;
  };
  const boxOfLine = (line: Line): Box | undefined => {
    const from = boxOf(line.src.id);
    const to = boxOf(line.dst.id);
    const source = from ?? board.item(line.src.id)?.box;
    const target = to ?? board.item(line.dst.id)?.box;
    return (from || to) && source && target ? connectorBox(line, source, target) : undefined;
  };
  const boxes = signal<HeldBoxes>(nothing);
  const show = (): void => {
    const size = groups.peek().reduce((sum, { ids }) => sum + ids.size, 0);
    boxes.value = size === 0 ? nothing : { size, has: (id) => boxOf(id) !== undefined, get: boxOf };
  };
  return {
    boxes,
    groups,
    boxOf,
    take(group) {
      groups.value = [...groups.peek(), group];
      show();
      return {
        moved: show,
        end() {
          groups.value = groups.peek().filter((one) => one !== group);
          show();
        },
      };
    },
  };
}

const nothing: HeldBoxes = { size: 0, has: () => false, get: () => undefined };
