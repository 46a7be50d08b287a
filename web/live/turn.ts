import type { Box } from '../../model/looks/shapes.ts';
import type { BoardChange, Item } from './board.ts';
import { isSomewhere, joined } from './boxes.ts';
import type { PlacedEntry } from './placed.ts';

/** What one message changes, gathered while it is taken. */
export class Turn {
  /** All that the message touches, with their items before it. */
  readonly before = new Map<PlacedEntry, Item | undefined>();
  /** With another parent or depth, or new, or gone. */
  readonly moved = new Set<PlacedEntry>();
  /** With another location, size or scale only. */
  readonly shifted = new Set<PlacedEntry>();
  /** Connectors whose boxes must be found again. */
  readonly lines = new Set<PlacedEntry>();
  isWhole = false;

  note(entry: PlacedEntry): void {
    if (!this.before.has(entry)) this.before.set(entry, entry.item);
  }

  /** An entry that had no item until this moment. */
  noteNew(entry: PlacedEntry): void {
    if (!this.before.has(entry)) this.before.set(entry, undefined);
  }

  change(root: Item | undefined): BoardChange {
    if (this.isWhole || this.#touches(root)) return whole;
    const change = { added: [] as Item[], changed: [] as Item[], removed: [] as Item[] };
    const dirty: Box[] = [];
    for (const [{ item: after }, before] of this.before) {
      if (before === after) continue;
      if (before) dirty.push(before.reach);
      if (after) dirty.push(after.reach);
      if (!before) change.added.push(after!);
      else if (after) change.changed.push(after);
      else change.removed.push(before);
    }
    return { whole: false, dirty: joined(dirty.filter(isSomewhere)), ...change };
  }

  /** Strokes on the canvas itself may lie anywhere. */
  #touches(root: Item | undefined): boolean {
    return [...this.before].some(([{ item }, before]) => item === root && before !== root);
  }
}

export const whole: BoardChange = { whole: true, dirty: [], changed: [], added: [], removed: [] };
