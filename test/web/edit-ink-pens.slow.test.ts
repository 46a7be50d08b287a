import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { canCopy, viewOf } from './canvas-page.ts';
import { openEdited, untilSaved } from './edited.ts';
import { anchorsOf, choose, colourAt, type Place, strokesOn, thicknessAt, untilDry, whiteCanvas } from './inked.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const paper = () => whiteCanvas(easel, Kim);
const onPlane = (canvas: string) => strokesOn(canvas, Kim);

describeInBrowser('ink of pens and fingers', () => {
  const chromium = useChromium(easel);

  it('of a pen is as wide as the pen presses', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen');
    const pen = await penOn(page);
    await pen('mousePressed', [100, 300], 0.1);
    for (let step = 1; step <= 40; step++) await pen('mouseMoved', [100 + 15 * step, 300 + 2 * step], 0.1 + 0.02 * step);
    await page.locator('.stage[data-wet="1"]').waitFor();
    await pen('mouseReleased', [700, 380], 0.9);
    await untilSaved(page);
    const [stroke] = await onPlane(canvas);
    const widths = anchorsOf(stroke).map(([, , width]) => width);
    expect(widths.at(-1)! / widths[0]!).toBeGreaterThan(2);
    await untilDry(page);
    expect(await thicknessAt(page, 690)).toBeGreaterThan(await thicknessAt(page, 110));
  });

  it('takes no palm for a finger, and fingers write again only when somebody says so', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen', { touch: true });
    const pen = await penOn(page);
    const touch = await fingersOn(page);
    const view = await viewOf(page);
    await pen('mousePressed', [300, 300], 0.5);
    await touch('touchStart', [[400, 300]], 15);
    await touch('touchMove', [[480, 380]], 15);
    await pen('mouseMoved', [400, 200], 0.5);
    await pen('mouseReleased', [450, 200], 0.5);
    await touch('touchEnd', []);
    await untilSaved(page);
    expect(await onPlane(canvas)).toHaveLength(1);
    expect(await viewOf(page)).toEqual(view);
    // Two fingers far from the pen, which rests
    await pen('mousePressed', [850, 300], 0.5);
    await touch(
      'touchStart',
      [
        [200, 200],
        [400, 200],
      ],
      5,
    );
    await touch(
      'touchMove',
      [
        [150, 200],
        [450, 200],
      ],
      5,
    );
    await touch(
      'touchMove',
      [
        [100, 200],
        [500, 200],
      ],
      5,
    );
    await touch('touchEnd', []);
    await pen('mouseReleased', [850, 300], 0.5);
    await expect.poll(async () => (await viewOf(page)).width).toBeLessThan(0.8 * view.width);
    await untilSaved(page);
    expect(await onPlane(canvas)).toHaveLength(2);
    const finger = async () => {
      await touch('touchStart', [[100, 500]], 5);
      for (let step = 1; step <= 5; step++) await touch('touchMove', [[100 + 40 * step, 500]], 5);
      await touch('touchEnd', []);
      await untilSaved(page);
    };
    await finger();
    expect(await onPlane(canvas)).toHaveLength(2);
    await page.getByRole('switch', { name: 'Draw with fingers' }).click();
    await finger();
    expect(await onPlane(canvas)).toHaveLength(3);
  });

  it('of one finger goes on when another one comes later', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen', { touch: true });
    const touch = await fingersOn(page);
    const view = await viewOf(page);
    await touch('touchStart', [[200, 200]], 5);
    for (let step = 1; step <= 5; step++) await touch('touchMove', [[200 + 20 * step, 200]], 5);
    await touch(
      'touchStart',
      [
        [300, 200],
        [500, 400],
      ],
      5,
    );
    for (let step = 1; step <= 5; step++)
      await touch(
        'touchMove',
        [
          [300 + 20 * step, 200],
          [500, 400],
        ],
        5,
      );
    await touch('touchEnd', []);
    await untilSaved(page);
    const anchors = (await onPlane(canvas)).map(anchorsOf).find((one) => one[0]![0] < 210)!;
    expect(Math.round(anchors.at(-1)![0])).toBe(400);
    expect(await viewOf(page)).toEqual(view);
  });

  it('of two fingers that go down together is none: they pinch', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen', { touch: true });
    const touch = await fingersOn(page);
    const view = await viewOf(page);
    await touch(
      'touchStart',
      [
        [300, 300],
        [400, 300],
      ],
      5,
    );
    await touch(
      'touchMove',
      [
        [250, 300],
        [450, 300],
      ],
      5,
    );
    await touch(
      'touchMove',
      [
        [200, 300],
        [500, 300],
      ],
      5,
    );
    await touch('touchEnd', []);
    await expect.poll(async () => (await viewOf(page)).width).toBeLessThan(0.8 * view.width);
    await untilSaved(page);
    expect(await onPlane(canvas)).toEqual([]);
    expect(await page.locator('.stage').getAttribute('data-wet')).toBe('0');
  });

  it('ends where a pen is turned round, which erases until it is turned back', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen');
    const send = await eventsOn(page);
    await send('pointerdown', [100, 300]);
    for (let x = 110; x <= 500; x += 10) await send('pointermove', [x, 300]);
    for (const y of [300, 250, 200]) await send('pointermove', [500, y], { buttons: 32 });
    for (const y of [250, 300, 350]) await send('pointermove', [300, y], { buttons: 32 });
    for (let x = 300; x <= 600; x += 10) await send('pointermove', [x, 400]);
    await send('pointerup', [600, 400]);
    await untilSaved(page);
    const rows = (await onPlane(canvas)).map((stroke) => anchorsOf(stroke).map(([x, y]) => [Math.round(x), Math.round(y)]));
    const ends = rows.map((anchors) => [anchors[0]!, anchors.at(-1)!]).toSorted(([a], [b]) => a![1]! - b![1]! || a![0]! - b![0]!);
    expect(ends).toHaveLength(3);
    expect(ends[0]![0]).toEqual([100, 300]);
    expect(ends[0]![1]![0]).toBeLessThan(ends[1]![0]![0]! - 20);
    expect(ends[1]![1]![0]).toBeLessThan(500);
    expect(ends[2]).toEqual([
      [300, 400],
      [600, 400],
    ]);
  });

  it('stays when the browser takes away a pointer that has written for a while, and goes when it had only begun, or with Escape', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen');
    const send = await eventsOn(page);
    const wet = (count: number) => page.locator(`.stage[data-wet="${count}"]`).waitFor();
    await send('pointerdown', [100, 200], { time: 1000 });
    await send('pointermove', [300, 200], { time: 1100 });
    await wet(1);
    await send('pointercancel', [300, 200], { time: 1200 });
    await wet(0);
    await send('pointerdown', [100, 300], { time: 5000 });
    await send('pointermove', [300, 300], { time: 5200 });
    await send('pointercancel', [0, 0], { time: 5400 });
    await send('pointerdown', [100, 400]);
    await send('pointermove', [300, 400]);
    await page.keyboard.press('Escape');
    await send('pointermove', [400, 400]);
    await send('pointerup', [400, 400]);
    await untilSaved(page);
    await untilDry(page);
    const strokes = (await onPlane(canvas)).map(anchorsOf);
    expect(strokes.map((anchors) => [anchors[0]!, anchors.at(-1)!].map(([x, y]) => [Math.round(x), Math.round(y)]))).toEqual([
      [
        [100, 300],
        [300, 300],
      ],
    ]);
  });

  it('that begins on the canvas lies below widgets while it is wet, as it does when it is dry', async () => {
    const canvas = await paper();
    const placed = { location: { x: 200, y: 200 }, size: { width: 200, height: 200 }, background_color: '#ffdb6eff' };
    await Kim.post(`${canvas}/notes`, placed);
    const page = await withTool(canvas, 'Pen');
    const tones = async () => [await colourAt(page, 150, 300), await colourAt(page, 300, 300), await colourAt(page, 450, 300)];
    await page.mouse.move(100, 300);
    await page.mouse.down();
    await page.mouse.move(500, 300, { steps: 20 });
    const below = [INK, [0xff, 0xdb, 0x6e], INK];
    await expect.poll(tones).toEqual(below);
    await page.mouse.up();
    await untilSaved(page);
    await untilDry(page);
    expect(await tones()).toEqual(below);
  });

  async function withTool(canvas: string, tool: string, looking = {}): Promise<Page> {
    const page = await openEdited(chromium, canvas, Kim, { before: canCopy, ...looking });
    await choose(page, tool);
    return page;
  }
});

const INK = [0x23, 0x20, 0x1a];

/** A pen whose events are made by hand, for what browsers cannot be asked for. @param time in milliseconds; default: now */
async function eventsOn(page: Page) {
  return (
    type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    [clientX, clientY]: Place,
    { buttons = 1, time }: { readonly buttons?: number; readonly time?: number } = {},
  ) =>
    page.evaluate(
      ({ at, ...init }) => {
        const more = { pointerId: 78, pointerType: 'pen', isPrimary: true, pressure: 0.5, bubbles: true, cancelable: true };
        const event = new PointerEvent(init.type, { ...init, ...more });
        if (at !== undefined) Object.defineProperty(event, 'timeStamp', { value: at });
        document.querySelector('.stage')!.dispatchEvent(event);
      },
      { type, clientX, clientY, buttons, at: time },
    );
}

/** A pen, for Chromium. */
async function penOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  return (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', [x, y]: Place, force: number) =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      force,
      pointerType: 'pen',
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: type === 'mouseMoved' ? 0 : 1,
    });
}

/** Fingers, with half of their width. */
async function fingersOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Place[], radius = 5) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([x, y], id) => ({ x, y, id, radiusX: radius, radiusY: radius })),
    });
}
