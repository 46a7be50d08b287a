import type { Line } from './forms.ts';
import type { PlacedEntry, PlacedItem } from './placed.ts';

/** Connectors by the widgets at their ends. */
export class LineEnds {
  readonly all = new Set<PlacedEntry>();
  readonly #byEnd = new Map<string, Set<PlacedEntry>>();

  at(id: string): Iterable<PlacedEntry> {
    return this.#byEnd.get(id) ?? [];
  }

  add(entry: PlacedEntry): void {
    this.all.add(entry);
    for (const id of endsOf(entry.widget as Line)) {
      const lines = this.#byEnd.get(id);
      if (lines) lines.add(entry);
      else this.#byEnd.set(id, new Set([entry]));
    }
  }

  remove(entry: PlacedEntry, widget = entry.widget as Line): void {
    if (!this.all.delete(entry)) return;
    for (const id of endsOf(widget)) {
      const lines = this.#byEnd.get(id);
      lines?.delete(entry);
      if (lines?.size === 0) this.#byEnd.delete(id);
    }
  }

  /** The entry has a new record. */
  change(entry: PlacedEntry, before: Line): void {
    this.remove(entry, before);
    this.add(entry);
  }

  clear(): void {
    this.all.clear();
    this.#byEnd.clear();
  }

  /** The lines on the canvas, in painting order. */
  items(): PlacedItem[] {
    const items = Array.from(this.all, ({ item }) => item).filter((item) => item !== undefined);
    return items.sort((a, b) => a.order - b.order);
  }
}

/** The ids of the widgets at both ends. */
export const endsOf = ({ src, dst }: Line): readonly string[] => [src.id, dst.id];
