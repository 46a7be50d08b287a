import type { PlacedEntry } from './placed.ts';

/** Between two neighbours when all are numbered, so that many others find a number between them. */
const GAP = 2 ** 20;
/** Connectors come last, by their ordinals. Doubles below still tell apart what lies 1/8 apart. */
const LINES = 2 ** 50;
/** Two numbers nearer than this have none between them. */
const NEAREST = 2 ** -3;

export const orderOfLine = ({ ordinal }: PlacedEntry): number => LINES + ordinal;

/**
 * Widgets by their parents, lower ones first, whether the parents are there or not; and the numbers of the painting order, which
 * have gaps, so that a new place among 100,000 siblings numbers only what moved.
 */
export class Siblings {
  readonly #byParent = new Map<string, PlacedEntry[]>();

  of(id: string): readonly PlacedEntry[] {
    return this.#byParent.get(id) ?? nobody;
  }

  add(entry: PlacedEntry): void {
    const list = this.#byParent.get(entry.parent_id);
    if (!list) return void this.#byParent.set(entry.parent_id, [entry]);
    const at = placeIn(list, entry);
    if (at === list.length) list.push(entry);
    else list.splice(at, 0, entry);
  }

  /** Adds many; siblings that do not come in their order are sorted once. */
  addAll(entries: readonly PlacedEntry[]): void {
    const unsorted = new Set<PlacedEntry[]>();
    for (const entry of entries) {
      const list = this.#byParent.get(entry.parent_id) ?? [];
      const last = list.at(-1);
      if (!last) this.#byParent.set(entry.parent_id, list);
      else if (lowerFirst(last, entry) > 0) unsorted.add(list);
      list.push(entry);
    }
    for (const list of unsorted) list.sort(lowerFirst);
  }

  remove(entry: PlacedEntry): void {
    const list = this.#byParent.get(entry.parent_id);
    const at = list ? placeIn(list, entry) : -1;
    if (!list || list[at] !== entry) return;
    list.splice(at, 1);
    if (list.length === 0) this.#byParent.delete(entry.parent_id);
  }

  clear(): void {
    this.#byParent.clear();
  }

  /** The entry and all below it that pass, parents first, in painting order; nothing below one that does not pass, nor more than `most`. */
  below(top: PlacedEntry, passes: (entry: PlacedEntry) => boolean, most = Number.POSITIVE_INFINITY): PlacedEntry[] {
    const found: PlacedEntry[] = [];
    const stack = [top];
    for (let next = stack.pop(); next && found.length < most; next = stack.pop()) {
      if (!passes(next)) continue;
      found.push(next);
      const list = this.of(next.id);
      for (let at = list.length - 1; at >= 0; at--) stack.push(list[at]!);
    }
    return found;
  }

  /**
   * Numbers a widget and all below it, which have their items, between what is painted before and after them.
   * @returns false when there are too few numbers left, or what is painted before has none yet: then all must be numbered anew
   */
  number(top: PlacedEntry, parent: PlacedEntry): boolean {
    const family = this.below(top, isThere);
    const first = this.#before(top, parent).item?.order;
    if (first === undefined) return false;
    const last = this.#after(top, parent)?.item?.order ?? first + GAP * (family.length + 1);
    const step = (last - first) / (family.length + 1);
    if (step < NEAREST || last >= LINES) return false;
    for (const [at, { item }] of family.entries()) item!.order = first + step * (at + 1);
    return true;
  }

  numberAll(root: PlacedEntry): void {
    let order = 0;
    for (const { item } of this.below(root, isThere)) {
      item!.order = order;
      order += GAP;
    }
  }

  /** What is painted just before: the last one below the next lower sibling, or the parent. */
  #before(entry: PlacedEntry, parent: PlacedEntry): PlacedEntry {
    const list = this.of(parent.id);
    let before = list[placeIn(list, entry) - 1];
    if (!before) return parent;
    for (let list = this.of(before.id); list.length > 0; list = this.of(before.id)) before = list.at(-1)!;
    return before;
  }

  #after(entry: PlacedEntry, parent: PlacedEntry, parentOf = this.parentOf): PlacedEntry | undefined {
    let below = entry;
    for (let above: PlacedEntry | undefined = parent; above; above = parentOf(above)) {
      const list = this.of(above.id);
      const after = list[placeIn(list, below) + 1];
      if (after) return after;
      below = above;
    }
    return undefined;
  }

  constructor(private readonly parentOf: (entry: PlacedEntry) => PlacedEntry | undefined) {}
}

const nobody: readonly PlacedEntry[] = [];
const isThere = ({ item }: PlacedEntry): boolean => item !== undefined;
const lowerFirst = (a: PlacedEntry, b: PlacedEntry): number => a.depth - b.depth || a.ordinal - b.ordinal;

/** Where it is, or where it would be. */
function placeIn(list: readonly PlacedEntry[], entry: PlacedEntry): number {
  let low = 0;
  let high = list.length;
  // Most come last
  if (high > 0 && lowerFirst(list[high - 1]!, entry) < 0) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lowerFirst(list[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
