/**
 * P4: the fan-out of changes to 1,000 streams in change form, against raw node:http that writes the same bytes, one shared
 * Buffer, to 1,000 open responses when a PATCH arrives, and answers it at once; and to 1,000 sockets of display clients, against
 * plain `ws`, which sends the same bytes to 1,000 clients when another one speaks. Two things are measured: the highest rate
 * at which every reader gets every change as a message of its own with p99 under 250 ms, found by steps; and the p99 at 50
 * changes a second. A latency is the time from sending the PATCH (so with its commit) to the last of all readers.
 */
import { alternate } from './lib/bench.mjs';
import { NUMBER } from './lib/requests.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds, perSecond } from './lib/table.mjs';

const STREAMS = 1000;
const WRITERS = 64;
const LIMIT = 250;
const STEADY = 50;
const ROUNDS = 3;
/** Seconds of one step of the search, and of the steady rate. */
const STEP = 1.5;
/** Start rate of the search, and the precision at which it ends. */
const START = 250;
const PRECISION = 1.08;

export default async function fanOut(bench) {
  const { folder, canvases } = await bench.data([{ notes: 100 }]);
  const easel = await bench.easel({ folder, env: { EASEL_KEEPALIVE_SECONDS: '300' } });
  const asked = requests(easel, canvases[0]);
  await reachRevision(bench, easel, asked);
  const { stream, patch, message } = await answers(easel, asked);
  const raw = await bench.raw({ stream, patch, message });
  const ws = bench.processes.start('websockets.mjs');
  const plain = { ...ws, port: await ws.call('listen', { kind: 'ws' }) };
  const rows = [
    ...(await compare(bench, easel, asked, { over: 'streams', peer: 'raw', theirs: [raw, {}] })),
    ...(await compare(bench, easel, asked, {
      over: 'sockets',
      peer: 'plain ws',
      theirs: [plain, { over: 'ws', message: frameOf(message) }],
    })),
  ];
  await Promise.all([easel, raw, plain].map((server) => server.end()));
  bench.processes.remove(folder);
  return rows;
}

async function compare(bench, easel, asked, { over, peer, theirs }) {
  const sides = await Promise.all([[easel, { over }], theirs].map(([server, how]) => open(bench, server, { ...asked, ...how })));
  const [us, them] = await alternate(
    ROUNDS,
    sides.map((side) => () => measure(side)),
  );
  for (const { load } of sides) await load.end();
  return [rateRow(over, peer, us, them), steadyRow(over, peer, us, them)];
}

/** What Easel sends over a socket, with a number in it that is different each time. */
const frameOf = (message) =>
  `#1 10000 ${String(message)
    .trimEnd()
    .replace(/"text":"[^"]*"/, `"text":"${NUMBER}"`)}`;

/** Frames say the revision: it has five digits from here on, so that all messages have the same length. */
async function reachRevision(bench, easel, { patches }) {
  const load = await bench.load();
  const plans = patches.map((patch) => [patch]);
  for (let revision = 0; revision < 10_000; ) {
    await load.call('loop', { port: easel.port, plans, seconds: 2 });
    const { headers } = await easel.exchange(patches[0]);
    revision = Number(headers[headers.findIndex((name) => /^easel-revision$/i.test(name)) + 1]);
  }
  await load.end();
}

const requests = (easel, { id, notes }) => ({
  stream: easel.ask('GET', `/canvases/${id}/notes?subscribe&changes=1`),
  // Depths of two digits, so that all messages have the same length
  patches: notes.slice(20, 20 + WRITERS).map((note) => easel.ask('PATCH', `/canvases/${id}/notes/${note}`, { text: NUMBER })),
});

/** What the raw peer sends: the first message, the answer of a PATCH, and the message of one change. */
async function answers(easel, { stream, patches }) {
  for (const patch of patches) await easel.exchange(patch);
  const patch = await easel.exchange(patches[0]);
  const message = Buffer.concat([Buffer.from('['), patch.body, Buffer.from(']\n')]);
  return { stream: await easel.exchange({ ...stream, firstLine: true }), patch, message };
}

/** Each side has its own readers in its own process. Only one side is published to at a time. */
async function open(bench, { port }, asked) {
  const load = await bench.load();
  await load.call('openStreams', { port, ...asked, count: STREAMS });
  return { load, highest: undefined };
}

async function measure(side) {
  const steady = await side.load.call('publish', { rate: STEADY, seconds: STEP });
  side.highest = await highestRate(side, side.highest ?? START);
  return { steady, highest: side.highest };
}

/** Doubles or halves the rate where the last search ended, in ever smaller steps, until the highest rate is known. */
async function highestRate({ load }, from) {
  const holds = async (rate) => {
    if (rate < 1) throw new Error('not one change a second reaches all readers in time');
    return (await load.call('publish', { rate, seconds: STEP })).last.p99 < LIMIT;
  };
  let low = from;
  let high = from;
  if (await holds(from)) {
    for (let factor = 1.15; await holds((high = low * factor)); factor *= factor) low = high;
  } else {
    for (let factor = 1.15; !(await holds((low = high / factor))); factor *= factor) high = low;
  }
  while (high / low > PRECISION) {
    const middle = Math.sqrt(low * high);
    if (await holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function rateRow(over, peer, ours, theirs) {
  const ratio = median(ours.map((one, at) => one.highest / theirs[at].highest));
  return {
    work: `changes to ${STREAMS} ${over}, each to all, p99 < ${LIMIT} ms`,
    easel: perSecond(median(ours.map((one) => one.highest))),
    baseline: `${perSecond(median(theirs.map((one) => one.highest)))} ${peer}`,
    ratio,
    target: '≥ 0.80',
    met: ratio >= 0.8,
    rounds: { ours, theirs },
  };
}

function steadyRow(over, peer, ours, theirs) {
  const last = (rounds) => median(rounds.map((one) => one.steady.last.p99));
  return {
    work: `p99 to the last of ${STREAMS} ${over} at ${STEADY} changes/s`,
    easel: milliseconds(last(ours)),
    baseline: `${milliseconds(last(theirs))} ${peer}`,
    target: '< 100 ms',
    met: last(ours) < 100,
  };
}
