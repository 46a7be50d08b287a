import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { Box, Picture } from '../../model/looks/shapes.ts';
import { type CanvasBitmaps, createBitmaps } from './bitmaps.ts';
import { levelFor } from './levels.ts';
import { createRecent } from './recent.ts';
import { mostWanted } from './wishes.ts';

const info = { resolution: { width: 1600, height: 1200 }, max_level: 4, pages: 1 };

describe('the level of a picture', () => {
  it('is the smallest one that is at least as large as the picture is seen', () => {
    expect(levelFor(info, { width: 1600, height: 1200 })).toBe(0);
    expect(levelFor(info, { width: 800, height: 600 })).toBe(1);
    expect(levelFor(info, { width: 801, height: 600 })).toBe(0);
    expect(levelFor(info, { width: 3, height: 3 })).toBe(4);
    expect(levelFor(info, { width: 9000, height: 9000 })).toBe(0);
  });
});

describe('what is kept', () => {
  it('goes when there is too much, first what was not used for longest', () => {
    const dropped: string[] = [];
    const recent = createRecent<number>(10, (_, key) => dropped.push(key));
    recent.set('a', 1, 4);
    recent.set('b', 2, 4);
    recent.get('a');
    recent.set('c', 3, 4);
    expect([dropped, recent.bytes, recent.get('a')]).toEqual([['b'], 8, 1]);
  });
});

describe('what is loaded next', () => {
  const seen = { x: 0, y: 0, width: 1000, height: 1000 };
  const wish = (key: string, box: Box) => ({ key, places: new Map([[key, box]]) });

  it('is near the middle, and of equally near ones the largest', () => {
    const corner = wish('corner', { x: 0, y: 0, width: 100, height: 100 });
    const middle = wish('middle', { x: 450, y: 450, width: 100, height: 100 });
    const large = wish('large', { x: 400, y: 400, width: 200, height: 200 });
    expect(mostWanted([corner, middle], seen)).toBe(middle);
    expect(mostWanted([corner, middle, large], seen)).toBe(large);
    expect(mostWanted([], seen)).toBeUndefined();
  });
});

describe('bitmaps', () => {
  const seen = signal<Box>({ x: 0, y: 0, width: 1000, height: 1000 });
  const picture = (hash: string): Picture => ({
    kind: 'picture',
    box: { x: 0, y: 0, width: 1, height: 1 },
    hash,
    page: 0,
    of: 'still',
    fit: 'fill',
  });
  const box = { x: 10, y: 10, width: 100, height: 100 };
  const asked: string[] = [];
  let status = 200;
  const ask = vi.fn(async (address: string, { signal: end }: { signal: AbortSignal }) => {
    asked.push(address);
    if (address.includes('slow')) await new Promise((_, fail) => end.addEventListener('abort', fail));
    const headers = new Headers({ 'Easel-Level': '2', 'Easel-Levels': JSON.stringify(info) });
    return { ok: status === 200, status, headers, json: async () => info, blob: async () => address };
  });
  const decode = async (address: unknown) => ({ width: 10, height: 10, address, close: () => undefined });

  function opened(): CanvasBitmaps {
    asked.length = 0;
    status = 200;
    return createBitmaps({ canvas_id: 'canvas', seen, ask: ask as never, decode: decode as never });
  }

  function want(bitmaps: CanvasBitmaps, hash: string, at = box): unknown {
    bitmaps.place(`widget of ${hash}`, at);
    return bitmaps.bitmap(picture(hash), 400, 300);
  }

  it('come in the level for their size, and tell where they are seen', async () => {
    const bitmaps = opened();
    const arrived = new Promise((resolve) => bitmaps.onArrival(resolve));
    expect(want(bitmaps, 'a')).toBeUndefined();
    expect(await arrived).toEqual([box]);
    expect(asked).toEqual(['/api/v1/files/canvas/a/fit?width=400&height=300']);
    expect(want(bitmaps, 'a')).toMatchObject({ address: asked[0] });
    bitmaps.destroy();
  });

  it('come in another level later by its number, and in no smaller one than there is', async () => {
    const bitmaps = opened();
    const arrival = (): Promise<unknown> => new Promise((resolve) => bitmaps.onArrival(resolve));
    want(bitmaps, 'a');
    await arrival();
    bitmaps.place('widget of a', box);
    bitmaps.bitmap(picture('a'), 200, 150);
    await new Promise(setImmediate);
    expect(asked).toHaveLength(1);
    bitmaps.bitmap(picture('a'), 1600, 1200);
    await arrival();
    expect(asked.slice(1)).toEqual(['/api/v1/files/canvas/a/0']);
    bitmaps.destroy();
  });

  it('are loaded six at once, and not when they are out of sight', async () => {
    const bitmaps = opened();
    for (let at = 0; at < 10; at++) want(bitmaps, `slow${at}`);
    want(bitmaps, 'away', { ...box, x: 5000 });
    await vi.waitFor(() => expect(asked).toHaveLength(6));
    const before = seen.peek();
    seen.value = { ...before, x: 4000 };
    await Promise.resolve();
    expect(ask.mock.calls.slice(-6).every(([, { signal: end }]) => end.aborted)).toBe(true);
    expect(asked).toHaveLength(6);
    seen.value = before;
    bitmaps.destroy();
  });

  it('that cannot be had are asked for once', async () => {
    const bitmaps = opened();
    status = 501;
    want(bitmaps, 'none');
    await vi.waitFor(() => expect(asked).toEqual([expect.stringContaining('/api/v1/files/canvas/none/fit')]));
    await new Promise(setImmediate);
    want(bitmaps, 'none');
    await new Promise(setImmediate);
    expect(asked).toHaveLength(1);
    bitmaps.destroy();
  });

  it('of a page that a document does not have are not asked for, and how many it has is known', async () => {
    const bitmaps = opened();
    const arrived = new Promise((resolve) => bitmaps.onArrival(resolve));
    const beyond = { ...picture('document'), page: 9 };
    bitmaps.place('widget', box);
    expect([bitmaps.bitmap(beyond, 400, 300), bitmaps.pages!(beyond)]).toEqual([undefined, undefined]);
    expect(await arrived).toEqual([box]);
    bitmaps.bitmap(beyond, 400, 300);
    await new Promise(setImmediate);
    // No request that would be refused
    expect([bitmaps.pages!(beyond), asked]).toEqual([1, ['/api/v1/files/canvas/document/info']]);
    bitmaps.destroy();
  });

  it('of videos are not asked for, but taken from whoever plays them', () => {
    const bitmaps = opened();
    const still = { width: 4, height: 4, close: () => undefined } as ImageBitmap;
    const video = { ...picture('film'), of: 'video' } as const;
    bitmaps.place('video', box);
    expect(bitmaps.bitmap(video, 100, 100)).toBeUndefined();
    bitmaps.offer('film', still);
    expect(bitmaps.bitmap(video, 100, 100)).toBe(still);
    expect(asked).toEqual([]);
    bitmaps.destroy();
  });
});
