import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';
import { made } from '../kit/strokes.ts';
import { canCopy, viewOf } from './canvas-page.ts';
import { countFills, drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly height?: number;
  readonly more?: object;
}

const note = async (canvas: string, { x, y, width = 200, height = 200, more = {} }: Placed): Promise<string> =>
  (await made(Kim.post(`${canvas}/notes`, { location: { x, y }, size: { width, height }, ...more }))).id;

const shown = async (canvas: string, id: string) => (await Kim.get(`${canvas}/widgets/${id}`)).body;

/** Within a pixel of the screen. */
const near = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([key, number]) => [key, expect.closeTo(number as number, -0.3)]));

describeInBrowser('hands on a canvas', () => {
  const chromium = useChromium(easel);

  describe('of a mouse', () => {
    it('drag a note, in one write a second at most and one step of undo', async () => {
      const canvas = await easel.canvas(Kim);
      const id = await note(canvas, { x: 200, y: 200 });
      const page = await openEdited(chromium, canvas, Kim);
      const writes: number[] = [];
      page.on(
        'request',
        (request) => request.method() !== 'GET' && /batch|widgets|notes/.test(request.url()) && writes.push(Date.now()),
      );
      await page.mouse.move(300, 300);
      await page.mouse.down();
      const began = Date.now();
      for (let step = 1; step <= 20; step++) await page.mouse.move(300 + step * 10, 300 + step * 5);
      const lasted = Date.now() - began;
      await page.mouse.up();
      await untilSaved(page);
      expect((await shown(canvas, id)).location).toEqual(near({ x: 400, y: 300 }));
      expect(writes.length).toBeLessThanOrEqual(Math.floor(lasted / 1000) + 2);
      await page.keyboard.press('Control+z');
      await untilSaved(page);
      expect((await shown(canvas, id)).location).toEqual(near({ x: 200, y: 200 }));
      await page.keyboard.press('Control+Shift+z');
      await untilSaved(page);
      expect((await shown(canvas, id)).location).toEqual(near({ x: 400, y: 300 }));
    });

    it("leave another person's colour as it is, after the release and after its undo", async () => {
      const canvas = await easel.canvas(Kim);
      await Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'edit' }] });
      const id = await note(canvas, { x: 200, y: 200 });
      const page = await openEdited(chromium, canvas, Kim);
      await page.mouse.move(300, 300);
      await page.mouse.down();
      await page.mouse.move(400, 350, { steps: 4 });
      await page.locator('.stage[data-hands="1"]').waitFor();
      await made(Lee.patch(`${canvas}/notes/${id}`, { background_color: '#102030ff' }));
      await page.mouse.move(450, 400, { steps: 4 });
      await page.mouse.up();
      await untilSaved(page);
      expect(await shown(canvas, id)).toMatchObject({ background_color: '#102030ff', location: near({ x: 350, y: 300 }) });
      await page.keyboard.press('Control+z');
      await untilSaved(page);
      expect(await shown(canvas, id)).toMatchObject({ background_color: '#102030ff', location: near({ x: 200, y: 200 }) });
    });

    it('put back what Escape takes from them, and what was held lies in the picture again', async () => {
      const canvas = await easel.canvas(Kim);
      const id = await note(canvas, { x: 200, y: 200 });
      const page = await openEdited(chromium, canvas, Kim);
      await page.mouse.move(300, 300);
      await page.mouse.down();
      await page.mouse.move(500, 350, { steps: 4 });
      await page.locator('.stage[data-hands="1"]').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.stage[data-hands="0"]').waitFor();
      await page.mouse.move(600, 400);
      await page.mouse.up();
      await page.locator('.lifted').waitFor({ state: 'detached' });
      await untilSaved(page);
      expect((await shown(canvas, id)).location).toEqual({ x: 200, y: 200 });
    });

    it('write where a note is while they hold it, which Escape takes back, and which is one step of undo with the release', async () => {
      const canvas = await easel.canvas(Kim);
      const id = await note(canvas, { x: 200, y: 200 });
      const page = await openEdited(chromium, canvas, Kim);
      const place = async () => (await shown(canvas, id)).location;
      const hold = async (): Promise<void> => {
        await page.mouse.move(300, 300);
        await page.mouse.down();
        await page.mouse.move(400, 350, { steps: 4 });
        await expect.poll(place, { timeout: 30_000 }).toEqual(near({ x: 300, y: 250 }));
        await page.mouse.move(450, 400, { steps: 4 });
      };
      await hold();
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await untilSaved(page);
      expect(await place()).toEqual(near({ x: 200, y: 200 }));
      await hold();
      await page.mouse.up();
      await untilSaved(page);
      expect(await place()).toEqual(near({ x: 350, y: 300 }));
      await page.keyboard.press('Control+z');
      await untilSaved(page);
      expect(await place()).toEqual(near({ x: 200, y: 200 }));
    });

    it('let go of what somebody deletes', async () => {
      const canvas = await easel.canvas(Kim);
      const id = await note(canvas, { x: 200, y: 200 });
      const page = await openEdited(chromium, canvas, Kim);
      await page.mouse.move(300, 300);
      await page.mouse.down();
      await page.mouse.move(400, 350, { steps: 4 });
      await page.locator('.stage[data-hands="1"]').waitFor();
      await made(Kim.delete(`${canvas}/notes/${id}`));
      await page.locator('.stage[data-hands="0"][data-count="0"]').waitFor();
      await page.locator('.lifted').waitFor({ state: 'detached' });
      await page.mouse.up();
      await untilSaved(page);
    });

    it('select by click, with Shift several, and by a frame what it touches; what is pinned is neither framed nor moved', async () => {
      const canvas = await easel.canvas(Kim);
      const left = await note(canvas, { x: 100, y: 150 });
      const right = await note(canvas, { x: 400, y: 150 });
      const pinned = await note(canvas, { x: 700, y: 150, more: { pinned: true } });
      const page = await openEdited(chromium, canvas, Kim);
      const isSelected = (count: number) => page.locator(`.stage[data-selected="${count}"]`).waitFor();
      await page.mouse.click(200, 250);
      await isSelected(1);
      await page.keyboard.down('Shift');
      await page.mouse.click(500, 250);
      await isSelected(2);
      await page.mouse.click(200, 250);
      await isSelected(1);
      await page.keyboard.up('Shift');
      await page.mouse.click(50, 500);
      await isSelected(0);
      await drag(page, [50, 500], [950, 250]);
      await isSelected(2);
      await drag(page, [500, 250], [540, 290]);
      await drag(page, [800, 250], [760, 200]);
      await untilSaved(page);
      expect((await shown(canvas, left)).location).toEqual(near({ x: 140, y: 190 }));
      expect((await shown(canvas, right)).location).toEqual(near({ x: 440, y: 190 }));
      expect((await shown(canvas, pinned)).location).toEqual({ x: 700, y: 150 });
      await page.keyboard.down('Alt');
      await drag(page, [60, 600], [660, 250]);
      await page.keyboard.up('Alt');
      await isSelected(0);
    });

    it('drag a copy with Alt', async () => {
      const canvas = await easel.canvas(Kim);
      const id = await note(canvas, { x: 200, y: 200, more: { text: 'twin' } });
      const page = await openEdited(chromium, canvas, Kim);
      await page.keyboard.down('Alt');
      await drag(page, [300, 300], [600, 300]);
      await page.keyboard.up('Alt');
      await untilSaved(page);
      const notes: { id: string; text: string; location: object }[] = (await Kim.get(`${canvas}/notes`)).body;
      expect(notes.find((one) => one.id === id)?.location).toEqual({ x: 200, y: 200 });
      expect(notes.find((one) => one.id !== id)).toMatchObject({ text: 'twin', location: near({ x: 500, y: 200 }) });
    });

    it('size a note by its corner freely, with Shift in its ratio, with Alt from its middle', async () => {
      const canvas = await easel.canvas(Kim);
      const id = await note(canvas, { x: 300, y: 300 });
      const page = await openEdited(chromium, canvas, Kim);
      await page.mouse.click(400, 400);
      await corner(page, 'se', [60, 20]);
      expect(await shown(canvas, id)).toMatchObject({ location: { x: 300, y: 300 }, size: near({ width: 260, height: 220 }) });
      await page.keyboard.down('Shift');
      await corner(page, 'nw', [-130, -10]);
      expect((await shown(canvas, id)).size).toEqual(near({ width: 390, height: 330 }));
      await page.keyboard.up('Shift');
      await page.keyboard.down('Alt');
      await corner(page, 'se', [-95, -65]);
      await page.keyboard.up('Alt');
      expect((await shown(canvas, id)).size).toEqual(near({ width: 200, height: 200 }));
    });
  });

  it('several widgets are sized together, with the places that they have to each other', async () => {
    const canvas = await easel.canvas(Kim);
    const left = await note(canvas, { x: 200, y: 200, width: 100, height: 100 });
    const right = await note(canvas, { x: 400, y: 300, width: 100, height: 100 });
    const page = await openEdited(chromium, canvas, Kim);
    await drag(page, [150, 150], [550, 450]);
    await page.locator('.stage[data-selected="2"]').waitFor();
    await corner(page, 'se', [150, 100]);
    expect(await shown(canvas, left)).toMatchObject({ location: { x: 200, y: 200 }, size: near({ width: 150, height: 150 }) });
    expect(await shown(canvas, right)).toMatchObject({
      location: near({ x: 500, y: 350 }),
      size: near({ width: 150, height: 150 }),
    });
  });

  describe('of fingers', () => {
    const touching = { touch: true, width: 390, height: 844, before: canCopy };

    it('move the view over what is not selected, and after a tap the widget', async () => {
      const canvas = await easel.canvas(Kim);
      const id = await note(canvas, { x: 60, y: 300 });
      const page = await openEdited(chromium, canvas, Kim, touching);
      const fingers = await fingersOn(page);
      const before = await viewOf(page);
      await fingers([[{ x: 160, y: 400 }]], [[{ x: 110, y: 350 }]]);
      await expect.poll(async () => (await viewOf(page)).x).toBeGreaterThan(before.x + 20);
      const moved = await viewOf(page);
      const at = { x: 160 - moved.x, y: 400 - moved.y };
      await fingers([[at]], []);
      await page.locator('.stage[data-selected="1"]').waitFor();
      expect((await shown(canvas, id)).location).toEqual({ x: 60, y: 300 });
      await fingers([[at]], [[{ x: at.x + 70, y: at.y + 90 }]]);
      await untilSaved(page);
      expect((await shown(canvas, id)).location).toEqual(near({ x: 130, y: 390 }));
      expect(await viewOf(page)).toEqual(moved);
    });

    it('size an image in its ratio by a corner, and a note freely', async () => {
      const canvas = await easel.canvas(Kim);
      const image = await imageOn(canvas, { x: 40, y: 200 });
      const id = await note(canvas, { x: 40, y: 500, width: 120, height: 120 });
      const page = await openEdited(chromium, canvas, Kim, touching);
      const fingers = await fingersOn(page);
      for (const at of [
        { x: 100, y: 240 },
        { x: 100, y: 560 },
      ]) {
        await fingers([[at]], []);
        await page.locator('.edit-handles:not([hidden])').waitFor();
        const { x, y, width, height } = (await page.locator('.edit-corner[data-side=se]').boundingBox())!;
        const corner = { x: x + width / 2, y: y + height / 2 };
        await fingers([[corner]], [[{ x: corner.x + 80, y: corner.y + 20 }]]);
        await untilSaved(page);
      }
      const { size } = await shown(canvas, image);
      expect(size.width).toBeGreaterThan(230);
      expect(size.width / size.height).toBeCloseTo(2, 1);
      expect((await shown(canvas, id)).size).toEqual(near({ width: 200, height: 140 }));
    });

    it('scale a note by two, about their middle, and turn nothing', async () => {
      const canvas = await easel.canvas(Kim);
      const id = await note(canvas, { x: 100, y: 300 });
      const page = await openEdited(chromium, canvas, Kim, touching);
      const fingers = await fingersOn(page);
      await fingers([[{ x: 200, y: 400 }]], []);
      await page.locator('.stage[data-selected="1"]').waitFor();
      const view = await viewOf(page);
      await fingers(
        [
          [
            { x: 160, y: 400 },
            { x: 240, y: 400 },
          ],
        ],
        [
          [
            { x: 200, y: 340 },
            { x: 200, y: 460 },
          ],
        ],
      );
      await untilSaved(page);
      const { scale, location, size } = await shown(canvas, id);
      expect(scale).toBeCloseTo(1.5, 2);
      expect(size).toEqual({ width: 200, height: 200 });
      expect(location).toEqual(near({ x: 50, y: 250 }));
      expect(await viewOf(page)).toEqual(view);
    });

    it('select with a frame after a long press', async () => {
      const canvas = await easel.canvas(Kim);
      for (const y of [200, 450]) await note(canvas, { x: 100, y });
      const page = await openEdited(chromium, canvas, Kim, touching);
      const devtools = await page.context().newCDPSession(page);
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
        devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
      const view = await viewOf(page);
      await send('touchStart', [{ x: 50, y: 150 }]);
      // The time of a long press is what is tested here
      await page.waitForTimeout(900);
      for (const y of [200, 300, 500]) await send('touchMove', [{ x: 250, y }]);
      await page.locator('.stage[data-selected="2"]').waitFor();
      await send('touchEnd', []);
      expect(await viewOf(page)).toEqual(view);
    });
  });

  it('two thousand widgets that are dragged at once are painted once, and then moved', async () => {
    const canvas = await easel.canvas(Kim, { size: { width: 20_000, height: 20_000 } });
    await many(canvas, 2000);
    const page = await openEdited(chromium, canvas, Kim);
    await page.locator('.stage[data-count="2000"]').waitFor();
    await page.locator('.stage').focus();
    await page.keyboard.press('Control+a');
    await page.locator('.stage[data-selected="2000"]').waitFor();
    await page.mouse.move(300, 300);
    await page.mouse.down();
    await page.mouse.move(310, 310, { steps: 3 });
    await page.locator('.lifted canvas').waitFor();
    const filled = await countFills(page);
    for (let step = 0; step < 30; step++) {
      await page.mouse.move(310 + 3 * step, 310 + 2 * step);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    // Each widget is filled at least once whenever it is painted
    expect(await filled()).toBeLessThan(10 * 2000);
    await page.mouse.up();
    const first = async () => (await Kim.get(`${canvas}/notes`)).body[0].location;
    await expect.poll(first, { timeout: 60_000 }).toEqual({ x: expect.closeTo(50 + 97, -1), y: expect.closeTo(50 + 68, -1) });
  });
});

/** Makes notes in a square, in batches. */
async function many(canvas: string, count: number): Promise<void> {
  const columns = Math.ceil(Math.sqrt(count));
  for (let from = 0; from < count; from += 1000) {
    const operations = Array.from({ length: Math.min(1000, count - from) }, (_, at) => ({
      op: 'create',
      type: 'Note',
      body: {
        text: `Note ${from + at}`,
        location: { x: ((from + at) % columns) * 190 + 50, y: Math.floor((from + at) / columns) * 190 + 50 },
        size: { width: 150, height: 150 },
      },
    }));
    await made(Kim.post(`${canvas}/batch`, { operations }));
  }
}

async function imageOn(canvas: string, location: { x: number; y: number }): Promise<string> {
  const json = { location, size: { width: 160, height: 80 } };
  const { id } = await uploaded(easel, Kim, `${canvas}/images`, svg(400, 200), 'wide.svg', json);
  return id;
}

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Puts fingers down at the first places, moves them to the next ones in steps, and lifts them. */
async function fingersOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Finger[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  return async ([from]: readonly (readonly Finger[])[], [to]: readonly (readonly Finger[])[]): Promise<void> => {
    await send('touchStart', from!);
    for (let step = 1; to && step <= 5; step++)
      await send(
        'touchMove',
        from!.map(({ x, y }, at) => ({ x: x + ((to[at]!.x - x) * step) / 5, y: y + ((to[at]!.y - y) * step) / 5 })),
      );
    await send('touchEnd', []);
  };
}

/** Drags a corner handle across and down, in pixels of the screen. */
async function corner(page: Page, side: string, [across, down]: readonly [number, number]): Promise<void> {
  await page.locator('.edit-handles:not([hidden])').waitFor();
  const { x, y, width, height } = (await page.locator(`.edit-corner[data-side=${side}]`).boundingBox())!;
  await drag(page, [x + width / 2, y + height / 2], [x + width / 2 + across, y + height / 2 + down]);
  await untilSaved(page);
}
