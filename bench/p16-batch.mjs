/**
 * P16: 1,000 notes created by one batch, against 1,000 creates one after the other over one connection. Both are durable when they are
 * answered, each on a canvas of its own, which grow alike.
 */
import { Agent, request } from 'node:http';
import { alternate } from './lib/bench.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const NOTES = 1_000;
const ROUNDS = 5;
const SHARE = 0.1;

export default async function batch(bench) {
  const { folder, canvases } = await bench.data([{ notes: 100 }, { notes: 100 }]);
  const easel = await bench.easel({ folder });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (path, body) => send(agent, easel, path, body);
  const [together, alone] = canvases.map(({ id }) => `/canvases/${id}`);
  const operations = bodies().map((body) => ({ op: 'create', type: 'Note', body }));
  const rounds = await alternate(ROUNDS, [
    () => timed(() => post(`${together}/batch`, { operations })),
    () =>
      timed(async () => {
        for (const body of bodies()) await post(`${alone}/notes`, body);
      }),
  ]);
  agent.destroy();
  await easel.end();
  bench.processes.remove(folder);
  return [row(...rounds)];
}

const bodies = () =>
  Array.from({ length: NOTES }, (_, at) => ({
    text: `note ${at}`,
    location: { x: at % 100, y: at },
    size: { width: 200, height: 100 },
    background_color: '#ffd54fff',
  }));

function send(agent, { port, token }, path, body) {
  const text = JSON.stringify(body);
  const headers = { 'Private-Token': token, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: `/api/v1${path}`, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    });
    sent.on('error', reject).end(text);
  });
}

async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function row(together, alone) {
  const ratio = median(together.map((time, at) => time / alone[at]));
  return {
    work: `${NOTES.toLocaleString('en')} creates in one batch`,
    easel: milliseconds(median(together)),
    baseline: `${milliseconds(median(alone))} one after the other over one connection`,
    ratio,
    target: `≤ ${SHARE}`,
    met: ratio <= SHARE,
    rounds: { together, alone },
  };
}
