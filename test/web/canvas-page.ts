import { createServer } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';

/** The address of the page of a canvas. @param canvas its path, `/canvases/<id>` @param view `x,y,width,height` */
export const openPath = (canvas: string, view?: string): string => `/open/${idOf(canvas)}${view ? `#view=${view}` : ''}`;

const idOf = (canvas: string): string => canvas.split('/')[2]!;

/** Waits until the canvas is live, and all of it is painted that has come. */
export const untilShown = (page: Page): Promise<void> => page.locator('.stage[data-state=live][data-sharp=true]').waitFor();

/** Waits until `count` widgets are shown. */
export const untilCounts = (page: Page, count: number): Promise<void> => page.locator(`.stage[data-count="${count}"]`).waitFor();

/** What is painted, as an address of data. */
export const pictureOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLCanvasElement>('.stage > canvas')!.toDataURL());

/** The part of the canvas that is seen, as the page tells it in a link; its pages need `canCopy`. */
export async function viewOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('l');
  const link = await page.waitForFunction(() => navigator.clipboard.readText());
  const [x, y, width, height] = new URL(await link.jsonValue()).hash.replace('#view=', '').split(',').map(Number) as number[];
  return { x: x!, y: y!, width: width!, height: height! };
}

export const canCopy = (context: BrowserContext): Promise<void> =>
  context.grantPermissions(['clipboard-read', 'clipboard-write']);

/** A port that nobody listens on now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
