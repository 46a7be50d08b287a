import { expect, it } from 'vitest';
import { WallStore } from './memory.ts';

function storage(texts: Record<string, string> = {}) {
  return {
    texts,
    getItem: (name: string) => texts[name] ?? null,
    setItem: (name: string, text: string) => {
      texts[name] = text;
    },
  };
}

const shown = { canvas_id: 'c', view_rectangle: { x: 1, y: 2, width: 3, height: 4 }, pinned: true, info_panel_visible: false };

it('a display finds again what it kept, and each display of one browser its own', () => {
  const kept = storage();
  new WallStore(kept, '').keep({ name: 'Lobby', identity: { id: 'i', secret: 's' }, shown });
  new WallStore(kept, 'second').keep({ name: 'Cellar' });
  expect(new WallStore(kept, '').memory).toMatchObject({ name: 'Lobby', identity: { id: 'i', secret: 's' }, shown });
  expect(new WallStore(kept, 'second').memory).toEqual({ name: 'Cellar', restarts: [] });
});

it.each([
  'no json',
  'null',
  '[]',
  '{"identity":{"id":3},"name":7,"shown":{"canvas_id":"c"},"restarts":[{"at":1}],"config":[]}',
  '{"shown":{"canvas_id":"c","pinned":true,"info_panel_visible":true,"view_rectangle":{"x":0,"y":0,"width":0,"height":1}}}',
])('what somebody has spoiled counts as nothing: %s', (text) => {
  const { memory } = new WallStore(storage({ 'easel-display': text }), '');
  expect(JSON.parse(JSON.stringify({ ...memory, restarts: undefined }))).toEqual({});
});

it('a full storage costs the memory and not the wall', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  const store = new WallStore(full, '');
  store.keep({ name: 'Lobby' });
  expect(store.memory.name).toBe('Lobby');
});
