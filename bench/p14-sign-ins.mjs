/**
 * P14: sign-ins while 100,000 notes are copied, saved as the demo state, restored or deleted. Compares the slowest of them
 * with the slowest on the same server without such work: long work must not hold anything that a sign-in needs.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ADMINISTRATOR } from './lib/easel.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const LARGE = 100_000;
const MORE = 100;
/** Duration of the sign-ins without the work, in milliseconds. */
const QUIET = 4_000;

export default async function signIns(bench) {
  const { folder, canvases } = await bench.data([{ notes: LARGE, nested: true }]);
  const easel = await bench.easel({ folder, env: { EASEL_MAX_SESSIONS_PER_USER: '0' } });
  const quiet = await signInDuring(easel, () => pause(QUIET));
  const rows = [];
  for (const { name, run } of worksOn(easel, canvases[0])) rows.push(row(name, await signInDuring(easel, run), quiet));
  await easel.end();
  bench.processes.remove(folder);
  return rows;
}

const worksOn = (easel, { id, notes }) => {
  const canvas = `/canvases/${id}`;
  const send = (method, path, body) => () => easel.exchange({ method, path: `${canvas}${path}`, body });
  return [
    { name: 'copy', run: send('POST', '/copy', { folder_id: '1000' }) },
    { name: 'demo mode', run: send('PATCH', '', { mode: 'demo' }) },
    { name: 'delete', run: send('DELETE', `/notes/${notes[0]}`) },
    { name: 'save again', run: send('POST', '/save') },
    { name: 'normal mode', run: send('PATCH', '', { mode: 'normal' }) },
    { name: 'demo mode again, then restore', run: () => restoreAll(easel, canvas, send) },
    { name: 'delete the canvas', run: send('DELETE', '') },
  ];
};

async function restoreAll(easel, canvas, send) {
  for (let at = 0; at < 100; at++) await easel.exchange({ method: 'POST', path: `${canvas}/notes`, body: {} });
  await send('PATCH', '', { mode: 'demo' })();
  await send('POST', '/restore')();
}

/** Sign-ins one after the other during the work and for a second after it; in milliseconds. */
async function signInDuring(easel, work) {
  const times = [];
  const working = { over: false };
  const signingIn = signInUntil(working, easel, times);
  const before = performance.now();
  await work();
  const taken = performance.now() - before;
  await pause(1000);
  working.over = true;
  await signingIn;
  return { taken, times };
}

async function signInUntil(working, easel, times) {
  while (!working.over) {
    const before = performance.now();
    await easel.exchange({ method: 'POST', path: '/users/login', body: ADMINISTRATOR });
    times.push(performance.now() - before);
  }
}

function row(name, { taken, times }, quiet) {
  const more = Math.max(...times) - Math.max(...quiet.times);
  return {
    work: `slowest of ${times.length.toLocaleString('en')} sign-ins: ${name} of ${LARGE.toLocaleString('en')} notes in ${milliseconds(taken)}`,
    easel: milliseconds(Math.max(...times)),
    baseline: `${milliseconds(Math.max(...quiet.times))} without (median ${milliseconds(median(quiet.times))})`,
    target: `≤ ${MORE} ms more`,
    met: more <= MORE,
    rounds: { taken, times },
  };
}
