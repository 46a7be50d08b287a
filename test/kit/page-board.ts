import { type Signal, signal } from '@preact/signals';
import RBush from 'rbush';
import { withShade } from '../../model/looks/shades.ts';
import type { Box } from '../../model/looks/shapes.ts';
import type { Background } from '../../model/resources/background.ts';
import type { Board, BoardChange, BoardState, Item, ShownCanvas, Stroke, WidgetOf } from '../../web/live/board.ts';
import { Random } from './random.ts';

type Entry = { minX: number; minY: number; maxX: number; maxY: number; item: Item };

/** A board without a server, whose items lie on the canvas itself. For tests and benchmarks of what paints boards. */
export class PageBoard implements Board {
  readonly canvas_id = '00000000-0000-4000-8000-000000000000';
  readonly state: Signal<BoardState> = signal<BoardState>({ is: 'live' });
  readonly canvas = signal<ShownCanvas | undefined>(undefined);
  readonly background: Signal<Background | undefined>;
  readonly size: Signal<{ readonly width: number; readonly height: number } | undefined>;
  readonly root: Signal<Item<WidgetOf<'SharedCanvas'>> | undefined>;
  readonly count = signal(0);
  readonly #items = new Map<string, Entry>();
  readonly #tree = new RBush<Entry>();
  readonly #listeners = new Set<(change: BoardChange) => void>();

  constructor(
    size: { readonly width: number; readonly height: number },
    items: readonly Item[],
    strokes: readonly Stroke[] = [],
  ) {
    this.size = signal(size);
    this.background = signal(background as unknown as Background);
    this.root = signal({
      id: this.canvas_id,
      widget: { widget_type: 'SharedCanvas' },
      box: { x: 0, y: 0, ...size },
      zoom: 1,
      order: 0,
      strokes,
    } as never);
    const entries = items.map(entryOf);
    for (const entry of entries) this.#items.set(entry.item.id, entry);
    this.#tree.load(entries);
    this.count.value = items.length;
  }

  item(id: string): Item | undefined {
    return this.#items.get(id)?.item;
  }

  itemsIn({ x, y, width, height }: Box): Item[] {
    const found = this.#tree.search({ minX: x, minY: y, maxX: x + width, maxY: y + height });
    return found.map(({ item }) => item).sort((a, b) => a.order - b.order);
  }

  items(): Item[] {
    return Array.from(this.#items.values(), ({ item }) => item).sort((a, b) => a.order - b.order);
  }

  onChange(listen: (change: BoardChange) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  close(): void {
    this.#listeners.clear();
  }

  /** Changes the fields of a widget. A new location is on the canvas. */
  patch(id: string, fields: Record<string, unknown>): void {
    const { item } = this.#items.get(id)!;
    const widget = { ...item.widget, ...fields } as Item['widget'];
    const box = 'location' in widget ? { ...widget.location, ...widget.size } : item.box;
    const reach = withShade(widget.widget_type, box);
    const changed = [this.#put({ ...item, widget, box, reach })];
    const dirty = [item.reach, reach];
    for (const line of this.items().filter((one) => isAt(one, id))) {
      const [from, to] = endsOf(line).map((end) => this.item(end)!);
      const around = boxOfLine(from!, to!);
      dirty.push(line.reach, around);
      changed.push(this.#put({ ...line, box: around, reach: around }));
    }
    this.#tell({ dirty, changed });
  }

  remove(id: string): void {
    const { item } = this.#items.get(id)!;
    this.#tree.remove(this.#items.get(id)!);
    this.#items.delete(id);
    this.#tell({ dirty: [item.reach], removed: [item] });
  }

  #put(item: Item): Item {
    const entry = entryOf(item);
    this.#tree.remove(this.#items.get(item.id)!);
    this.#tree.insert(entry);
    this.#items.set(item.id, entry);
    return item;
  }

  #tell(change: Partial<BoardChange>): void {
    const whole: BoardChange = { whole: false, dirty: [], changed: [], added: [], removed: [], ...change };
    for (const listen of this.#listeners) listen(whole);
  }
}

const endsOf = ({ widget }: Item): string[] => ('src' in widget ? [widget.src.id, widget.dst.id] : []);
const isAt = (item: Item, id: string): boolean => endsOf(item).includes(id);

/** Curves and tips leave the box around the ends, at most by this. */
const CURVE = 200;

function boxOfLine({ box: a }: Item, { box: b }: Item): Box {
  const x = Math.min(a.x, b.x) - CURVE;
  const y = Math.min(a.y, b.y) - CURVE;
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right + CURVE - x, height: bottom + CURVE - y };
}

const entryOf = (item: Item): Entry => {
  const { x, y, width, height } = item.reach;
  return { minX: x, minY: y, maxX: x + width, maxY: y + height, item };
};

const background = {
  type: 'solid_color',
  background_color: '#25242dff',
  haze: { color1: '#000000ff', color2: '#165ad0ff', speed: 0.5, scale: 8 },
  grid: { visible: true, color: '#525160ff' },
  image: { hash: '', fit: 'fit' },
};

/** Pixels of the canvas for one widget, in each direction. */
const CELL = 280;
const colours = ['#ffd54fff', '#ff8a65ff', '#aed581ff', '#4fc3f7ff', '#ba68c8ff', '#ffffffff', '#263238ff'];
const phrases = 'Ship on Friday|Ask the people who will use it|Budget for the second half|What did we learn?|Measure first'.split(
  '|',
);

/** A full canvas: 60 % notes, 20 % images, 10 % strokes on the canvas, 10 % connectors. The same for the same count. */
export function scattered(count: number): PageBoard {
  const random = new Random(count);
  const across = Math.ceil(Math.sqrt((count * 16) / 9));
  const size = { width: across * CELL, height: Math.ceil(count / across) * CELL };
  const items: Item[] = [];
  const strokes: Stroke[] = [];
  const notes: Item[] = [];
  for (let at = 0; at < count; at++) {
    const cell = { x: (at % across) * CELL, y: Math.floor(at / across) * CELL };
    const kind = random.next();
    if (kind < 0.6) notes.push(noteAt(at, cell, random));
    if (kind < 0.6) items.push(notes.at(-1)!);
    else if (kind < 0.8) items.push(imageAt(at, cell, random));
    else if (kind < 0.9) strokes.push(strokeAt(at, cell, random));
    else if (notes.length > 1) items.push(lineTo(at, notes.at(-1)!, random.of(besideLast(notes)), random));
  }
  return new PageBoard(size, items, strokes);
}

/** In the same row: lines across the whole canvas, nearly level, are drawn with edges that depend on where painting begins. */
function besideLast(notes: readonly Item[]): Item[] {
  const last = notes.at(-1)!;
  return notes.slice(-4).filter(({ box }) => Math.abs(box.x - last.box.x) < 8 * CELL);
}

const idOf = (at: number): string => `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;

function noteAt(at: number, cell: { x: number; y: number }, random: Random): Item {
  const location = { x: cell.x + random.below(60), y: cell.y + random.below(60) };
  const size = { width: 180 + random.below(60), height: 180 + random.below(40) };
  const text = Array.from({ length: 1 + random.below(4) }, () => random.of(phrases)).join('. ');
  const title = random.next() < 0.3 ? `Note ${at}` : '';
  const background_color = random.of(colours);
  const text_color = background_color === '#263238ff' ? '#ffffffff' : '#000000ff';
  const widget = {
    id: idOf(at),
    widget_type: 'Note',
    location,
    size,
    scale: 1,
    depth: at,
    text,
    title,
    background_color,
    text_color,
  };
  return itemOf(widget, at);
}

function imageAt(at: number, cell: { x: number; y: number }, random: Random): Item {
  const location = { x: cell.x + random.below(60), y: cell.y + random.below(60) };
  const size = { width: 200 + random.below(60), height: 140 + random.below(60) };
  return itemOf(
    { id: idOf(at), widget_type: 'Image', location, size, scale: 1, depth: at, hash: `hash${random.below(40)}`, title: '' },
    at,
  );
}

interface Placed {
  readonly id: string;
  readonly widget_type: string;
  readonly location: { readonly x: number; readonly y: number };
  readonly size: { readonly width: number; readonly height: number };
}

function itemOf<W extends Placed>(widget: W, at: number): Item {
  const box = { ...widget.location, ...widget.size };
  const reach = withShade(widget.widget_type, box);
  return { id: widget.id, widget, box, reach, zoom: 1, order: at, strokes: [] } as unknown as Item;
}

function lineTo(at: number, from: Item, to: Item, random: Random): Item {
  const widget = {
    id: idOf(at),
    widget_type: 'Connector',
    type: random.of(['curve', 'straight', 'right-angle']),
    line_color: '#e7e7f2ff',
    line_width: 5,
    src: { id: from.id, rel_location: { x: 0.5, y: 0.5 }, auto_location: true, tip: 'none' },
    dst: { id: to.id, rel_location: { x: 0.5, y: 0.5 }, auto_location: true, tip: 'solid-equilateral-triangle' },
  };
  const box = boxOfLine(from, to);
  return { id: widget.id, widget, box, reach: box, zoom: 1, order: 1e9 + at, strokes: [] } as unknown as Item;
}

/** About as many nodes as a hand draws in two seconds. */
const NODES = 60;

function strokeAt(at: number, cell: { x: number; y: number }, random: Random): Stroke {
  const floats = new Float32Array(NODES * 9);
  let x = cell.x + 40;
  let y = cell.y + 140;
  for (let node = 0; node < NODES; node++) {
    x += 4;
    y += (random.next() - 0.5) * 24;
    floats.set([x - 1, y, 1, x, y, 1, x + 1, y, 1], node * 9);
  }
  const points = btoa(String.fromCharCode(...new Uint8Array(floats.buffer)));
  return { id: idOf(at), points, line_color: random.of(colours), depth: at, page: undefined };
}
