import { describe, expect, test, vi } from 'vitest';
import { type Placeable, placesOf } from '../../model/looks/places.ts';
import { Random } from '../../test/kit/random.ts';
import type { Item } from './board.ts';
import { boxOfStroke, meets } from './boxes.ts';
import type { Element, Stroke, StrokeElement } from './element.ts';
import { BoardLayout } from './layout.ts';
import { Siblings } from './siblings.ts';

const ROOT = 'root';
const root = element(ROOT, { widget_type: 'SharedCanvas', parent_id: '', size: { width: 4000, height: 3000 }, depth: 0 });

describe('the layout of a canvas', () => {
  test('equals the places of its records after any changes', () => {
    for (let seed = 0; seed < 60; seed++) {
      const world = new World(seed);
      for (let message = 0; message < 40; message++) {
        world.message();
        expect(world.layoutSays(), `seed ${seed}, message ${message}`).toEqual(world.recordsSay());
        expect(world.wrongIndex(), `seed ${seed}, message ${message}`).toBe('');
      }
    }
  });

  test('equals the places of its records whatever parts of a first list were asked for while it came', () => {
    for (let seed = 0; seed < 300; seed++) {
      const world = new World(seed, { shown: true });
      expect(world.layoutSays(), `seed ${seed}`).toEqual(world.recordsSay());
      expect(world.wrongIndex(), `seed ${seed}`).toBe('');
    }
  });

  test('tells of every item that is another one than before', () => {
    for (let seed = 0; seed < 30; seed++) {
      const world = new World(seed);
      const known = new Map(world.layout.items().map((item) => [item.id, item]));
      for (let message = 0; message < 40; message++) {
        const change = world.message();
        if (change.whole) known.clear();
        for (const { id } of change.removed) known.delete(id);
        for (const item of [...change.added, ...change.changed]) known.set(item.id, item);
        if (change.whole) for (const item of world.layout.items()) known.set(item.id, item);
        expect(new Set(known.values()), `seed ${seed}, message ${message}`).toEqual(new Set(world.layout.items()));
      }
    }
  });

  test('finds everything where it lies after thousands of widgets have moved at once', () => {
    const notes = (x: number): Element[] =>
      Array.from({ length: 3000 }, (_, at) => element(`n${at}`, { location: { x: x + at * 20, y: 20 } }));
    const layout = laidOut(...notes(0));
    layout.apply(notes(7));
    const { box } = layout.item('n1500')!;
    expect(layout.itemsIn({ ...box, width: 0, height: 0 }).map(({ id }) => id)).toContain('n1500');
  });

  test('keeps the record of a widget on which only a stroke was drawn', () => {
    const layout = laidOut(element('a'));
    const before = layout.item('a')!;
    layout.apply([stroke('s', 'a')]);
    expect(layout.item('a')).not.toBe(before);
    expect(layout.item('a')!.widget).toBe(before.widget);
    expect(layout.item('a')!.strokes).toHaveLength(1);
    expect(layout.item('a')!.reach.width).toBeGreaterThan(before.box.width);
  });

  test('has only strokes painted again that came, changed or went, on the canvas itself and on widgets', () => {
    const layout = laidOut(element('a', { location: { x: 1000, y: 500 }, scale: 2 }));
    layout.apply([stroke('s1', ROOT), stroke('s2', 'a'), stroke('s3', ROOT, 2)]);
    const told = layout.apply([stroke('r', ROOT, 3), stroke('t', 'a', 3)]).change(layout.root);
    expect(told).toMatchObject({ whole: false, added: [], changed: [{ id: 'a' }], removed: [] });
    expect(told.dirty).toEqual([boxOf(stroke('r', ROOT)), boxOf(stroke('t', 'a'), { x: 1000, y: 500, zoom: 2 })]);
    expect(layout.root!.strokes.map(({ id }) => id)).toEqual(['s1', 's3', 'r']);
    const shorter = { ...stroke('r', ROOT, 3), points: stroke('r', ROOT).points.slice(0, 48) } as StrokeElement;
    const changed = layout.apply([shorter]).change(layout.root);
    expect(changed.dirty).toEqual([boxOf(stroke('r', ROOT)), boxOf(shorter)]);
    const gone = layout.apply([{ ...shorter, state: 'deleted' }]).change(layout.root);
    expect(gone).toEqual({ whole: false, dirty: [boxOf(shorter)], added: [], changed: [], removed: [] });
    expect(layout.element('r')).toBeUndefined();
    expect(layout.element('t')).toMatchObject({ id: 't', parent_id: 'a', widget_type: 'Annotation', state: 'normal' });
  });

  test('has a widget painted again that moves while one draws on it', () => {
    const layout = laidOut(element('a'));
    const before = layout.item('a')!.reach;
    const change = layout.apply([element('a', { location: { x: 500, y: 10 } }), stroke('s', 'a')]).change(layout.root);
    expect(change.dirty).toEqual([before, layout.item('a')!.reach]);
  });

  test('forgets the strokes of a widget that goes, and takes them when it comes back', () => {
    const layout = laidOut(element('a'));
    layout.apply([stroke('s', 'a')]);
    layout.apply([{ ...element('a'), state: 'deleted' } as Element]);
    expect(layout.element('s')).toBeUndefined();
    layout.apply([element('a')]);
    layout.apply([stroke('s', 'a')]);
    expect(layout.item('a')!.strokes).toHaveLength(1);
  });

  test('tells of each part of a first list only what it has brought', () => {
    const layout = new BoardLayout();
    layout.addPortion([root, element('a')]);
    expect(layout.loaded()).toMatchObject({ whole: true, dirty: [] });
    layout.addPortion([element('b', { location: { x: 900, y: 900 } }), line('l', 'b', 'c')]);
    layout.addPortion([element('c', { location: { x: 2000, y: 20 } })]);
    const { b, c, l } = Object.fromEntries(layout.items().map((item) => [item.id, item]));
    expect(layout.loaded()).toEqual({
      whole: false,
      dirty: [b!, c!, l!].map(({ reach }) => reach),
      added: [b, c, l],
      changed: [],
      removed: [],
    });
    expect(layout.loaded()).toMatchObject({ whole: false, dirty: [], added: [] });
  });

  test('takes strokes that come after their widgets, in order of depth, and tells where they lie', () => {
    const together = laidOut(element('a', { location: { x: 100, y: 50 } }));
    const first = [stroke('s1', 'a', 2), stroke('r1', ROOT), stroke('x', 'not there')];
    together.loaded();
    together.addPortion(first);
    const change = together.loaded();
    expect([change.whole, change.changed.map(({ id }) => id)]).toEqual([false, ['a', ROOT]]);
    expect(change.dirty.every(({ width, height }) => width < 1000 && height < 1000)).toBe(true);
    expect(change.dirty.some((box) => meets(box, together.item('a')!.reach))).toBe(true);
    together.addPortion([stroke('s2', 'a', 1)]);
    expect(together.item('a')!.strokes.map(({ id }) => id)).toEqual(['s2', 's1']);
    expect(together.itemsIn(together.item('a')!.reach).map(({ id }) => id)).toEqual(['a']);
    expect(together.root!.strokes).toHaveLength(1);
    const same = laidOut(element('a', { location: { x: 100, y: 50 } }));
    same.apply([...first, stroke('s2', 'a', 1)]);
    expect(together.item('a')!.reach).toEqual(same.item('a')!.reach);
  });

  test('moves everything that lies on what moves, and the connectors at it', () => {
    const layout = laidOut(element('a'), element('b', { parent_id: 'a' }), element('c'), line('l', 'b', 'c'));
    const [b, l] = [layout.item('b')!, layout.item('l')!];
    const change = layout.apply([element('a', { location: { x: 510, y: 10 } })]).change(layout.root);
    expect(layout.item('b')!.box.x - b.box.x).toBe(500);
    expect(layout.item('l')!.box).not.toEqual(l.box);
    expect(change.changed.map(({ id }) => id).sort()).toEqual(['a', 'b', 'l']);
  });

  test('does not hang when parents go in a circle, and shows the widgets when that ends', () => {
    const layout = laidOut(element('a'), element('b', { parent_id: 'a' }));
    layout.apply([element('a', { parent_id: 'b' })]);
    expect(layout.items()).toEqual([]);
    layout.apply([element('b')]);
    expect(layout.items().map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('numbers what a part of a first list brings above all others, and not these', () => {
    const numbered = vi.spyOn(Siblings.prototype, 'numberAll');
    const layout = laidOut(element('a', { depth: 1 }));
    layout.loaded();
    for (let depth = 2; depth < 100; depth++) {
      layout.addPortion([element(`n${depth}`, { depth }), element(`on${depth}`, { parent_id: `n${depth}` })]);
      layout.loaded();
    }
    expect(numbered).toHaveBeenCalledOnce();
    numbered.mockRestore();
    const orders = layout.items().map(({ order }) => order);
    expect(orders).toEqual(orders.toSorted((a, b) => a - b));
    expect(new Set(orders).size).toBe(197);
  });

  test('raises one of 100,000 siblings without numbering the others', () => {
    const layout = new BoardLayout();
    layout.addPortion([root, ...Array.from({ length: 100_000 }, (_, at) => element(`n${at}`, { depth: at + 1 }))]);
    const first = layout.items()[1]!;
    const last = layout.items().at(-1)!;
    const before = first.order;
    const after = last.order;
    layout.apply([element('n0', { depth: 200_000 })]);
    expect([first.order, last.order]).toEqual([before, after]);
    expect(layout.item('n0')!.order).toBeGreaterThan(after);
  });

  test('keeps the painting order when numbers run out', () => {
    const layout = laidOut(element('parent', { depth: 1 }), element('above', { depth: 2 }));
    layout.apply([element('x', { parent_id: 'parent' }), element('y', { parent_id: 'parent' })]);
    for (let depth = 2; depth < 300; depth++) layout.apply([element(depth % 2 ? 'x' : 'y', { parent_id: 'parent', depth })]);
    expect(layout.items().map(({ id }) => id)).toEqual(['parent', 'y', 'x', 'above']);
  });
});

/** The records as a plain model has them, and a layout that is told of their changes. */
class World {
  readonly layout = new BoardLayout();
  readonly records = new Map<string, { element: Element; ordinal: number }>();
  readonly #random: Random;
  #made = 0;
  #ordinal = 0;

  /** @param shown after each part of the first list, what is there is asked for */
  constructor(seed: number, { shown = false } = {}) {
    this.#random = new Random(seed);
    this.#keep(root);
    const first = [root, ...Array.from({ length: this.#random.below(20) }, () => this.#made_())];
    for (let at = 0; at < first.length; ) {
      const end = at + 1 + this.#random.below(first.length);
      this.layout.addPortion(first.slice(at, end));
      if (shown) this.layout.loaded();
      at = end;
    }
  }

  message() {
    const elements = new Map<string, Element>();
    for (let count = 1 + this.#random.below(5); count > 0; count--) {
      const one = this.#one();
      if (one && !elements.has(one.id)) elements.set(one.id, this.#keep(one));
    }
    return this.layout.apply([...elements.values()]).change(this.layout.root);
  }

  layoutSays() {
    return this.layout.items().map(({ id, box, zoom }) => ({ id, box: rounded(box), zoom: rounded(zoom) }));
  }

  recordsSay() {
    const records = [...this.records.values()];
    const placed = records.flatMap(({ element, ordinal }) =>
      'location' in element ? [{ ...(element as unknown as Placeable), ordinal }] : [],
    );
    const places = done(placesOf(placed, placed.find(({ id }) => id === ROOT)!, 1));
    const lines = records.flatMap(({ element }) => {
      if (!('src' in element) || !places.has(element.src.id) || !places.has(element.dst.id)) return [];
      return [element.id];
    });
    return [
      ...Array.from(places.values(), ({ widget, box, zoom }) => ({
        id: widget.id,
        box: rounded(box),
        zoom: rounded(zoom),
      })).slice(1),
      ...lines.map((id) => ({ id, box: rounded(this.layout.item(id)!.box), zoom: 1 })),
    ];
  }

  /** What a look-up by a box finds, against a look at every item; and that numbers rise. */
  wrongIndex(): string {
    const box = { x: this.#random.below(4000) - 1000, y: this.#random.below(3000) - 1000, width: 800, height: 800 };
    const items = this.layout.items();
    const expected = items.filter(({ reach }) => meets(reach, box));
    const found = this.layout.itemsIn(box);
    const rises = items.every((item, at) => at === 0 || items[at - 1]!.order < item.order);
    if (!rises) return 'orders do not rise';
    return ids(expected) === ids(found) ? '' : `${ids(expected)} but found ${ids(found)}`;
  }

  #one(): Element | undefined {
    const what = this.#random.below(10);
    const known = this.#random.of([...this.records.values()]).element;
    if (what < 3) return this.#made_();
    if (known.id === ROOT) return undefined;
    if (what < 4) return { ...known, state: 'deleted' } as Element;
    if (!('location' in known)) return line(known.id, this.#anyId(), this.#anyId());
    if (what < 6) return { ...known, location: this.#point() };
    if (what < 8) return { ...known, depth: this.#random.below(5) };
    return { ...known, parent_id: this.#anyId(), scale: 0.5 + this.#random.next() };
  }

  #made_(): Element {
    const id = `w${this.#made++}`;
    if (this.#random.below(5) === 0) return this.#keep(line(id, this.#anyId(), this.#anyId()));
    return this.#keep(element(id, { parent_id: this.#anyId(), location: this.#point(), depth: this.#random.below(5) }));
  }

  /** The id of a widget that is there, was there, or will be. */
  #anyId = (): string => (this.#random.below(3) === 0 ? ROOT : `w${this.#random.below(this.#made + 2)}`);

  #point = () => ({ x: this.#random.below(2000), y: this.#random.below(2000) });

  #keep(one: Element): Element {
    const ordinal = this.records.get(one.id)?.ordinal ?? this.#ordinal++;
    if ((one as { state: string }).state === 'deleted') this.records.delete(one.id);
    else this.records.set(one.id, { element: one, ordinal });
    return one;
  }
}

function laidOut(...elements: Element[]): BoardLayout {
  const layout = new BoardLayout();
  layout.addPortion([root, ...elements]);
  return layout;
}

function element(id: string, values: object = {}): Element {
  const placed = { parent_id: ROOT, location: { x: 10, y: 10 }, size: { width: 100, height: 100 }, depth: 1, scale: 1 };
  return { id, widget_type: 'Note', state: 'normal', ...placed, ...values } as unknown as Element;
}

function line(id: string, from: string, to: string): Element {
  const end = { auto_location: true, rel_location: { x: 0.5, y: 0.5 }, tip: 'none' };
  const ends = { src: { ...end, id: from }, dst: { ...end, id: to } };
  return {
    id,
    widget_type: 'Connector',
    state: 'normal',
    type: 'curve',
    line_width: 5,
    line_color: '#000000ff',
    ...ends,
  } as unknown as Element;
}

function boxOf(stroke: Stroke, { x, y, zoom } = { x: 0, y: 0, zoom: 1 }) {
  const box = boxOfStroke(stroke);
  return { x: x + box.x * zoom, y: y + box.y * zoom, width: box.width * zoom, height: box.height * zoom };
}

function stroke(id: string, parent_id: string, depth = 1): StrokeElement {
  const bytes = new Uint8Array(Float32Array.from({ length: 18 }, (_, at) => at * 50).buffer);
  const points = btoa(String.fromCharCode(...bytes));
  return {
    id,
    parent_id,
    widget_type: 'Annotation',
    state: 'normal',
    line_color: '#000000ff',
    depth,
    points,
  } as unknown as StrokeElement;
}

const ids = (items: readonly Item[]): string => items.map(({ id }) => id).join(' ');

const rounded = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'number' ? Math.round(one * 1e6) / 1e6 : one));

function done<T>(work: Generator<unknown, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
