/**
 * P17: PATCHes on a small canvas while other canvases have strokes of 1 to 16 MB, and while the server removes what is left
 * of those in a deleted folder, against the same PATCHes before. Large records may slow down only the callers that ask for them.
 */
import { median, quantile } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const MEGABYTES = [1, 2, 4, 8, 16];
const CANVASES = 10;
/** PATCHes, one after the other. */
const PATCHES = 300;
const TIMES = 1.25;

export default async function largeStrokes(bench) {
  const small = await bench.data([...Array.from({ length: CANVASES }, () => ({ notes: 500 })), { notes: 100 }]);
  const easel = await bench.easel({ folder: small.folder });
  const [light, ...heavy] = [...small.canvases].reverse();
  const patch = (body) => easel.exchange({ method: 'PATCH', path: `/canvases/${light.id}/notes/${light.notes[0]}`, body });
  const before = await times(patch, PATCHES);
  const folder = (await easel.json({ method: 'POST', path: '/canvas-folders', body: { name: 'heavy' } })).id;
  for (const [at, { id }] of heavy.entries()) await makeHeavy(easel, id, folder, MEGABYTES[at % MEGABYTES.length]);
  const beside = await times(patch, PATCHES);
  await easel.exchange({ method: 'DELETE', path: `/canvas-folders/${folder}` });
  const during = await times(patch, PATCHES);
  await easel.end();
  bench.processes.remove(small.folder);
  return [row('beside large strokes', beside, before), row('while what is left of them is removed', during, before)];
}

async function makeHeavy(easel, id, folder_id, megabytes) {
  await easel.exchange({ method: 'POST', path: `/canvases/${id}/move`, body: { folder_id } });
  const points = 'A'.repeat(Math.floor((megabytes * 1_000_000) / 48) * 48);
  const path = `/canvases/${id}/shared-canvas/annotations`;
  await easel.exchange({ method: 'POST', path, body: { line_color: '#ff0000ff', points } });
}

async function times(patch, count) {
  const taken = [];
  for (let at = 0; at < count; at++) {
    const before = performance.now();
    await patch({ text: `patch ${performance.now()}` });
    taken.push(performance.now() - before);
  }
  return taken;
}

function row(name, after, before) {
  const ratio = median(after) / median(before);
  return {
    work: `p50 (p99) of a PATCH ${name}`,
    easel: `${milliseconds(median(after))} (${milliseconds(quantile(after, 0.99))})`,
    baseline: `${milliseconds(median(before))} (${milliseconds(quantile(before, 0.99))})`,
    ratio,
    target: `≤ ${TIMES}`,
    met: ratio <= TIMES,
    rounds: { after, before },
  };
}
