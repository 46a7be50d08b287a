import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { pageClock } from '../../test/kit/page-clock.ts';
import { textBoard } from '../../test/kit/text-board.ts';
import { de } from '../../texts/de/page/index.ts';
import { en } from '../../texts/en/page/index.ts';
import { createOutline } from '../outline/outline.ts';
import { texts } from '../texts.ts';
import { createCamera } from '../view/camera.ts';
import { type CanvasPress, revealing } from './canvas-keys.ts';

function canvas() {
  texts.value = en;
  const board = textBoard(
    { id: 'agenda', is: 'Anchor', anchor_index: 0, anchor_name: 'Agenda', box: [0, 0, 1000, 400] },
    { id: 'a', text: 'First', box: [100, 100] },
    { id: 'b', text: 'Second', box: [300, 100] },
    { id: 'c', text: 'Third', box: [3000, 100] },
  );
  const camera = createCamera();
  camera.extent.value = { width: 1000, height: 500 };
  const went: string[] = [];
  const travel = {
    toWidget: (id: string) => went.push(id) > 0,
    step: (across: number, down: number) => void went.push(`${across},${down}`),
    selection: signal(undefined),
  };
  const kept = new Map<string, string>();
  const clock = pageClock();
  const outline = createOutline({
    board,
    camera,
    travel,
    clock,
    kept: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
  });
  const press = (key: string, more: Partial<CanvasPress> = {}): boolean =>
    outline.press({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more });
  return { board, outline, press, went, travel, clock, selected: () => [...outline.selection.ids.value] };
}

describe('keys on the canvas', () => {
  it('go in by Tab to the first widget that is seen, and out by the next Tab', () => {
    const { press, selected, outline } = canvas();
    expect(press('Tab')).toBe(true);
    expect(selected()).toEqual(['agenda']);
    expect(outline.speech.urgent.value).toBe('Anchor Agenda. 1 of 2');
    expect(press('Tab')).toBe(false);
    expect(press('Tab', { shiftKey: true })).toBe(false);
  });

  it('go from widget to widget by arrows, which move the view while nothing is selected', () => {
    const { press, selected, outline, went } = canvas();
    expect(press('ArrowRight')).toBe(false);
    outline.selection.select('a');
    expect(outline.speech.urgent.value).toBe('Note First. 1 of 2, under Agenda');
    expect(press('ArrowRight')).toBe(true);
    expect(selected()).toEqual(['b']);
    expect(went).toEqual([]);
    press('ArrowRight');
    expect(selected()).toEqual(['c']);
    expect(went).toEqual(['2164,0']);
  });

  it('go into a widget and out of it with Alt', () => {
    const { press, selected, outline } = canvas();
    outline.selection.select('agenda');
    expect(press('ArrowDown', { altKey: true })).toBe(true);
    expect(selected()).toEqual(['a']);
    press('ArrowUp', { altKey: true });
    expect(selected()).toEqual(['agenda']);
  });

  it('go to the widget by Enter, and deselect by Escape, which else stays free', () => {
    const { press, selected, outline, went } = canvas();
    outline.selection.select('c');
    press('Enter');
    expect(went).toEqual(['c']);
    expect(press('Escape')).toBe(true);
    expect(selected()).toEqual([]);
    expect(outline.speech.urgent.value).toBe(en.outline.cleared);
    expect(press('Escape')).toBe(false);
  });
});

describe('the selection', () => {
  it('loses what goes from the canvas, and tells the view its box while widgets move', () => {
    const { board, outline, selected, travel } = canvas();
    outline.selection.select('a', 'b');
    expect(outline.speech.urgent.value).toBe('2 selected');
    expect(travel.selection.value).toEqual({ x: 100, y: 100, width: 300, height: 100 });
    board.put({ id: 'b', box: [900, 100] });
    expect(travel.selection.value).toMatchObject({ width: 900 });
    board.take('b');
    expect(selected()).toEqual(['a']);
  });

  it('is said once, however often the canvas changes', () => {
    const { board, outline, clock } = canvas();
    outline.selection.select('a');
    const said: string[] = [];
    outline.speech.urgent.subscribe((text) => said.push(text));
    board.put({ id: 'd', text: 'Fourth' });
    clock.advance(10_000);
    expect(said.length).toBe(1);
  });

  it('is made by a press, and twice on the same widget goes there', () => {
    const { outline, selected, went, clock } = canvas();
    outline.tapped({ at: { x: 150, y: 150 } });
    expect(selected()).toEqual(['a']);
    clock.advance(200);
    outline.tapped({ at: { x: 151, y: 150 } });
    expect(went).toEqual(['a']);
    outline.tapped({ at: { x: 150, y: 450 } });
    expect(selected()).toEqual([]);
  });
});

describe('a search', () => {
  it('goes from hit to hit around the ends, and goes on when the canvas changes', () => {
    const { board, outline, selected, went, clock } = canvas();
    outline.search.query.value = 'ir';
    expect(outline.search.hits.value.map(({ id }) => id)).toEqual(['a', 'c']);
    outline.search.step(1);
    outline.search.step(1);
    expect([selected(), went]).toEqual([['c'], ['a', 'c']]);
    outline.search.step(1);
    expect(selected()).toEqual(['a']);
    board.put({ id: 'z', text: 'Irene' });
    clock.advance(500);
    expect(outline.search.hits.value.map(({ id }) => id)).toEqual(['z', 'a', 'c']);
    expect(outline.search.at.value).toBe(1);
    outline.search.query.value = '';
    expect(outline.search.hits.value).toEqual([]);
  });
});

describe('a widget out of sight', () => {
  it('is brought in with a margin, and no farther', () => {
    const seen = { x: 0, y: 0, width: 1000, height: 500 };
    expect(revealing({ x: 100, y: 100, width: 100, height: 100 }, seen, 1)).toEqual({ across: 0, down: 0 });
    expect(revealing({ x: 2000, y: 100, width: 100, height: 100 }, seen, 2)).toEqual({ across: 2264, down: 0 });
    expect(revealing({ x: -500, y: -600, width: 5000, height: 100 }, seen, 1)).toEqual({ across: 0, down: -664 });
  });
});

describe('the texts', () => {
  it('call every kind of widget in every language', () => {
    expect(Object.keys(de.outline.kinds)).toEqual(Object.keys(en.outline.kinds));
  });
});
