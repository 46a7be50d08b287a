/** W4: frames of a zoom from the whole canvas to a few widgets and back, 100,000 widgets, 1080p, drawn by the processor. */
import { frames, onPicture, shown } from './lib/page-picture.mjs';

const COUNT = 100_000;
const ROUNDS = 5;
const FRAMES = 300;
const P95 = 16.7;
const MOST = 50;

export default async function zoom() {
  const rounds = await onPicture({ count: COUNT, screen: '1080p' }, async (page) => {
    const all = [];
    for (let round = 0; round < ROUNDS; round++) all.push(await page.evaluate(`bench.sweep(opened, ${FRAMES})`));
    return all;
  });
  const result = frames(rounds);
  return [
    {
      work: `zoom sweep, ${COUNT.toLocaleString('en')} widgets, 1080p`,
      easel: shown(result),
      target: `p95 < ${P95} ms, max < ${MOST} ms`,
      met: result.p95 < P95 && result.max < MOST,
    },
  ];
}
