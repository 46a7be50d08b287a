import type { Page } from 'playwright-core';
import type { Looking, useChromium } from '../kit/chromium.ts';
import type { Caller } from '../kit/client.ts';
import { openPath, untilShown } from './canvas-page.ts';

/** A screen on which a pixel of the canvas is a pixel of the screen, and the corners of both are the same. */
const plain = { width: 1000, height: 700 } as const;

/** Opens a canvas for a person who may change it, at its upper left corner, and waits until its tools and all that they do are there. */
export async function openEdited(
  chromium: Pick<ReturnType<typeof useChromium>, 'page'>,
  canvas: string,
  as: Caller,
  looking: Looking = {},
): Promise<Page> {
  const { width, height } = { ...plain, ...looking };
  const page = await chromium.page(openPath(canvas, `0,0,${width},${height}`), { as, ...plain, ...looking });
  await untilShown(page);
  await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
  await page.locator('.stage[data-complete]').waitFor();
  return page;
}

/** Waits until the server has everything that was done on a page. */
export const untilSaved = (page: Page): Promise<void> => page.locator('.stage[data-saved=saved][data-pending="0"]').waitFor();

/** Drags with the left button from one place to another, in pixels of the screen. */
export async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

/** Counts what is filled on any canvas of a page from now on. */
export async function countFills(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = Object.assign(window, { fills: 0 });
    const { fill, fillRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fill = function (...args: unknown[]) {
      counted.fills += 1;
      return fill.apply(this, args as never);
    };
    CanvasRenderingContext2D.prototype.fillRect = function (...args) {
      counted.fills += 1;
      return fillRect.apply(this, args);
    };
  });
  return () => page.evaluate(() => (window as unknown as { fills: number }).fills);
}

export interface TestFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Drops files, or pastes them, as a browser does. */
export async function give(
  page: Page,
  how: 'drop' | 'paste',
  files: readonly TestFile[],
  at: readonly [number, number],
): Promise<void> {
  const given = files.map(({ name, type, bytes }) => ({ name, type, data: bytes.toString('base64') }));
  await page.evaluate(
    ({ how, given, at: [clientX, clientY] }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, data } of given) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      const stage = document.querySelector('.stage')!;
      const both = { bubbles: true, cancelable: true };
      if (how === 'paste') stage.dispatchEvent(new ClipboardEvent('paste', { ...both, clipboardData: dataTransfer }));
      else
        for (const type of ['dragover', 'drop'])
          stage.dispatchEvent(new DragEvent(type, { ...both, clientX, clientY, dataTransfer }));
    },
    { how, given, at },
  );
}

/** Pastes what another program has put on the clipboard. */
export const pasteText = (page: Page, held: { readonly text?: string; readonly html?: string }): Promise<void> =>
  page.evaluate(({ text = '', html = '' }) => {
    const clipboardData = new DataTransfer();
    if (text) clipboardData.setData('text/plain', text);
    if (html) clipboardData.setData('text/html', html);
    const stage = document.querySelector('.stage')!;
    stage.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, held);

/** Chooses an item of the menu of the canvas. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More about this canvas' }).click();
  await page.getByRole('menuitem', { name }).click();
}
