import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { canCopy, openPath, untilShown, viewOf } from './canvas-page.ts';

const easel = useEasel({ people: ['Kim', 'Lee', 'Max'], clock: systemClock });
const { Kim, Lee, Max } = easel.people;

let canvas: string;
beforeAll(async () => {
  canvas = await easel.canvas(Kim, { name: 'Plan', size: { width: 8000, height: 5000 } });
  const size = { width: 400, height: 300 };
  for (const [at, title] of ['Alpha', 'Beta', 'Gamma'].entries())
    await made(Kim.post(`${canvas}/notes`, { title, size, location: { x: 1000 + at * 600, y: 1000 } }));
  for (const [at, anchor_name] of ['First part', 'Second part'].entries())
    await made(
      Kim.post(`${canvas}/anchors`, {
        anchor_name,
        anchor_index: at + 1,
        size: { width: 1400, height: 900 },
        location: { x: 4000 + at * 1600, y: 3000 },
      }),
    );
  await made(
    Kim.post(`${canvas}/permissions`, {
      users: [
        { id: Lee.id, permission: 'edit' },
        { id: Max.id, permission: 'view' },
      ],
    }),
  );
});

/** The person may only look; what editing makes of pointers and keys has tests of its own. */
describeInBrowser('moving on a canvas', () => {
  const chromium = useChromium(easel);
  const opened = async (looking: { as?: typeof Kim; touch?: boolean; motion?: boolean; view?: string } = {}): Promise<Page> => {
    const { view = '800,800,2000,1200', ...more } = looking;
    const page = await chromium.page(openPath(canvas, view), { as: Max, before: canCopy, ...more });
    await untilShown(page);
    return page;
  };

  describe('by mouse', () => {
    it('the wheel moves the view, and with Ctrl it zooms at the pointer', async () => {
      const page = await opened();
      await page.mouse.move(500, 400);
      const before = await seen(page);
      await page.mouse.wheel(120, 60);
      const moved = await seen(page);
      expect(moved.x - before.x).toBeCloseTo(120 / before.zoom, -1);
      expect(moved.y - before.y).toBeCloseTo(60 / before.zoom, -1);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -100);
      await page.keyboard.up('Control');
      const zoomed = await seen(page);
      expect(zoomed.zoom).toBeGreaterThan(moved.zoom * 1.1);
      expect(under(zoomed, 500, 400)).toEqual(near(under(moved, 500, 400)));
    });

    it('what is dragged stays under the pointer', async () => {
      const page = await opened();
      const before = await seen(page);
      await page.mouse.move(700, 500);
      await page.mouse.down();
      await page.mouse.move(600, 450, { steps: 4 });
      await page.mouse.move(450, 380, { steps: 4 });
      await page.mouse.up();
      expect(under(await seen(page), 450, 380)).toEqual(near(under(before, 700, 500)));
    });

    it('a click selects and shows it, a double click goes there, a click beside selects nothing', async () => {
      const page = await opened();
      const view = await seen(page);
      const at = place(view, 1200, 1150);
      await page.mouse.click(at.x, at.y);
      const ring = await page.locator('.ring').boundingBox();
      expect(ring!.width).toBeCloseTo(400 * view.zoom + 4, -1);
      await page.mouse.dblclick(at.x, at.y);
      await expect.poll(async () => (await seen(page)).zoom).toBeGreaterThan(view.zoom * 1.3);
      const after = await seen(page);
      const beside = place(after, after.x + 10, after.y + 10);
      await page.mouse.click(beside.x, beside.y);
      await expect.poll(() => page.locator('.ring').count()).toBe(0);
    });

    it('the frame of the overview can be dragged, and a click in it goes there', async () => {
      const page = await opened();
      await page.keyboard.press('m');
      const map = (await page.locator('.minimap-map').boundingBox())!;
      await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
      const middle = await seen(page);
      expect(middle.x + middle.width / 2).toBeCloseTo(4000, -3);
      await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
      await page.mouse.down();
      await page.mouse.move(map.x + map.width / 2 + 27, map.y + map.height / 2, { steps: 3 });
      await page.mouse.up();
      expect((await seen(page)).x - middle.x).toBeGreaterThan(500);
    });
  });

  describe('by fingers', () => {
    it('each of two fingers keeps the point that it touched', async () => {
      const page = await opened({ touch: true });
      const before = await seen(page);
      const [from, to] = [
        [
          { x: 500, y: 400, id: 1 },
          { x: 800, y: 500, id: 2 },
        ],
        [
          { x: 420, y: 380, id: 1 },
          { x: 900, y: 540, id: 2 },
        ],
      ] as const;
      await touch(page, [from, to]);
      const after = await seen(page);
      for (const finger of [0, 1] as const)
        expect(under(after, to[finger].x, to[finger].y)).toEqual(near(under(before, from[finger].x, from[finger].y)));
    });

    it('one finger moves the view', async () => {
      const page = await opened({ touch: true });
      const before = await seen(page);
      await touch(page, [[{ x: 700, y: 500, id: 1 }], [{ x: 600, y: 520, id: 1 }]]);
      expect(under(await seen(page), 600, 520)).toEqual(near(under(before, 700, 500)));
    });
  });

  it('a finger that catches the view after a flick selects nothing, and the next tap does', async () => {
    const page = await opened({ as: Lee, touch: true, motion: true });
    await page.locator('.stage[data-selected="0"]').waitFor();
    const [first, second] = await page.evaluate(() => {
      const stage = document.querySelector<HTMLElement>('.stage')!;
      const send = (type: string, clientX: number, clientY: number): unknown =>
        stage.dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            cancelable: true,
            pointerId: 7,
            pointerType: 'touch',
            isPrimary: true,
            clientX,
            clientY,
            buttons: type === 'pointerup' ? 0 : 1,
          }),
        );
      const pause = (): void => {
        for (const until = performance.now() + 10; performance.now() < until; );
      };
      // In one turn, so that no frame comes between the flick and the finger that catches it
      send('pointerdown', 700, 600);
      for (let step = 1; step <= 5; step++) {
        pause();
        send('pointermove', 700 - step * 20, 600);
      }
      send('pointerup', 600, 600);
      const tap = (): string | undefined => {
        send('pointerdown', 200, 200);
        send('pointerup', 200, 200);
        return stage.dataset.selected;
      };
      return [tap(), tap()];
    });
    expect([first, second]).toEqual(['0', '1']);
  });

  describe('by keyboard', () => {
    it('arrows move, plus and minus zoom, 0 shows the actual size, 1 the whole canvas, Page up and down go through the anchors', async () => {
      const page = await opened();
      const before = await seen(page);
      await page.keyboard.press('ArrowRight');
      expect((await seen(page)).x).toBeGreaterThan(before.x);
      await page.keyboard.press('+');
      expect((await seen(page)).zoom).toBeCloseTo(before.zoom * 1.5, 1);
      await page.keyboard.press('0');
      expect((await seen(page)).zoom).toBeCloseTo(1, 1);
      await page.keyboard.press('1');
      expect((await seen(page)).width).toBeGreaterThan(8000 - 1);
      await page.keyboard.press('PageDown');
      expect(await middleOf(page)).toEqual(near({ x: 4700, y: 3450 }));
      await page.keyboard.press('PageDown');
      expect(await middleOf(page)).toEqual(near({ x: 6300, y: 3450 }));
      await page.keyboard.press('PageUp');
      expect(await middleOf(page)).toEqual(near({ x: 4700, y: 3450 }));
    });

    it('Tab reaches everything, and goes through the canvas instead of being caught there', async () => {
      const page = await opened();
      await page.keyboard.press('m');
      const names: string[] = [];
      const repeated: string[] = [];
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => {
          const at = document.activeElement!;
          return at.getAttribute('aria-label') ?? at.textContent ?? '';
        });
        if (name === names.at(-1)) repeated.push(name);
        names.push(name);
        if (names.length > 1 && name === names[0]) break;
      }
      const expected = [
        'Go to the outline',
        'All canvases',
        'Search on the canvas',
        'Outline',
        'Share',
        'More about this canvas',
      ];
      for (const name of [...expected, 'Account of Max', 'Canvas Plan', 'Anchors', 'Zoom in', 'Zoom out', 'Close the overview'])
        expect(names).toContain(name);
      expect(repeated).toEqual([]);
    });

    it('the canvas is one stop of the Tab key, at which the first widget is selected', async () => {
      const page = await opened();
      await page.getByRole('button', { name: 'More about this canvas' }).focus();
      const isOnCanvas = () => page.evaluate(() => document.activeElement?.classList.contains('stage'));
      await page.keyboard.press('Tab');
      expect(await isOnCanvas()).toBe(true);
      await expect.poll(() => page.locator('.ring').count()).toBe(1);
      await page.keyboard.press('Tab');
      expect(await isOnCanvas()).toBe(false);
    });

    it('arrows walk through the canvas, and the selected widget is announced', async () => {
      const page = await opened();
      await page.locator('.stage').focus();
      await page.keyboard.press('Tab');
      await page.getByText('Note Alpha').first().waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowRight');
      await page.getByText('Note Beta').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Enter');
      expect(await middleOf(page)).toEqual(near({ x: 1800, y: 1150 }));
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('.ring').count()).toBe(0);
    });

    it('the search finds what people wrote, and Enter goes there', async () => {
      const page = await opened();
      await page.getByRole('button', { name: 'Search on the canvas' }).click();
      await page.locator('.outline-search input:focus').waitFor();
      await page.keyboard.type('gam');
      await page.getByRole('option', { name: 'Gamma' }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      expect(await middleOf(page)).toEqual(near({ x: 2400, y: 1150 }));
    });

    it('the outline is a tree that keys walk through, and Enter goes there', async () => {
      const page = await opened();
      await page.getByRole('button', { name: 'Outline', exact: true }).click();
      await page.locator('[role=treeitem]:focus').waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.locator('[role=treeitem][aria-selected=true]').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.stage:focus').waitFor();
    });

    it('? lists the keys, and Escape closes the list', async () => {
      const page = await opened();
      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      for (const text of ['Zoom in', 'Next anchor', 'Overview']) await list.getByText(text, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
    });
  });

  describe('with others', () => {
    it('the cursor of another person is seen with the name, and goes with that person', async () => {
      const mine = await opened();
      const theirs = await opened({ as: Lee });
      await theirs.mouse.move(600, 450);
      await theirs.mouse.move(620, 460);
      const cursor = mine.locator('.cursor', { hasText: 'Lee' });
      await cursor.waitFor();
      const view = await seen(theirs);
      const place = (await cursor.boundingBox())!;
      expect(Math.abs(place.x - 620)).toBeLessThan(20);
      expect(Math.abs(place.y - 460)).toBeLessThan(30);
      expect(view.zoom).toBeGreaterThan(0);
      await theirs.close();
      await cursor.waitFor({ state: 'detached' });
    });

    it('whoever is followed shows the way, until Escape', async () => {
      const mine = await opened();
      const theirs = await opened({ as: Lee });
      const following = mine.getByRole('button', { name: 'Stop following Lee' }).last();
      await mine.getByRole('button', { name: 'Follow Lee' }).click();
      await following.waitFor();
      await theirs.keyboard.press('PageDown');
      await expect.poll(() => middleOf(mine)).toEqual(near({ x: 4700, y: 3450 }));
      await following.waitFor();
      await mine.keyboard.press('Escape');
      await following.waitFor({ state: 'detached' });
      await theirs.keyboard.press('PageDown');
      await expect.poll(() => middleOf(theirs)).toEqual(near({ x: 6300, y: 3450 }));
      expect(await middleOf(mine)).toEqual(near({ x: 4700, y: 3450 }));
    });
  });
});

interface Seen {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/** What is seen, and where its corner is on the screen. */
async function seen(page: Page): Promise<Seen> {
  const stage = (await page.locator('.stage').boundingBox())!;
  const view = await viewOf(page);
  return { ...view, zoom: stage.width / view.width, left: stage.x, top: stage.y };
}

/** The point of the canvas at one of the screen, and the other way. */
const under = ({ x, y, zoom, left, top }: Seen, across: number, down: number) => ({
  x: x + (across - left) / zoom,
  y: y + (down - top) / zoom,
});
const place = ({ x, y, zoom, left, top }: Seen, across: number, down: number) => ({
  x: left + (across - x) * zoom,
  y: top + (down - y) * zoom,
});

async function middleOf(page: Page) {
  const { x, y, width, height } = await viewOf(page);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Within some pixels of the canvas; links are rounded. */
const near = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  x: expect.closeTo(x, -1),
  y: expect.closeTo(y, -1),
});

type Finger = { readonly x: number; readonly y: number; readonly id: number };

/** Fingers go down at the first places, to the next ones in steps, and up. */
async function touch(page: Page, [from, to]: readonly [readonly Finger[], readonly Finger[]]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Finger[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  await send('touchStart', from);
  for (let step = 1; step <= 5; step++) {
    const between = (a: number, b: number): number => a + ((b - a) * step) / 5;
    await send(
      'touchMove',
      from.map(({ x, y, id }, at) => ({ x: between(x, to[at]!.x), y: between(y, to[at]!.y), id })),
    );
  }
  await send('touchEnd', []);
}
