/** W12: how far one video, which plays on two pages, is apart. Both pages have the same clock; each tells which frame it showed when. */
import { makeClip } from './lib/clip.mjs';
import { addressOf, inChromium, openTab, painted } from './lib/page-visit.mjs';
import { quantile } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const SECONDS = 30;
/** Seconds of playing in which both pages find the position. */
const WARM = 8;
const MOST = 100;

export default async function twoVideos(bench) {
  const { folder, canvases } = await bench.data([{ notes: 10 }]);
  const easel = await bench.easel({ folder });
  const apart = await inChromium((browser) => measure(browser, easel, canvases[0].id));
  await easel.end();
  bench.processes.remove(folder);
  const p95 = quantile(apart, 0.95);
  return [
    {
      work: 'one video on two pages, how far apart',
      easel: `p50 ${milliseconds(quantile(apart, 0.5))}, p95 ${milliseconds(p95)}`,
      target: `p95 < ${MOST} ms`,
      met: p95 < MOST,
      rounds: apart,
    },
  ];
}

async function measure(browser, easel, canvas_id) {
  const one = await openTab(browser, easel);
  const other = await openTab(browser, easel);
  const path = await putClip(one, easel, canvas_id);
  const { location, size } = await easel.json(easel.ask('GET', path));
  const view = [location.x - 50, location.y - 50, size.width + 100, size.height + 100].join();
  for (const page of [one, other]) {
    await page.goto(addressOf(easel, canvas_id, view));
    await painted(page);
    await page.waitForSelector('[data-island] video');
  }
  await easel.json(easel.ask('PATCH', path, { playback_state: 'playing', playback_position: 0, muted: true }));
  await one.waitForTimeout(WARM * 1000);
  const samples = await Promise.all([one, other].map((page) => page.evaluate(positions, SECONDS)));
  return differences(...samples);
}

/** Uploads the video, which lasts longer than is measured. @returns its path */
async function putClip(page, easel, canvas_id) {
  await page.goto(`http://127.0.0.1:${easel.port}/`);
  const clip = await makeClip(page);
  const json = JSON.stringify({ location: { x: 1000, y: 1000 }, title: 'Clip' });
  const form = { json, data: { name: 'clip.webm', mimeType: 'video/webm', buffer: clip } };
  const posted = await page.context().request.post(`http://127.0.0.1:${easel.port}/api/v1/canvases/${canvas_id}/videos`, {
    multipart: form,
    headers: { 'private-token': easel.token },
  });
  const { id } = await posted.json();
  return `/canvases/${canvas_id}/videos/${id}`;
}

/** Runs in the page. @returns `[[at, position], …]` of each frame of the video that was shown, both in milliseconds, `at` since 1970 */
function positions(seconds) {
  const video = document.querySelector('[data-island] video');
  const end = performance.now() + seconds * 1000;
  const found = [];
  return new Promise((resolve) => {
    const note = (_now, { expectedDisplayTime, mediaTime }) => {
      found.push([performance.timeOrigin + expectedDisplayTime, mediaTime * 1000]);
      if (performance.now() < end) video.requestVideoFrameCallback(note);
      else resolve(found);
    };
    video.requestVideoFrameCallback(note);
  });
}

/** At each frame of one page, where the other one was, between its frames. */
function differences(one, other) {
  const apart = [];
  let next = 1;
  for (const [at, position] of one) {
    while (next < other.length && other[next][0] < at) next++;
    if (next >= other.length) break;
    const before = other[next - 1];
    const after = other[next];
    // Before the other page's first frame, or where the video began anew
    if (before[0] > at || after[1] < before[1]) continue;
    const share = (at - before[0]) / (after[0] - before[0] || 1);
    apart.push(Math.abs(before[1] + share * (after[1] - before[1]) - position));
  }
  return apart;
}
