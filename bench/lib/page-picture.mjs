import { bundleOf, openPage, startChromium } from './page-chromium.mjs';
import { median, quantile } from './statistics.mjs';

/** Screens that are measured. */
export const SCREENS = { '1080p': { width: 1920, height: 1080 }, '4K': { width: 3840, height: 2160 } };

/** Runs work on the pictures of full canvases, each in a fresh Chromium. @param work gets the page, with the picture as `window.opened` */
export async function onPicture({ count, screen }, work) {
  const browser = await startChromium();
  try {
    const page = await openPage(browser, await bundleOf('bench/page/picture.mjs'), SCREENS[screen]);
    await page.evaluate(async (count) => {
      window.opened = window.bench.openPicture({ count });
      await window.bench.sharp(window.opened);
    }, count);
    return await work(page, browser);
  } finally {
    await browser.close();
  }
}

/** The median of the rounds, because other programs disturb single rounds. */
export const frames = (rounds) => ({
  p50: median(rounds.map((gaps) => quantile(gaps, 0.5))),
  p95: median(rounds.map((gaps) => quantile(gaps, 0.95))),
  max: median(rounds.map((gaps) => Math.max(...gaps))),
});

export const shown = ({ p50, p95, max }) => `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, max ${max.toFixed(1)} ms`;
