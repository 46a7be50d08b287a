import { frames, onPicture, shown } from './page-picture.mjs';

/** From where letters are read to a tenth of that; the zoom that shows everything is added. */
const ZOOMS = [1, 0.5, 0.25, 0.1];
const ROUNDS = 3;
const FRAMES = 150;

/** Pans at every zoom over canvases of 10,000 and 100,000 widgets. @param most milliseconds of a frame, p95 */
export async function pans(screen, most) {
  const rows = [];
  for (const count of [10_000, 100_000]) {
    rows.push(...(await onPicture({ count, screen }, (page) => panAll(page, { count, screen, most }))));
  }
  return rows;
}

async function panAll(page, { count, screen, most }) {
  const whole = await page.evaluate('opened.whole.zoom');
  const rows = [];
  for (const zoom of [...ZOOMS, whole]) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await page.evaluate(`bench.pan(opened, ${zoom}, ${FRAMES})`));
    const result = frames(rounds);
    const name = zoom === whole ? 'everything' : `zoom ${zoom}`;
    rows.push({
      work: `pan, ${count.toLocaleString('en')} widgets, ${name}, ${screen}`,
      easel: shown(result),
      target: `p95 < ${most} ms`,
      met: result.p95 < most,
    });
  }
  return rows;
}
