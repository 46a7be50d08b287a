import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { canCopy, viewOf } from './canvas-page.ts';
import { openEdited, untilSaved } from './edited.ts';
import { choose, strokesOn, untilDry, whiteCanvas } from './inked.ts';
import { byHand, keepMenus } from './seated.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const wall = {
  width: 3840,
  height: 2160,
  touch: true,
  async before(context: BrowserContext) {
    await canCopy(context);
    await keepMenus(context);
  },
} as const;
/** Where four people stand, too far from each other to be one. */
const places: readonly Point[] = [300, 1250, 2200, 3150].map((x) => ({ x, y: 1760 }));

interface Point {
  readonly x: number;
  readonly y: number;
}

describeInBrowser('several people at one wall', () => {
  const chromium = useChromium(easel);

  it('have a menu each where they press long, write in their own colours at the same time, and undo their own', async () => {
    const canvas = await whiteCanvas(easel, Kim);
    const page = await openEdited(chromium, canvas, Kim, wall);
    const fingers = await fingersOn(page);
    await openMenus(page, fingers);
    expect(await page.locator('.stage').getAttribute('data-seats')).toBe('5');
    for (const number of [1, 2, 3, 4]) {
      const { x, y, width, height } = (await menu(page, number).locator('.seat-ring').boundingBox())!;
      expect(x >= 0 && y >= 0 && x + width <= wall.width && y + height <= wall.height).toBe(true);
    }
    const colours = await pensOfTheirOwn(page, fingers);
    await fingers.down(places.map(({ x }) => ({ x, y: 1300 })));
    await page.locator('.stage[data-wet="4"]').waitFor();
    await fingers.move(places.map(({ x }) => ({ x: x + 200, y: 1350 })));
    await fingers.up();
    await untilSaved(page);
    expect((await coloursOn(canvas)).toSorted()).toEqual(colours.toSorted());
    await fingers.tapAll([await middleOf(menu(page, 2).getByRole('button', { name: 'Undo' }))]);
    await untilSaved(page);
    expect((await coloursOn(canvas)).toSorted()).toEqual(colours.filter((_, at) => at !== 1).toSorted());
    const undos = [1, 2, 3, 4].map((number) => menu(page, number).getByRole('button', { name: 'Undo' }));
    expect(await Promise.all(undos.map((undo) => undo.getAttribute('aria-disabled')))).toEqual([
      'false',
      'true',
      'false',
      'false',
    ]);
    await menu(page, 3).getByRole('button', { name: 'Close' }).press('Enter');
    await menu(page, 3).waitFor({ state: 'detached' });
  });

  it('hold, write, pinch, zoom and tap with sixteen fingers at once, each its own', async () => {
    const canvas = await whiteCanvas(easel, Kim);
    const at = (x: number, y: number, width = 200, height = 200) => ({ location: { x, y }, size: { width, height } });
    const note = async (body: object): Promise<string> => (await made(Kim.post(`${canvas}/notes`, body))).id;
    const held: string[] = [];
    for (const x of [100, 500, 900, 1300]) held.push(await note(at(x, 100)));
    const pinched: string[] = [];
    for (const x of [2400, 2950]) pinched.push(await note(at(x, 100, 400, 300)));
    for (const y of [100, 400]) await note(at(3500, y));
    const page = await openEdited(chromium, canvas, Kim, wall);
    const fingers = await fingersOn(page);
    await openMenus(page, fingers);
    const colours = await pensOfTheirOwn(page, fingers);
    const pairs = (apart: number, ...middles: readonly Point[]) =>
      middles.flatMap(({ x, y }) => [-apart, apart].map((by) => ({ x: x + by, y })));
    const strokes = (by: number) => places.map(({ x }) => ({ x: x + by, y: 1500 }));
    const holds = (by: number) => [200, 600, 1000, 1400].map((x) => ({ x: x + by, y: 200 + by }));
    const middles = [2600, 3150].map((x) => ({ x, y: 250 }));
    const view = { x: 1900, y: 300 };
    const taps = [200, 500].map((y) => ({ x: 3600, y }));
    await fingers.down([...strokes(0), ...holds(0), ...pairs(100, ...middles), ...pairs(60, view)]);
    for (const [at, tap] of taps.entries()) await byHand(page, 'touch', 'pointerdown', 900 + at, tap);
    for (const [at, tap] of taps.entries()) await byHand(page, 'touch', 'pointerup', 900 + at, tap);
    await fingers.move([...strokes(0), ...holds(0), ...pairs(100, ...middles), ...pairs(72, view)]);
    await expect.poll(() => percentOf(page)).toBe('120%');
    await fingers.move([...strokes(200), ...holds(100), ...pairs(150, ...middles), ...pairs(72, view)]);
    await page.locator('.stage[data-wet="4"][data-hands="10"]').waitFor();
    await fingers.up();
    await untilSaved(page);
    expect((await coloursOn(canvas)).toSorted()).toEqual(colours.toSorted());
    for (const [index, id] of held.entries()) {
      const { location } = (await Kim.get(`${canvas}/notes/${id}`)).body;
      // What fingers move meets its neighbours within ten pixels of the screen
      expect(Math.abs(location.x - (100 + 400 * index + 100 / 1.2))).toBeLessThan(10);
      expect(Math.abs(location.y - (100 + 100 / 1.2))).toBeLessThan(10);
    }
    // Two fingers grip points of the canvas as soon as both are down, and the view is larger now
    for (const id of pinched) expect((await Kim.get(`${canvas}/notes/${id}`)).body.scale).toBeCloseTo(1.5 / 1.2, 1);
    expect(await page.locator('.stage').getAttribute('data-selected')).toBe('1');
    expect(await page.locator('.stage').getAttribute('data-hands')).toBe('0');
  });

  it('write with two pens beside two fingers that pinch the view, each pen with an undo of its own', async () => {
    const canvas = await whiteCanvas(easel, Kim);
    const page = await openEdited(chromium, canvas, Kim, wall);
    await choose(page, 'Pen');
    const fingers = await fingersOn(page);
    await byHand(page, 'pen', 'pointerdown', 78, { x: 400, y: 400 });
    await byHand(page, 'pen', 'pointerdown', 79, { x: 3300, y: 400 });
    await fingers.down([1800, 2000].map((x) => ({ x, y: 1500 })));
    for (let step = 1; step <= 5; step++) {
      await byHand(page, 'pen', 'pointermove', 78, { x: 400 + 40 * step, y: 400 });
      await byHand(page, 'pen', 'pointermove', 79, { x: 3300 - 40 * step, y: 400 });
      await fingers.move([1800 - 20 * step, 2000 + 20 * step].map((x) => ({ x, y: 1500 })));
    }
    expect(await page.locator('.stage').getAttribute('data-wet')).toBe('2');
    await byHand(page, 'pen', 'pointerup', 78, { x: 600, y: 400 });
    await byHand(page, 'pen', 'pointerup', 79, { x: 3100, y: 400 });
    await fingers.up();
    await untilSaved(page);
    await expect.poll(() => percentOf(page)).toBe('200%');
    const both = await strokesOn(canvas, Kim);
    expect(both).toHaveLength(2);
    expect(await page.locator('.stage').getAttribute('data-seats')).toBe('2');
    await untilDry(page);
    await page.locator('.stage').focus();
    await page.keyboard.press('Control+z');
    await untilSaved(page);
    await page.keyboard.press('Control+z');
    expect(await strokesOn(canvas, Kim)).toHaveLength(1);
  });

  it('move nothing by fingers on the empty canvas while the view is held, and programs still move widgets', async () => {
    const canvas = await whiteCanvas(easel, Kim);
    const { id } = await made(Kim.post(`${canvas}/notes`, { location: { x: 1000, y: 300 } }));
    const page = await openEdited(chromium, canvas, Kim, wall);
    const fingers = await fingersOn(page);
    const drag = async (): Promise<void> => {
      await fingers.down([{ x: 2000, y: 500 }]);
      await fingers.move([{ x: 2300, y: 600 }]);
      await fingers.up();
    };
    const before = await viewOf(page);
    const hold = page.locator('.view-tools').getByRole('button', { name: 'Hold the view' });
    await page.locator('.stage').focus();
    await page.keyboard.press('k');
    await expect.poll(() => hold.getAttribute('aria-pressed')).toBe('true');
    await drag();
    await page.mouse.move(2000, 500);
    await page.mouse.wheel(0, 300);
    expect(await viewOf(page)).toEqual(before);
    await made(Kim.patch(`${canvas}/notes/${id}`, { location: { x: 2000, y: 900 } }));
    await page.locator('.stage[data-sharp=true]').waitFor();
    await page.mouse.click(2050, 950);
    await page.locator('.stage[data-selected="1"]').waitFor();
    await longPress(page, fingers, [places[0]!]);
    const inMenu = menu(page, 1).getByRole('button', { name: 'Hold the view' });
    expect(await inMenu.getAttribute('aria-pressed')).toBe('true');
    await fingers.tapAll([await middleOf(inMenu)]);
    await expect.poll(() => hold.getAttribute('aria-pressed')).toBe('false');
    await drag();
    expect((await viewOf(page)).x).toBeLessThan(before.x - 100);
  });

  const coloursOn = async (canvas: string): Promise<string[]> =>
    (await strokesOn(canvas, Kim)).map(({ line_color }) => String(line_color));
});

const percentOf = async (page: Page): Promise<string | null> => page.locator('.view-percent').textContent();

const menu = (page: Page, number: number) => page.getByRole('group', { name: `Seat menu ${number}` });

async function middleOf(locator: ReturnType<Page['locator']>): Promise<Point> {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

type Fingers = Awaited<ReturnType<typeof fingersOn>>;

async function longPress(page: Page, fingers: Fingers, at: readonly Point[]): Promise<void> {
  await fingers.down(at);
  // The time of a long press is what is tested here
  await page.waitForTimeout(900);
  await fingers.up();
  await page
    .getByRole('group', { name: /^Seat menu/ })
    .nth(at.length - 1)
    .waitFor();
}

const openMenus = (page: Page, fingers: Fingers): Promise<void> => longPress(page, fingers, places);

/** Gives each of four seats the pen and another colour, all at the same time. @returns the colours */
async function pensOfTheirOwn(page: Page, fingers: Fingers): Promise<string[]> {
  const numbers = [1, 2, 3, 4];
  await fingers.tapAll(
    await Promise.all(numbers.map((number) => middleOf(menu(page, number).getByRole('button', { name: 'Pen' })))),
  );
  const radios = numbers.map((number) =>
    menu(page, number).getByRole('radiogroup', { name: 'Colour' }).getByRole('radio').nth(number),
  );
  for (const radio of radios) await radio.waitFor();
  await fingers.tapAll(await Promise.all(radios.map(middleOf)));
  for (const radio of radios) await expect.poll(() => radio.getAttribute('aria-checked')).toBe('true');
  return ['#d6402bff', '#f08a1dff', '#ffb42eff', '#1b7548ff'];
}

/** Any number of fingers on a page. */
async function fingersOn(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  let now: readonly Point[] = [];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  const fingers = {
    async down(points: readonly Point[]): Promise<void> {
      now = points;
      await send('touchStart', points);
    },
    async move(to: readonly Point[]): Promise<void> {
      const from = now;
      for (let step = 1; step <= 5; step++) {
        now = to.map(({ x, y }, at) => ({
          x: from[at]!.x + ((x - from[at]!.x) * step) / 5,
          y: from[at]!.y + ((y - from[at]!.y) * step) / 5,
        }));
        await send('touchMove', now);
      }
    },
    async up(): Promise<void> {
      await send('touchEnd', []);
    },
    async tapAll(points: readonly Point[]): Promise<void> {
      await fingers.down(points);
      await fingers.up();
    },
  };
  return fingers;
}
