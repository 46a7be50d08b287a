/**
 * P5: 5,000 streams on which nothing happens: how much memory each adds to the process of the server, and what their
 * keepalives cost. With a keepalive of 5 s there are two rounds in 10 s; the cost is converted to the default of 15 s.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { median } from './lib/statistics.mjs';

const STREAMS = 5000;
const KEEPALIVE = 5;
const DEFAULT_KEEPALIVE = 15;
/** Rounds of keepalives. */
const ROUNDS = 2;
const KILOBYTE = 1024;

export default async function idleStreams(bench) {
  const { folder, canvases } = await bench.data([{ notes: 10 }]);
  const easel = await bench.easel({ folder, env: { EASEL_KEEPALIVE_SECONDS: String(KEEPALIVE) } });
  const stream = easel.ask('GET', `/canvases/${canvases[0].id}/notes?subscribe&changes=1`);
  const load = await bench.load();
  // Code and buffers that only the first streams need do not count
  await load.call('openIdle', { port: easel.port, stream, count: 200 });
  await load.call('closeIdle');
  const before = await easel.call('memory');
  const idle = await processorTime(easel, ROUNDS);
  await load.call('openIdle', { port: easel.port, stream, count: STREAMS });
  await wait(1000);
  const after = await easel.call('memory');
  const rounds = await processorTime(easel, ROUNDS);
  await Promise.all([load.end(), easel.end()]);
  bench.processes.remove(folder);
  return [memoryRow(before, after), processorRow(idle, rounds)];
}

/** Microseconds of processor time in each round of keepalives. */
async function processorTime(easel, count) {
  const rounds = [];
  for (let round = 0; round < count; round++) {
    const before = await easel.call('processorTime');
    await wait(KEEPALIVE * 1000);
    rounds.push((await easel.call('processorTime')) - before);
  }
  return rounds;
}

function memoryRow(before, after) {
  const each = (after.rss - before.rss) / STREAMS / KILOBYTE;
  const heap = (after.heapUsed + after.external - before.heapUsed - before.external) / STREAMS / KILOBYTE;
  return {
    work: `${STREAMS} idle streams, process memory each`,
    easel: `${each.toFixed(1)} KB (alive ${heap.toFixed(1)} KB)`,
    target: '< 20 KB',
    met: each < 20,
    rounds: { before, after },
  };
}

function processorRow(idle, rounds) {
  const cost = Math.max(0, median(rounds) - median(idle));
  const share = (cost / (DEFAULT_KEEPALIVE * 1e6)) * 100;
  return {
    work: `their keepalives, every ${DEFAULT_KEEPALIVE} s`,
    easel: `${share.toFixed(2)} % of a core`,
    target: '< 2 %',
    met: share < 2,
    rounds: { idle, rounds },
  };
}
