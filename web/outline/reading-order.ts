import RBush from 'rbush';
import type { Box } from '../../model/looks/shapes.ts';
import { traitsOf } from '../../model/looks/traits-of.ts';
import type { Item } from '../live/board.ts';
import { headingNumber, isLine } from '../live/forms.ts';
import { inRows } from './rows.ts';

/** A widget in the order in which people read the canvas. */
export interface ReadingEntry {
  readonly item: Item;
  /** From 1. */
  readonly level: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Place in the list of the entry above it; -1 at level 1. */
  readonly parent: number;
  /** Place in the list after the last entry below it. */
  readonly end: number;
  /** Nothing below it is shown until somebody opens it: tables have up to 10,000 fields, most of them empty. */
  readonly folded: boolean;
}

/**
 * Every widget once: anchors as headings in their order, below each what lies in it by rows, then what lies in none. Children follow
 * their parent, and connectors the widget at which they begin.
 */
export function readingOrder(items: readonly Item[], fromRight = false): ReadingEntry[] {
  const tree = treeOf(items);
  const top = [...tree.headings, ...inRows(tree.loose, fromRight), ...tree.floating];
  return flatten(top, ({ id }) => {
    const children = tree.children.get(id);
    const leading = tree.leading.get(id);
    if (!children) return leading ?? none;
    return leading ? [...inRows(children, fromRight), ...leading] : inRows(children, fromRight);
  });
}

/** One list for all widgets without children, which are most. */
const none: readonly Item[] = [];

interface Tree {
  readonly headings: readonly Item[];
  /** At level 1, like the connectors without a source, which are `floating`. */
  readonly loose: readonly Item[];
  readonly floating: readonly Item[];
  readonly children: ReadonlyMap<string, readonly Item[]>;
  /** Connectors by the widget at which they begin. */
  readonly leading: ReadonlyMap<string, readonly Item[]>;
}

function treeOf(items: readonly Item[]): Tree {
  const ids = new Set(items.map(({ id }) => id));
  const headings = items.filter(({ widget }) => headingNumber(widget) !== undefined).sort(byNumber);
  const sectionOf = createSections(headings);
  const loose: Item[] = [];
  const floating: Item[] = [];
  const children = new Map<string, Item[]>();
  const leading = new Map<string, Item[]>();
  for (const item of items) {
    const { widget } = item;
    if (headingNumber(widget) !== undefined) continue;
    if (isLine(widget)) {
      put(leading, ids.has(widget.src.id) ? widget.src.id : undefined, item, floating);
      continue;
    }
    put(children, ids.has(widget.parent_id) ? widget.parent_id : sectionOf(item.box), item, loose);
  }
  return { headings, loose, floating, children, leading };
}

function put(lists: Map<string, Item[]>, key: string | undefined, item: Item, otherwise: Item[]): void {
  if (key === undefined) {
    otherwise.push(item);
    return;
  }
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** The smallest anchor in which the middle of a box lies. */
function createSections(headings: readonly Item[]): (box: Box) => string | undefined {
  if (headings.length === 0) return () => undefined;
  const index = new RBush<{ minX: number; minY: number; maxX: number; maxY: number; id: string; area: number }>();
  index.load(
    headings.map(({ id, box: { x, y, width, height } }) => ({
      minX: x,
      minY: y,
      maxX: x + width,
      maxY: y + height,
      id,
      area: width * height,
    })),
  );
  return ({ x, y, width, height }) => {
    const across = x + width / 2;
    const down = y + height / 2;
    const around = index.search({ minX: across, minY: down, maxX: across, maxY: down });
    return around.length < 2 ? around[0]?.id : around.reduce((least, one) => (one.area < least.area ? one : least)).id;
  };
}

const byNumber = (one: Item, other: Item): number =>
  headingNumber(one.widget)! - headingNumber(other.widget)! || one.box.y - other.box.y || one.box.x - other.box.x;

/** With a stack of its own, because children may be nested deeper than calls. */
function flatten(top: readonly Item[], below: (item: Item) => readonly Item[]): ReadingEntry[] {
  const entries: { -readonly [K in keyof ReadingEntry]: ReadingEntry[K] }[] = [];
  const open = [{ items: top, next: 0, parent: -1 }];
  for (let list = open.at(-1); list; list = open.at(-1)) {
    const item = list.items[list.next++];
    if (!item) {
      open.pop();
      if (list.parent >= 0) entries[list.parent]!.end = entries.length;
      continue;
    }
    const at = entries.length;
    entries.push({
      item,
      level: open.length,
      position: list.next,
      siblings: list.items.length,
      parent: list.parent,
      end: at + 1,
      folded: traitsOf(item.widget).folded === true,
    });
    const children = below(item);
    if (children.length > 0) open.push({ items: children, next: 0, parent: at });
  }
  return entries;
}
