import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { CAPTION_REACH } from '../../model/looks/captions.ts';
import type { Board, BoardChange, BoardState, Item } from '../live/board.ts';
import { createCamera, type Extent } from './camera.ts';
import { createLastViews } from './last-views.ts';
import { createNavigation } from './navigation.ts';
import { createPreferences } from './preferences.ts';
import { viewShortcuts } from './view-shortcuts.ts';

const place = (id: string, x: number, y: number) => ({
  id,
  box: { x, y, width: 500, height: 250 },
  zoom: 1,
  order: 0,
  strokes: [],
});

const note = (id: string, x = 0, y = 0) => ({ ...place(id, x, y), widget: { id, widget_type: 'Note' } }) as unknown as Item;

const anchor = (id: string, anchor_index: number, anchor_name = '', x = 0) =>
  ({ ...place(id, x, 1000), widget: { id, widget_type: 'Anchor', anchor_index, anchor_name } }) as unknown as Item;

/** The lower edge of the islands at the top, in pixels of the screen. */
const ISLANDS = 56;

const unchanged: BoardChange = { whole: false, dirty: [], added: [], changed: [], removed: [] };

function storage() {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
}

/** A board of 10,000 by 5,000 pixels, which is there once `arrive` is called, for a person who wants no motion. */
function begin({ items = [] as Item[], hash = '', browser = storage() } = {}, screen = { width: 1000, height: 500 }) {
  const listeners = new Set<(change: BoardChange) => void>();
  const size = signal<Extent | undefined>(undefined);
  const state = signal<BoardState>({ is: 'loading' });
  const board: Pick<Board, 'canvas_id' | 'size' | 'state' | 'item' | 'items' | 'onChange'> = {
    canvas_id: 'canvas',
    size,
    state,
    item: (id) => items.find((one) => one.id === id),
    items: () => (size.peek() ? items : []),
    onChange: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
  const tell = (change: Partial<BoardChange>): void => {
    for (const listen of listeners) listen({ ...unchanged, ...change });
  };
  const parts = new Set<(now: number) => void>();
  const frames = {
    request: () =>
      queueMicrotask(() => {
        for (const part of parts) part(0);
      }),
    add: (part: (now: number) => void) => {
      parts.add(part);
      return () => parts.delete(part);
    },
    stop: () => parts.clear(),
  };
  const camera = createCamera();
  let missed = 0;
  const navigation = createNavigation({
    camera,
    frames,
    board,
    hash,
    mac: false,
    preferences: createPreferences(browser),
    lastViews: createLastViews(browser),
    still: () => true,
    missed: () => missed++,
  });
  const arrive = (): void => {
    size.value = { width: 10_000, height: 5000 };
    tell({ whole: true });
    camera.resize(screen);
  };
  const load = (): void => {
    state.value = { is: 'live' };
  };
  return { navigation, camera, tell, arrive, load, browser, missed: () => missed };
}

describe('the first view', () => {
  it('is the whole canvas where nobody was before', () => {
    const { navigation, camera, arrive } = begin();
    expect(navigation.begun.value).toBe(false);
    arrive();
    expect(navigation.begun.value).toBe(true);
    const { x, y, width, height } = camera.seen.value;
    expect(x < 0 && y < 0 && x + width > 10_000 && y + height > 5000).toBe(true);
  });

  it('has the name of a frame at the very top below the islands of the upper edge', () => {
    const { camera, navigation, arrive } = begin({ items: [anchor('a', 1)] }, { width: 1400, height: 500 });
    arrive();
    expect(camera.toScreen({ x: 0, y: 0 }).y - CAPTION_REACH).toBeGreaterThan(ISLANDS);
    navigation.travel.toContent();
    expect(camera.toScreen({ x: 0, y: 1000 }).y - CAPTION_REACH).toBeGreaterThan(ISLANDS);
  });

  it('is where this browser was last', () => {
    const first = begin();
    first.arrive();
    first.camera.show({ x: 2000, y: 1000, zoom: 2 });
    first.navigation.close();
    const second = begin({ browser: first.browser });
    second.arrive();
    expect(second.camera.view.value).toEqual({ x: 2000, y: 1000, zoom: 2 });
  });

  it('is that of the link, whatever was seen last', () => {
    const { camera, arrive } = begin({ hash: '#view=100,200,500,250' });
    arrive();
    expect(camera.seen.value).toEqual({ x: 100, y: 200, width: 500, height: 250 });
  });

  it('is that of the last link where somebody follows another one while the canvas comes', () => {
    const { navigation, camera, arrive } = begin({ hash: '#view=100,200,500,250' });
    navigation.rehash('#view=300,400,500,250');
    arrive();
    expect(camera.seen.value).toEqual({ x: 300, y: 400, width: 500, height: 250 });
  });

  it('shows the anchor or the widget of a link', () => {
    const items = [anchor('a', 1, 'Agenda', 3000), note('n', 4000, 2000)];
    const linked = begin({ items, hash: '#anchor=a' });
    linked.arrive();
    expect(linked.camera.seen.value).toEqual({ x: 3000, y: 1000, width: 500, height: 250 });
    linked.navigation.rehash('#widget=n');
    const { x, y, width, height } = linked.camera.seen.value;
    expect([x + width / 2, y + height / 2]).toEqual([4250, 2125]);
  });

  it('is the usual one, and the person is told, where the end of the link is gone', () => {
    const { camera, arrive, missed } = begin({ hash: '#widget=gone' });
    arrive();
    expect(missed()).toBe(1);
    expect(camera.seen.value.width).toBeGreaterThan(10_000);
  });
});

describe('anchors', () => {
  it('are walked by index, then by name, around the ends of their list', () => {
    const items = [anchor('late', 7, 'A', 6000), anchor('b', 1, 'Beta', 2000), anchor('a', 1, 'Alpha', 1000), note('n')];
    const { navigation, camera, arrive } = begin({ items });
    arrive();
    const { travel, anchors } = navigation;
    expect(anchors.list.value.map(({ id }) => id)).toEqual(['a', 'b', 'late']);
    const walk = (step: 1 | -1): number => {
      travel.toNextAnchor(step);
      return camera.seen.value.x;
    };
    expect([walk(1), walk(1), walk(1), walk(1), walk(-1)]).toEqual([1000, 2000, 6000, 1000, 6000]);
  });

  it('follow the changes of the canvas', () => {
    const { navigation, arrive, tell } = begin();
    arrive();
    const { list } = navigation.anchors;
    tell({ added: [anchor('a', 1), note('n')] });
    tell({ added: [anchor('b', 0)] });
    expect(list.value.map(({ id }) => id)).toEqual(['b', 'a']);
    tell({ changed: [anchor('a', -1)] });
    expect(list.value.map(({ id }) => id)).toEqual(['a', 'b']);
    const before = list.value;
    tell({ changed: [note('n', 50)] });
    expect(list.value).toBe(before);
    tell({ removed: [anchor('a', -1)] });
    expect(list.value.map(({ id }) => id)).toEqual(['b']);
  });
});

describe('on a phone or tablet held upright', () => {
  const phone = { width: 390, height: 844 };

  it('a canvas opens at its first anchor, without one at what is on it, and whole while it is empty', () => {
    const { camera, arrive } = begin({ items: [anchor('b', 2, 'Later', 4000), anchor('a', 1, 'Begin', 1000)] }, phone);
    arrive();
    expect(camera.seen.value.x + camera.seen.value.width / 2).toBeCloseTo(1250);
    const plain = begin({ items: [note('n', 1000, 1000), note('m', 1500, 1000)] }, phone);
    plain.arrive();
    expect(plain.camera.seen.value.width).toBeGreaterThan(10_000);
    plain.load();
    // The two notes lie from 1,000 to 2,000
    const { x, width } = plain.camera.seen.value;
    expect([x > 800, x + width < 2200]).toEqual([true, true]);
    const bare = begin({}, phone);
    bare.arrive();
    bare.load();
    expect(bare.camera.seen.value.width).toBeGreaterThan(10_000);
  });

  it('a tall anchor is seen as a whole, with its name, between the islands', () => {
    const tall = { ...anchor('a', 1), box: { x: 1000, y: 1000, width: 1000, height: 3000 } } as Item;
    const { camera, arrive } = begin({ items: [tall] }, { width: 768, height: 1024 });
    arrive();
    expect(camera.toScreen({ x: 0, y: 1000 }).y - CAPTION_REACH).toBeGreaterThan(ISLANDS);
    expect(camera.toScreen({ x: 0, y: 4000 }).y).toBeCloseTo(1024 - 68);
  });

  it('a canvas that somebody moves while it is loaded stays where it was moved', () => {
    const items: Item[] = [];
    const { camera, arrive, tell } = begin({ items }, phone);
    arrive();
    camera.pan(10, 0);
    const moved = camera.view.value;
    items.push(anchor('a', 1));
    tell({ added: items });
    expect(camera.view.value).toBe(moved);
  });
});

describe('the places one can go to', () => {
  it('are all widgets, the selection, or the whole canvas without them', () => {
    const { navigation, camera, arrive } = begin({ items: [note('n', 1000, 1000), note('m', 1500, 1000)] });
    arrive();
    const { travel } = navigation;
    travel.toContent();
    expect(camera.seen.value.width).toBeCloseTo((1000 * 1000) / (1000 - 64));
    travel.toSelection();
    expect(camera.seen.value.width).toBeGreaterThan(10_000);
    travel.selection.value = { x: 1000, y: 1000, width: 100, height: 100 };
    travel.toSelection();
    expect(camera.view.value.zoom).toBe(1.5);
  });

  it('show a small widget at no more than one and a half times its size, also by a link', () => {
    const tiny = { ...note('t', 2000, 2000), zoom: 0.25, box: { x: 2000, y: 2000, width: 30, height: 20 } };
    const { navigation, camera, arrive } = begin({ items: [tiny as Item], hash: '#widget=t' });
    arrive();
    expect(camera.view.value.zoom).toBe(1.5);
    navigation.travel.toAll();
    navigation.travel.toWidget('t');
    expect(camera.view.value.zoom).toBe(1.5);
  });

  it('are told truly: there is no widget that is not there', () => {
    const { navigation, arrive } = begin({ items: [note('n')] });
    arrive();
    expect([navigation.travel.toWidget('n'), navigation.travel.toWidget('m'), navigation.travel.toAnchor('n')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it('no two shortcuts of the view have one key, and arrows move what is seen', async () => {
  const { navigation, camera, arrive } = begin();
  arrive();
  const { travel, shortcuts } = navigation;
  const rows = viewShortcuts({ camera, travel, toggleMinimap() {}, showShortcuts() {}, copyLink() {}, holdView() {} });
  const keys = rows.flatMap((row) => row.keys);
  expect(new Set(keys).size).toBe(keys.length);
  shortcuts.add(rows);
  camera.show({ x: 1000, y: 1000, zoom: 1 });
  const none = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, repeat: false };
  shortcuts.press({ ...none, key: 'ArrowRight' });
  await Promise.resolve();
  shortcuts.press({ ...none, key: 'ArrowDown', shiftKey: true });
  await Promise.resolve();
  expect(camera.view.value).toEqual({ x: 1080, y: 1400, zoom: 1 });
});

it('stays where it is while it is held, but for links', async () => {
  const { camera, navigation, arrive } = begin({ items: [anchor('a', 1, 'A', 3000)] });
  arrive();
  const before = camera.view.peek();
  camera.held.value = true;
  const { travel } = navigation;
  travel.step(100, 100);
  travel.zoomBy(2);
  travel.toAnchor('a');
  expect(camera.view.peek()).toEqual(before);
  navigation.rehash('#anchor=a');
  await Promise.resolve();
  expect(camera.view.peek()).not.toEqual(before);
});
