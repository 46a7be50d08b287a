/**
 * P4, its second line: the processor time of all threads of the server for one delivery of one change to one of 500
 * readers, at 50, 200 and 500 changes a second, beside two servers that pass on the text of the same note over WebSocket:
 * plain `ws`, and Hocuspocus. Easel's changes are requests that are permitted, checked and on disk before any reader gets
 * them; the others store nothing. So the cost of a change without readers is also measured, and shown for each delivery.
 */
import { alternate } from './lib/bench.mjs';
import { NUMBER } from './lib/requests.mjs';
import { median } from './lib/statistics.mjs';
import { microseconds } from './lib/table.mjs';

const READERS = 500;
const WRITERS = 64;
const RATES = [50, 200, 500];
const ROUNDS = 5;
const SECONDS = 2;
/** Servers run for days, so only compiled code is measured. */
const WARM = { rate: 500, seconds: 4 };

export default async function processorTime(bench) {
  const easel = await start(bench);
  const alone = await start(bench);
  const sockets = await start(bench);
  const text = (await easel.exchange(easel.ask('GET', `/canvases/${easel.canvas.id}/notes/${easel.canvas.notes[20]}`))).body;
  const sides = [
    await open(bench, easel, { protocol: 'easel', ...requests(easel) }),
    await open(bench, alone, { protocol: 'easel', ...requests(alone), count: 0 }),
    await open(bench, sockets, { protocol: 'easel over sockets', ...requests(sockets) }),
    await open(bench, await peer(bench, 'ws'), { protocol: 'ws', text: String(text) }),
    await open(bench, await peer(bench, 'hocuspocus'), { protocol: 'hocuspocus', text: String(text) }),
  ];
  for (const { load } of sides) await load.call('broadcast', WARM);
  const rows = [];
  for (const rate of RATES) {
    const measured = await alternate(
      ROUNDS,
      sides.map((side) => () => cost(side, rate)),
    );
    rows.push(...rowsOf(rate, measured));
  }
  for (const { load, server } of sides) {
    await load.end();
    await server.end();
  }
  for (const { folder } of [easel, alone, sockets]) bench.processes.remove(folder);
  return rows;
}

async function start(bench) {
  const { folder, canvases } = await bench.data([{ notes: 100 }]);
  const easel = await bench.easel({ folder, env: { EASEL_KEEPALIVE_SECONDS: '300' } });
  return Object.assign(easel, { folder, canvas: canvases[0] });
}

const requests = (easel) => {
  const { id, notes } = easel.canvas;
  return {
    stream: easel.ask('GET', `/canvases/${id}/notes?subscribe&changes=1`),
    patches: notes.slice(20, 20 + WRITERS).map((note) => easel.ask('PATCH', `/canvases/${id}/notes/${note}`, { text: NUMBER })),
  };
};

async function peer(bench, kind) {
  const child = bench.processes.start('websockets.mjs');
  return { ...child, port: await child.call('listen', { kind }) };
}

async function open(bench, server, options) {
  const load = await bench.load();
  await load.call('openBroadcast', { port: server.port, count: READERS, ...options });
  return { load, server };
}

/** Processor time of one delivery, in microseconds. */
async function cost({ load, server }, rate) {
  await load.call('keepBroadcast');
  const before = await server.call('processorTime');
  const { changes } = await load.call('broadcast', { rate, seconds: SECONDS });
  return ((await server.call('processorTime')) - before) / (changes * READERS);
}

function rowsOf(rate, [streams, changes, sockets, plain, hocuspocus]) {
  const peers = { 'plain ws': plain, Hocuspocus: hocuspocus };
  const besides = { rate, changes, peers };
  return [row('streams', streams, besides), row('sockets', sockets, besides)];
}

function row(over, ours, { rate, changes, peers }) {
  const ratio = (theirs) => median(ours.map((one, at) => one / theirs[at]));
  const largest = Math.max(...Object.values(peers).map(ratio));
  return {
    work: `processor time of a delivery to one of ${READERS} readers over ${over} at ${rate} changes/s`,
    easel: `${microseconds(median(ours))} (${microseconds(median(changes))} the change)`,
    baseline: Object.entries(peers)
      .map(([name, theirs]) => `${microseconds(median(theirs))} ${name} (${ratio(theirs).toFixed(2)})`)
      .join(', '),
    ratio: largest,
    target: '≤ 1 of both',
    met: largest <= 1,
    rounds: { ours, changes, ...peers },
  };
}
