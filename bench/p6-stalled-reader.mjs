/**
 * P6: one reader among 1,000 takes nothing. Does it slow the others down, and does it fill the memory? Measured with and without
 * it, in turns. The list is long: its first message alone fills the buffers of the stalled connection, so that the server has to
 * wait from the first change on.
 */

import { NUMBER } from './lib/requests.mjs';
import { median } from './lib/statistics.mjs';
import { megabytes, milliseconds } from './lib/table.mjs';

const STREAMS = 999;
const NOTES = 10_000;
const RATE = 50;
const SECONDS = 2;
const PAIRS = 5;
/** Memory that one stalled reader may cost: the buffers of one socket and the message that it did not take. */
const MOST_BYTES = 16e6;

export default async function stalledReader(bench) {
  const { folder, canvases } = await bench.data([{ notes: NOTES }]);
  const easel = await bench.easel({ folder });
  const [{ id, notes }] = canvases;
  const stream = easel.ask('GET', `/canvases/${id}/notes?subscribe&changes=1`);
  const patches = notes.slice(20).map((note) => easel.ask('PATCH', `/canvases/${id}/notes/${note}`, { text: NUMBER }));
  const load = await bench.load();
  await load.call('openStreams', { port: easel.port, stream, patches, count: STREAMS });
  const publish = () => load.call('publish', { rate: RATE, seconds: SECONDS });
  await publish();
  const pairs = [];
  for (let pair = 0; pair < PAIRS; pair++) pairs.push(await measurePair(easel, load, stream, publish));
  await Promise.all([load.end(), easel.end()]);
  bench.processes.remove(folder);
  return [latencyRow(pairs), memoryRow(pairs)];
}

async function measurePair(easel, load, stream, publish) {
  const without = await publish();
  const before = await easel.call('memory');
  await load.call('openStalled', { port: easel.port, stream });
  const stalled = await publish();
  const after = await easel.call('memory');
  await load.call('closeStalled');
  return {
    without: without.last.p99,
    stalled: stalled.last.p99,
    bytes: alive(after) - alive(before),
    rss: after.rss - before.rss,
  };
}

const alive = ({ heapUsed, external }) => heapUsed + external;

function latencyRow(pairs) {
  const ratio = median(pairs.map(({ stalled, without }) => stalled / without));
  return {
    work: `p99 of ${STREAMS} readers at ${RATE} changes/s beside a stalled one`,
    easel: milliseconds(median(pairs.map(({ stalled }) => stalled))),
    baseline: `${milliseconds(median(pairs.map(({ without }) => without)))} without it`,
    ratio,
    target: '≤ 1.20',
    met: ratio <= 1.2,
    rounds: pairs,
  };
}

function memoryRow(pairs) {
  const most = Math.max(...pairs.map(({ bytes }) => bytes));
  return {
    work: 'memory that the stalled reader holds',
    easel: megabytes(most),
    target: `< ${megabytes(MOST_BYTES)}`,
    met: most < MOST_BYTES,
  };
}
