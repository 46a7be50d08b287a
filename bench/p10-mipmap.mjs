/**
 * P10: mipmap levels of a JPEG of 12,000 by 8,000 pixels that were never requested before, against the imaging library called
 * directly in a process that does nothing else; and durable PATCHes of notes while levels are rendered.
 */
import { readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { alternate } from './lib/bench.mjs';
import { NUMBER } from './lib/requests.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const PICTURE = { width: 12_000, height: 8000 };
/** Full size, the size for one screen, and the smallest. */
const LEVELS = [0, 3, 7];
const ROUNDS = 5;
const NICE = 10;
const WRITERS = 8;
const SECONDS = 4;

export default async function mipmap(bench) {
  const { folder, canvases } = await bench.data([{ notes: WRITERS }]);
  const [{ id, notes }] = canvases;
  const library = bench.processes.start('mipmap.mjs');
  // Same priority as the server's own renders, so that both give way to other programs
  setPriority(library.pid, NICE);
  const from = join(folder, 'picture.jpg');
  await library.call('make', { file: from, ...PICTURE });
  const easel = await bench.easel({ folder });
  const { hash } = await upload(easel, `/canvases/${id}/images`, readFileSync(from));
  const direct = (level) => library.call('level', { from, to: join(folder, 'level.webp'), ...sizeOf(level) });
  const served = (level) => levelOnce(easel, folder, id, `/mipmaps/${hash}/${level}`);
  // Now both processes have loaded the library, and the system has cached the file
  await Promise.all([direct(7), served(7)]);
  const levels = [];
  for (const level of LEVELS) levels.push(await alternate(ROUNDS, [() => served(level), () => direct(level)]));
  const load = await bench.load();
  const patches = await patchMeanwhile(easel, load, { id, notes }, () => served(0));
  await Promise.all([load.end(), library.end(), easel.end()]);
  bench.processes.remove(folder);
  return [...levels.map((rounds, at) => levelRow(LEVELS[at], ...rounds)), patchRow(patches)];
}

const sizeOf = (level) => ({ width: Math.floor(PICTURE.width / 2 ** level), height: Math.floor(PICTURE.height / 2 ** level) });

/** Milliseconds from the request for a level to its last byte, with an empty cache: neither levels nor sizes. */
async function levelOnce(easel, folder, canvas, path) {
  rmSync(join(folder, 'mipmaps'), { recursive: true, force: true });
  const before = performance.now();
  await send(easel, 'GET', path, { 'canvas-id': canvas });
  return performance.now() - before;
}

async function upload(easel, path, bytes) {
  const head = '--part\r\nContent-Disposition: form-data; name="data"; filename="picture.jpg"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--part--\r\n')]);
  const type = { 'Content-Type': 'multipart/form-data; boundary=part', 'Content-Length': body.length };
  return JSON.parse(await send(easel, 'POST', path, type, body));
}

function send({ port, token }, method, path, headers, body) {
  return new Promise((resolve, reject) => {
    const own = { 'Private-Token': token, ...headers };
    const sent = request({ host: '127.0.0.1', port, method, path: `/api/v1${path}`, headers: own }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(pieces));
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(pieces)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Latencies of PATCHes while one level after the other is rendered, with a writer on each note. */
async function patchMeanwhile(easel, load, { id, notes }, render) {
  const plans = notes.map((note) => [easel.ask('PATCH', `/canvases/${id}/notes/${note}`, { text: NUMBER })]);
  let writing = true;
  const rendering = (async () => {
    while (writing) await render();
  })();
  const { places } = await load.call('loop', { port: easel.port, plans, seconds: SECONDS });
  writing = false;
  await rendering;
  return places[0];
}

function levelRow(level, served, direct) {
  const ratio = median(served.map((ms, at) => ms / direct[at]));
  const { width, height } = sizeOf(level);
  return {
    work: `level ${level} of a JPEG of ${PICTURE.width} × ${PICTURE.height}, ${width} × ${height}`,
    easel: milliseconds(median(served)),
    baseline: `${milliseconds(median(direct))} the library alone`,
    ratio,
    target: '≤ 1.15',
    met: ratio <= 1.15,
    rounds: { served, direct },
  };
}

function patchRow({ p99, perSecond }) {
  return {
    work: `durable PATCH by ${WRITERS} writers while level 0 is rendered, p99`,
    easel: milliseconds(p99),
    baseline: `${Math.round(perSecond)}/s`,
    target: '< 50 ms',
    met: p99 < 50,
    rounds: { p99, perSecond },
  };
}
