import type { Box } from '../../model/looks/shapes.ts';
import type { BoardChange, Item } from './board.ts';
import { isSomewhere, joined } from './boxes.ts';
import type { PlacedEntry } from './placed.ts';
import { whole } from './turn.ts';

/** What has come of a first list and nobody was told yet. */
export class Fresh {
  /** Everything is new. */
  isWhole = false;
  readonly #added = new Set<PlacedEntry>();
  readonly #drawn = new Set<PlacedEntry>();
  readonly #strokes: Box[] = [];

  add(entry: PlacedEntry): void {
    this.#added.add(entry);
  }

  /** @param boxes of new strokes on the widget */
  draw(entry: PlacedEntry, boxes: readonly Box[]): void {
    if (!this.#added.has(entry)) this.#drawn.add(entry);
    for (const box of boxes) this.#strokes.push(box);
  }

  change(): BoardChange {
    if (this.isWhole) return whole;
    const added = itemsOf(this.#added);
    const boxes = [...added.map(({ reach }) => reach), ...this.#strokes].filter(isSomewhere);
    return { whole: false, dirty: joined(boxes), added, changed: itemsOf(this.#drawn), removed: [] };
  }
}

const itemsOf = (entries: Iterable<PlacedEntry>): Item[] =>
  Array.from(entries, ({ item }) => item).filter((item) => item !== undefined);
