/**
 * W15: what a pen costs the page, from the beginning of an event to the end of drawing. One and four pens write at 120 events a second each, for
 * three seconds, on a canvas of notes, images, strokes and connectors. Baseline, in the same tab and in turns: a line drawn in the handler.
 */
import { alternate } from './lib/bench.mjs';
import { addressOf, inChromium, openTab, painted } from './lib/page-visit.mjs';
import { median, quantile } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const CANVASES = [{ mixed: 100 }, { mixed: 10_000 }];
const PENS = [1, 4];
const ROUNDS = 5;
/** Milliseconds, for 95 of 100 events. */
const MOST = 3;

export default async function ink(bench) {
  const { folder, canvases } = await bench.data(CANVASES);
  const easel = await bench.easel({ folder });
  const rows = [];
  for (const [at, { id }] of canvases.entries()) {
    await inChromium(async (browser) => {
      const page = await opened(browser, easel, id);
      const runs = PENS.flatMap((pens) => [() => page.evaluate(write, pens), () => page.evaluate(drawPlainly, pens)]);
      // Code that has not run before is slow
      for (const run of runs) await run();
      const found = await alternate(ROUNDS, runs);
      for (const [which, pens] of PENS.entries())
        rows.push(row(CANVASES[at].mixed, pens, found[2 * which], found[2 * which + 1]));
    });
  }
  await easel.end();
  bench.processes.remove(folder);
  return rows;
}

async function opened(browser, easel, canvas_id) {
  const page = await openTab(browser, easel);
  await page.goto(addressOf(easel, canvas_id, '0,0,1920,1080'));
  await painted(page);
  await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Pen', exact: true }).click();
  return page;
}

function row(widgets, pens, rounds, plain) {
  const all = rounds.flat();
  const p95 = quantile(all, 0.95);
  return {
    work: `${pens === 1 ? 'one pen writes' : `${pens} pens write`} on ${widgets.toLocaleString('en')} widgets, script of an event`,
    easel: `p50 ${milliseconds(median(all))}, p95 ${milliseconds(p95)}`,
    baseline: `p95 ${milliseconds(quantile(plain.flat(), 0.95))}`,
    target: `p95 < ${MOST} ms`,
    met: p95 < MOST,
    rounds: rounds.map((round) => quantile(round, 0.95)),
  };
}

/** Runs in the page. @returns milliseconds of each event, from its beginning to the end of drawing */
async function write(pens) {
  const stage = document.querySelector('.stage');
  const taken = [];
  const send = (type, pen, angle) => {
    const x = 260 + 400 * pen + 120 * Math.cos(angle) + 20 * Math.cos(7 * angle);
    const y = 400 + 120 * Math.sin(angle) + 20 * Math.sin(5 * angle);
    const pressure = type === 'pointerup' ? 0 : 0.5 + 0.4 * Math.sin(3 * angle);
    const place = { clientX: x, clientY: y, pointerId: 100 + pen, pointerType: 'pen', bubbles: true, isPrimary: pen === 0 };
    const event = new PointerEvent(type, { ...place, pressure, buttons: type === 'pointerup' ? 0 : 1 });
    const before = performance.now();
    stage.dispatchEvent(event);
    if (type === 'pointermove') taken.push(performance.now() - before);
  };
  const all = Array.from({ length: pens }, (_, pen) => pen);
  for (const pen of all) send('pointerdown', pen, 0);
  for (let step = 1; step <= 360; step++) {
    await new Promise((resolve) => setTimeout(resolve, 1000 / 120));
    for (const pen of all) send('pointermove', pen, step / 25);
  }
  for (const pen of all) send('pointerup', pen, 14.4);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return taken;
}

/** Runs in the page: what no page can do with less. */
async function drawPlainly(pens) {
  const canvas = document.createElement('canvas');
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  const context = canvas.getContext('2d');
  const taken = [];
  const last = Array.from({ length: pens }, (_, pen) => ({ x: 380 + 400 * pen, y: 400 }));
  canvas.addEventListener('pointermove', ({ clientX: x, clientY: y, pointerId }) => {
    context.lineWidth = 4;
    context.beginPath();
    context.moveTo(last[pointerId].x, last[pointerId].y);
    context.lineTo(x, y);
    context.stroke();
    last[pointerId] = { x, y };
  });
  for (let step = 1; step <= 120; step++) {
    await new Promise((resolve) => setTimeout(resolve, 1000 / 120));
    for (const pen of last.keys()) {
      const place = {
        clientX: 260 + 400 * pen + 120 * Math.cos(step / 25),
        clientY: 400 + 120 * Math.sin(step / 25),
        pointerId: pen,
      };
      const event = new PointerEvent('pointermove', place);
      const before = performance.now();
      canvas.dispatchEvent(event);
      taken.push(performance.now() - before);
    }
  }
  return taken;
}
