import RBush from 'rbush';
import { connectorBox } from '../../model/looks/connectors.ts';
import { placeIn } from '../../model/looks/places.ts';
import type { Box } from '../../model/looks/shapes.ts';
import type { BoardChange, Item, Stroke } from './board.ts';
import { isSame, isSomewhere, meets } from './boxes.ts';
import { type Element, isWidgetElement, strokesIn, type WidgetElement } from './element.ts';
import { isLine, isPlaced, isRoot, type Line, type PlacedWidget } from './forms.ts';
import { Fresh } from './fresh.ts';
import { LineEnds } from './line-ends.ts';
import { isSamePlace, none, PlacedEntry, PlacedItem, placeOfStroke, reachOf } from './placed.ts';
import { orderOfLine, Siblings } from './siblings.ts';
import { lowestFirst, StrokeIndex } from './stroke-index.ts';
import { Turn } from './turn.ts';

/** All items are placed anew, which is faster, when more than this share of them and more than this many change their place. */
const SHARE = 1 / 8;
const MANY = 2_000;

/**
 * Where all widgets of a canvas lie and in which order they are painted, kept while their records change. A widget without its
 * parent, or whose parents go in a circle, does not lie on the canvas until that ends.
 */
export class BoardLayout {
  readonly #entries = new Map<string, PlacedEntry>();
  readonly #siblings = new Siblings(({ widget }) => (isPlaced(widget) ? this.#entries.get(widget.parent_id) : undefined));
  readonly #lines = new LineEnds();
  readonly #strokes = new StrokeIndex();
  readonly #index = new RBush<PlacedEntry>();
  #root: PlacedEntry | undefined;
  #created = 0;
  #fresh = new Fresh();
  #isNumbered = true;
  /** All items in painting order, until something changes: after a list, several parts of a page ask for them. */
  #sorted: Item[] | undefined;

  get root(): Item | undefined {
    return this.#root?.item;
  }

  /** Widgets besides the root, those included that do not lie on the canvas. */
  get count(): number {
    return this.#entries.size - (this.#root ? 1 : 0);
  }

  item(id: string): Item | undefined {
    return this.#entries.get(id)?.item;
  }

  /** The record of a widget or a stroke, wherever it lies. */
  element(id: string): Element | undefined {
    return this.#entries.get(id)?.widget ?? this.#strokes.element(id);
  }

  // What lies on a widget or ends at it, as the board says (web/live/board.ts)
  childrenOf = (id: string): WidgetElement[] => this.#siblings.of(id).map(({ widget }) => widget);
  ordinalOf = (id: string): number | undefined => this.#entries.get(id)?.ordinal;
  linesAt = (id: string): WidgetElement[] => Array.from(this.#lines.at(id), ({ widget }) => widget);
  strokesOn = (id: string): readonly Stroke[] => this.#entries.get(id)?.strokes ?? none;

  itemsIn(box: Box): Item[] {
    this.#number();
    const found = this.#index.search({ minX: box.x, minY: box.y, maxX: box.x + box.width, maxY: box.y + box.height });
    if (found.length > this.#entries.size * SHARE)
      return this.#allSorted().filter(({ reach }) => isSomewhere(reach) && meets(reach, box));
    return found.map(({ item }) => item!).sort(lowerFirst);
  }

  items(): Item[] {
    return this.#allSorted().slice();
  }

  /** Takes a part of a first list, whose widgets come before their strokes. `loaded` tells what is new since it was asked for last. */
  addPortion(elements: readonly Element[]): void {
    this.#sorted = undefined;
    if (!this.#root?.item) this.#fresh.isWhole = true;
    const added = elements.filter(isWidgetElement).map((widget) => this.#add(widget));
    const placed = added.filter((entry) => entry !== this.#root && isPlaced(entry.widget));
    this.#siblings.addAll(placed);
    const found: PlacedEntry[] = [];
    if (this.#root && !this.#root.item) this.#placeRoot(this.#root, found);
    for (const entry of placed) if (!entry.item) this.#placeNext(entry, found);
    for (const line of this.#lines.all) if (!line.item) this.#placeLine(line, (one) => found.push(one));
    this.#index.load(found.filter(isIndexed));
    for (const entry of found) this.#fresh.add(entry);
    for (const [parent_id, strokes] of strokesIn(elements)) this.#drawOn(parent_id, strokes);
  }

  /** What portions have brought since the last call. */
  loaded(): BoardChange {
    this.#number();
    const change = this.#fresh.change();
    this.#fresh = new Fresh();
    return change;
  }

  /** Takes a list in the place of everything. */
  reset(elements: readonly Element[]): void {
    this.#entries.clear();
    this.#siblings.clear();
    this.#lines.clear();
    this.#strokes.clear();
    this.#index.clear();
    this.#root = undefined;
    this.#created = 0;
    this.#fresh.isWhole = true;
    this.addPortion(elements);
  }

  /** Takes a message of changes. */
  apply(elements: readonly Element[]): Turn {
    this.#sorted = undefined;
    this.#number();
    const turn = new Turn();
    const latest = new Map(elements.map((element) => [element.id, element]));
    for (const element of latest.values()) if (isWidgetElement(element)) this.#takeWidget(turn, element);
    this.#takeStrokes(turn, latest.values());
    if (turn.isWhole || this.#isMuch(turn)) return this.#placeAllAnew(turn);
    this.#hangAnew(turn);
    this.#placeMoved(turn);
    this.#showChanged(turn);
    for (const line of turn.lines) this.#placeLineAgain(turn, line);
    this.#number();
    return turn;
  }

  #allSorted(): readonly Item[] {
    this.#sorted ??= this.#sort();
    return this.#sorted;
  }

  #sort(): Item[] {
    this.#number();
    if (!this.#root) return [];
    const placed = this.#siblings.below(this.#root, isThere).map(({ item }) => item!);
    placed.shift();
    return placed.concat(this.#lines.items());
  }

  #add(element: WidgetElement): PlacedEntry {
    const { annotations } = element;
    // Empty for most widgets, which so need no copy
    if (annotations && annotations.length > 0) delete (element as { annotations?: unknown }).annotations;
    const entry = new PlacedEntry(element, this.#created++);
    if (annotations && annotations.length > 0) {
      entry.strokes = lowestFirst(annotations);
      this.#strokes.add(entry, annotations);
    }
    this.#entries.set(element.id, entry);
    if (isRoot(element)) this.#root = entry;
    if (isPlaced(element)) hang(entry, element);
    if (isLine(element)) this.#lines.add(entry);
    return entry;
  }

  /** The reach grows by the new strokes: a canvas has ten thousand, which come in many portions. */
  #drawOn(parent_id: string, strokes: readonly Stroke[]): void {
    const entry = this.#entries.get(parent_id);
    if (!entry) return;
    entry.strokes = lowestFirst([...entry.strokes, ...strokes]);
    this.#strokes.add(entry, strokes);
    const { item } = entry;
    if (!item || !isPlaced(entry.widget)) return;
    const reach = reachOf(item.reach, item, strokes);
    if (entry !== this.#root) this.#hide(entry);
    entry.item = new PlacedItem(entry.widget, item.box, item.zoom, item.order, entry.strokes, reach);
    if (entry !== this.#root) this.#show(entry);
    this.#fresh.draw(
      entry,
      strokes.map((stroke) => placeOfStroke(item, stroke)),
    );
  }

  #takeWidget(turn: Turn, element: WidgetElement): void {
    const entry = this.#entries.get(element.id);
    if (element.state === 'deleted') return entry && this.#drop(turn, entry);
    if (!entry) return this.#appear(turn, element);
    turn.note(entry);
    const before = entry.widget;
    entry.widget = element;
    if (isPlaced(element) && isPlaced(before)) this.#compare(turn, entry, before, element);
    if (isLine(element)) this.#lines.change(entry, before as Line);
    if (isLine(element)) turn.lines.add(entry);
  }

  #appear(turn: Turn, element: WidgetElement): void {
    const entry = this.#add(element);
    turn.note(entry);
    if (isLine(element)) turn.lines.add(entry);
    else if (entry === this.#root) turn.isWhole = true;
    else turn.moved.add(entry);
  }

  /** What a change of a record means for its place. */
  #compare(turn: Turn, entry: PlacedEntry, before: PlacedWidget, after: PlacedWidget): void {
    if (entry === this.#root) {
      if (!isSamePlace(before, after)) turn.isWhole = true;
    } else if (before.parent_id !== after.parent_id || before.depth !== after.depth) turn.moved.add(entry);
    else if (!isSamePlace(before, after)) turn.shifted.add(entry);
  }

  #drop(turn: Turn, entry: PlacedEntry): void {
    turn.note(entry);
    this.#entries.delete(entry.id);
    this.#strokes.drop(entry);
    this.#lines.remove(entry);
    turn.lines.delete(entry);
    if (entry === this.#root) {
      this.#root = undefined;
      turn.isWhole = true;
    } else if (isPlaced(entry.widget)) turn.moved.add(entry);
    else this.#hide(entry);
  }

  #takeStrokes(turn: Turn, elements: Iterable<Element>): void {
    for (const [parent_id, strokes] of strokesIn(elements)) {
      const entry = this.#entries.get(parent_id);
      if (!entry) continue;
      turn.note(entry);
      turn.inked.set(entry, this.#strokes.take(entry, strokes));
    }
  }

  /** Whether more changes its place than is worth doing one by one. */
  #isMuch({ moved, shifted }: Turn): boolean {
    const most = Math.max(MANY, this.#entries.size * SHARE);
    let count = 0;
    for (const top of [...moved, ...shifted]) {
      count += this.#siblings.below(top, isThere, most + 1).length;
      if (count > most) return true;
    }
    return moved.size > most;
  }

  /** First all that move are taken off with what lies on them, then each is put back, so circles and orders of messages do not matter. */
  #hangAnew(turn: Turn): void {
    for (const entry of turn.moved) {
      for (const one of this.#siblings.below(entry, isThere)) {
        turn.note(one);
        this.#touchLines(turn, one);
        this.#hide(one);
      }
      this.#siblings.remove(entry);
    }
    for (const entry of turn.moved) {
      if (this.#entries.get(entry.id) !== entry || !isPlaced(entry.widget)) continue;
      hang(entry, entry.widget);
      this.#siblings.add(entry);
      const parent = this.#ground(entry.parent_id);
      if (!parent) continue;
      this.#placeBelow(entry, (one) => {
        turn.noteNew(one);
        this.#touchLines(turn, one);
        this.#show(one);
      });
      if (this.#isNumbered) this.#isNumbered = this.#siblings.number(entry, parent);
    }
  }

  /** Parents first, so that nothing is placed twice. */
  #placeMoved(turn: Turn): void {
    const done = new Set<PlacedEntry>();
    const shifted = [...turn.shifted].filter(({ item }) => item).sort((a, b) => a.item!.order - b.item!.order);
    for (const entry of shifted) {
      if (done.has(entry)) continue;
      for (const one of this.#siblings.below(entry, isThere)) {
        done.add(one);
        turn.note(one);
        this.#touchLines(turn, one);
        const { order } = one.item!;
        this.#hide(one);
        one.item = this.#itemOf(one, order);
        this.#show(one);
      }
    }
  }

  /** Items whose record or strokes are all that changed. */
  #showChanged(turn: Turn): void {
    for (const entry of turn.before.keys()) {
      const { item } = entry;
      if (!item || (item.widget === entry.widget && item.strokes === entry.strokes)) continue;
      if (!isPlaced(entry.widget)) continue;
      const ink = turn.inked.get(entry);
      // Only grows while nothing goes, so one stroke more on ten thousand costs what the first one does
      const reach = ink && ink.gone.length === 0 ? reachOf(item.reach, item, ink.came) : undefined;
      const next = new PlacedItem(entry.widget, item.box, item.zoom, item.order, entry.strokes, reach);
      if (isSame(next.reach, item.reach) || entry === this.#root) entry.item = next;
      else {
        this.#hide(entry);
        entry.item = next;
        this.#show(entry);
      }
    }
  }

  #placeAllAnew(turn: Turn): Turn {
    turn.isWhole = true;
    this.#siblings.clear();
    this.#index.clear();
    for (const entry of this.#entries.values()) {
      if (entry !== this.#root) entry.item = undefined;
      if (isPlaced(entry.widget)) hang(entry, entry.widget);
    }
    this.#siblings.addAll([...this.#entries.values()].filter((entry) => entry !== this.#root && isPlaced(entry.widget)));
    if (this.#root) {
      const found: PlacedEntry[] = [];
      this.#placeRoot(this.#root, found);
      for (const line of this.#lines.all) this.#placeLine(line, (one) => found.push(one));
      this.#index.load(found.filter(isIndexed));
    }
    this.#isNumbered = false;
    this.#number();
    return turn;
  }

  /** What a first list brings next mostly comes after all that is there, which keeps its numbers. */
  #placeNext(entry: PlacedEntry, found: PlacedEntry[]): void {
    const before = found.length;
    this.#placeBelow(entry, (one) => found.push(one));
    if (found.length === before || !this.#isNumbered) return;
    this.#isNumbered = this.#siblings.number(entry, this.#entries.get(entry.parent_id)!);
  }

  #placeRoot(root: PlacedEntry, found: PlacedEntry[]): void {
    this.#isNumbered = false;
    const { width, height } = (root.widget as PlacedWidget).size;
    root.item = new PlacedItem(root.widget, { x: 0, y: 0, width, height }, 1, 0, root.strokes);
    for (const entry of this.#siblings.of(root.id)) if (!entry.item) this.#placeBelow(entry, (one) => found.push(one));
  }

  /** Gives items to an entry and to what lies on it, if its parent has one. */
  #placeBelow(top: PlacedEntry, placed: (entry: PlacedEntry) => void): void {
    if (!this.#ground(top.parent_id)) return;
    for (const entry of this.#siblings.below(top, isMissing)) {
      entry.item = this.#itemOf(entry, 0);
      placed(entry);
    }
  }

  #itemOf(entry: PlacedEntry, order: number): PlacedItem {
    const parent = this.#entries.get(entry.parent_id)!.item!;
    const { box, zoom } = placeIn(parent, { ...(entry.widget as PlacedWidget), ordinal: 0 });
    return new PlacedItem(entry.widget, box, zoom, order, entry.strokes);
  }

  #placeLineAgain(turn: Turn, line: PlacedEntry): void {
    if (!isLine(line.widget)) return;
    turn.note(line);
    this.#hide(line);
    this.#placeLine(line, (one) => this.#show(one));
  }

  #placeLine(entry: PlacedEntry, placed: (entry: PlacedEntry) => void): void {
    const line = entry.widget as Line;
    const from = this.#ground(line.src.id);
    const to = this.#ground(line.dst.id);
    if (!from || !to) return;
    entry.item = new PlacedItem(line, connectorBox(line, from.item!.box, to.item!.box), 1, orderOfLine(entry), none);
    placed(entry);
  }

  /** A widget that lies on the canvas, and on which others may lie or connectors end. */
  #ground(id: string): PlacedEntry | undefined {
    const entry = this.#entries.get(id);
    return entry?.item && isPlaced(entry.widget) ? entry : undefined;
  }

  #touchLines(turn: Turn, { id }: PlacedEntry): void {
    for (const line of this.#lines.at(id)) turn.lines.add(line);
  }

  #show(entry: PlacedEntry): void {
    if (isIndexed(entry)) this.#index.insert(entry);
  }

  #hide(entry: PlacedEntry): void {
    if (entry.item && isIndexed(entry)) this.#index.remove(entry);
    entry.item = undefined;
  }

  #number(): void {
    if (!this.#isNumbered && this.#root) this.#siblings.numberAll(this.#root);
    this.#isNumbered = true;
  }
}

const isThere = ({ item }: PlacedEntry): boolean => item !== undefined;
const isMissing = ({ item }: PlacedEntry): boolean => item === undefined;
const isIndexed = ({ item }: PlacedEntry): boolean => isSomewhere(item!.reach);
const lowerFirst = (a: Item, b: Item): number => a.order - b.order;

function hang(entry: PlacedEntry, { parent_id, depth }: PlacedWidget): void {
  entry.parent_id = parent_id;
  entry.depth = depth;
}
