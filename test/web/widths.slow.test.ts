import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { makeBoard } from '../kit/board.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { openPath, untilShown } from './canvas-page.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
let canvas: string;
beforeAll(async () => {
  canvas = await makeBoard(easel, { type: 'solid_color', color: '#f4f6f8' });
  const { body } = await easel.admin.post('/canvas-folders', { name: 'Workshops of the second half of the year' });
  for (let count = 0; count < 12; count++)
    await easel.canvas(easel.admin, {
      name: `A canvas with a name that is far too long for its card, number ${count}`,
      folder_id: body.id,
    });
});

describeInBrowser('every page', () => {
  const chromium = useChromium(easel);

  const windows = [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1400, height: 900 },
    { width: 3840, height: 2160 },
  ];

  it('fits into windows of every size: nothing is cut off, and nothing scrolls sideways', async () => {
    const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, exact: true }).first().waitFor();
    const pages: readonly [path: string, ready: (page: Page) => Promise<void>, isSignedIn?: true][] = [
      ['/', heading('Sign in')],
      ['/', heading(/^Good /), true],
      [`/folder/trash.${easel.admin.id}`, heading('The trash is empty'), true],
      ['/folder/nothing', heading('Folder not found'), true],
      ['/pair', heading('Connect a wall'), true],
      [openPath(canvas), untilShown, true],
      [openPath(canvas), heading('Sign in to see this canvas')],
      ['/open/00000000-0000-4000-8000-000000000000', heading('Canvas not found'), true],
    ];
    for (const [path, ready, isSignedIn] of pages) {
      const page = await chromium.page(path, { ...windows[0], as: isSignedIn && easel.admin });
      for (const window of windows) {
        await page.setViewportSize(window);
        await ready(page);
        expect([path, window.width, await page.evaluate(sideways)]).toEqual([path, window.width, []]);
      }
      await page.close();
    }
  });

  it('that lists the interface has a filter as wide as its column', async () => {
    const page = await chromium.page('/api/docs', { width: 390, height: 844, mayLog: /^Applying inline style violates/ });
    const filter = page.locator('.operation-filter-input');
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      await filter.waitFor();
      expect((await filter.boundingBox())!.width).toBe(width - 2 * 20);
    }
  });

  it('keeps its panels and dialogs within a phone', async () => {
    const page = await chromium.page(openPath(canvas), { width: 390, height: 844, as: easel.admin });
    await untilShown(page);
    for (const name of ['Outline', 'Search on the canvas']) {
      await page.getByRole('button', { name: 'More about this canvas' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      await page.locator('.side-panel').waitFor();
      expect([name, await page.evaluate(sideways)]).toEqual([name, []]);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    }
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('complementary').getByText('Who has access').waitFor();
    expect(await page.evaluate(sideways)).toEqual([]);
  });
});

/** Runs in the page: which buttons, links, fields and headings reach beyond the sides of the window, and whether it scrolls sideways. */
function sideways(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const all = [...document.querySelectorAll<HTMLElement>('button, a, input, select, h1, h2, [role=dialog]')];
  const beyond = all.filter((element) => {
    const { left, right, width, top, bottom } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && bottom > top + 1;
    return isShown && (left < -1 || right > clientWidth + 1) && !element.closest('.stage, .row-list, .pills');
  });
  const names = beyond.map((element) => `${element.tagName} ${element.className} ${element.ariaLabel ?? element.textContent}`);
  return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`, ...names] : names;
}
