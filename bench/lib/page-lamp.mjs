/**
 * A note whose colour is a number: whoever changes the number sees in the picture of the page when it is shown. What a person sees comes
 * with the next refresh of the screen, which no program can observe.
 */
import { addressOf, openTab, painted } from './page-visit.mjs';

/** Where the note lies on the canvas; the page shows exactly this part. */
const PLACE = { x: 400, y: 300 };
const SIZE = { width: 300, height: 300 };
const VIEW = '0,0,1100,900';

export const lampBody = (number) => ({ background_color: `#${number.toString(16).padStart(6, '0')}ff` });

/** Makes the note. @returns its path */
export async function makeLamp(easel, canvas_id) {
  const body = { location: PLACE, size: SIZE, auto_text_color: false, ...lampBody(0) };
  const { id } = await easel.json(easel.ask('POST', `/canvases/${canvas_id}/notes`, body));
  return `/canvases/${canvas_id}/notes/${id}`;
}

/** Opens a page that notes when it shows which number (`shownIn`). */
export async function watchLamp(browser, easel, canvas_id) {
  const page = await openTab(browser, easel);
  await page.goto(addressOf(easel, canvas_id, VIEW));
  await painted(page);
  await page.evaluate(watch);
  return page;
}

/** The numbers that were shown, with the time of each in milliseconds since 1970: `[[number, at], …]`. */
export const shownIn = (page) => page.evaluate(() => [...window.lamp]);

/** Resolves when this number, or a later one, is shown. */
export const untilShown = (page, number, timeout) =>
  page.waitForFunction((least) => window.lampNow >= least, number, { timeout, polling: 'raf' });

/** Runs in the page: after each frame it looks at a pixel in a corner of the note. */
function watch() {
  const canvas = document.querySelector('.stage canvas');
  const context = canvas.getContext('2d');
  const { port1, port2 } = new MessageChannel();
  window.lamp = new Map();
  port1.onmessage = () => {
    const [red, green, blue] = context.getImageData(Math.round(canvas.width / 2), Math.round(canvas.height / 2), 1, 1).data;
    window.lampNow = red * 65_536 + green * 256 + blue;
    if (!window.lamp.has(window.lampNow)) window.lamp.set(window.lampNow, performance.timeOrigin + performance.now());
  };
  const frame = () => {
    // After all that the page does in this frame
    port2.postMessage(undefined);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
