import type { Box } from '../../model/looks/shapes.ts';
import type { BoardChange, Item } from './board.ts';
import { isSame, isSomewhere, joined } from './boxes.ts';
import { type PlacedEntry, placeOfStroke } from './placed.ts';
import type { StrokeChange } from './stroke-index.ts';

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
  /** With other strokes. */
  readonly inked = new Map<PlacedEntry, StrokeChange>();
  isWhole = false;

  note(entry: PlacedEntry): void {
    if (!this.before.has(entry)) this.before.set(entry, entry.item);
  }

  /** An entry that had no item until this moment. */
  noteNew(entry: PlacedEntry): void {
    if (!this.before.has(entry)) this.before.set(entry, undefined);
  }

  change(root: Item | undefined): BoardChange {
    if (this.isWhole) return whole;
    const change = { added: [] as Item[], changed: [] as Item[], removed: [] as Item[] };
    const dirty: Box[] = [];
    for (const [entry, before] of this.before) {
      const after = entry.item;
      if (before === after) continue;
      const ink = before && after && isAsBefore(before, after) ? this.inked.get(entry) : undefined;
      if (after === root && !ink) return whole;
      if (ink) dirty.push(...[...ink.gone, ...ink.came].map((stroke) => placeOfStroke(after!, stroke)));
      else for (const item of [before, after]) if (item) dirty.push(item.reach);
      if (after === root) continue;
      if (!before) change.added.push(after!);
      else if (after) change.changed.push(after);
      else change.removed.push(before);
    }
    return { whole: false, dirty: joined(dirty.filter(isSomewhere)), ...change };
  }
}

/** But for its strokes. */
const isAsBefore = (before: Item, after: Item): boolean =>
  before.widget === after.widget && before.order === after.order && before.zoom === after.zoom && isSame(before.box, after.box);

export const whole: BoardChange = { whole: true, dirty: [], changed: [], added: [], removed: [] };
