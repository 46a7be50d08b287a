/**
 * P13: work on 100,000 notes at once, one kind after the other on one canvas: saving it, deleting a note that holds all the
 * others, restoring them, copying the canvas and deleting it. Meanwhile readers request a note of this canvas and one
 * of another, and a stream is open on all of it. No turn of the event loop may be long, so that readers hardly notice.
 */
import { StreamReader } from './lib/connection.mjs';
import { requestBytes } from './lib/requests.mjs';
import { milliseconds } from './lib/table.mjs';

const LARGE = 100_000;
const LONGEST = 50;
/** Readers that send the next request as soon as they have their answer. */
const READERS = 4;

export default async function largeWork(bench) {
  const { folder, canvases } = await bench.data([{ notes: LARGE, nested: true }, { notes: 10 }]);
  const easel = await bench.easel({ folder });
  const stream = await openStream(easel, `/canvases/${canvases[0].id}/notes?subscribe&changes=1`);
  const rows = [];
  for (const work of worksOn(easel, canvases[0])) rows.push(await measure(easel, canvases, work));
  rows.push(streamRow(stream));
  stream.reader.close();
  await easel.end();
  bench.processes.remove(folder);
  return rows;
}

const worksOn = (easel, { id, notes }) => {
  const canvas = `/canvases/${id}`;
  const send = (method, path, body) => () => easel.exchange({ method, path: `${canvas}${path}`, body });
  return [
    { name: 'save', run: send('PATCH', '', { mode: 'demo' }) },
    { name: 'delete', run: send('DELETE', `/notes/${notes[0]}`) },
    { name: 'restore', run: send('POST', '/restore') },
    { name: 'copy', run: send('POST', '/copy', { folder_id: '1000' }) },
    { name: 'delete the canvas', run: send('DELETE', ''), last: true },
  ];
};

async function openStream(easel, path) {
  const stream = { first: 0 };
  stream.reader = new StreamReader(easel.port, requestBytes(easel.ask('GET', path)), () => {});
  // The first message is complete when nothing more arrives
  while (stream.reader.bytes === 0 || stream.first < stream.reader.bytes) {
    stream.first = stream.reader.bytes;
    await pause(300);
  }
  return stream;
}

async function measure(easel, canvases, { name, run, last = false }) {
  const paths = canvases.map(({ id, notes }) => `/canvases/${id}/notes/${notes[1]}`);
  const reading = { over: false, times: [] };
  // No reader requests notes of a canvas that is being deleted
  const readers = Array.from({ length: READERS }, (_, at) => read(easel, paths[last ? 1 : at % 2], reading));
  await pause(100);
  await easel.call('watchTurns');
  const before = reading.times.length;
  const from = performance.now();
  await run();
  const taken = performance.now() - from;
  // Publishing and cleaning up after the answer count, too
  await pause(1500);
  const turn = await easel.call('longestTurn');
  reading.over = true;
  await Promise.all(readers);
  return row(name, turn, taken, reading.times.slice(before));
}

/** A 404 for a note that does not exist at the moment counts as an answer. */
async function read(easel, path, reading) {
  while (!reading.over) {
    const before = performance.now();
    await easel.exchange({ method: 'GET', path }).catch(notFound);
    reading.times.push(performance.now() - before);
    await pause(2);
  }
}

function notFound(cause) {
  if (!/ 404 /.test(cause.message)) throw cause;
}

function row(name, turn, taken, times) {
  const slowest = Math.max(...times);
  return {
    work: `${name}, ${LARGE.toLocaleString('en')} notes: longest turn; slowest of ${times.length.toLocaleString('en')} reads`,
    easel: milliseconds(turn),
    baseline: milliseconds(slowest),
    target: `< ${LONGEST} ms`,
    met: turn < LONGEST,
    rounds: { taken, times },
  };
}

function streamRow({ first, reader }) {
  const told = (reader.bytes / first).toFixed(1);
  return { work: 'stream on all of it: told, in sizes of its first message', easel: told };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
