/**
 * P8: the memory of 100,000 notes, including indexes, against the bytes of their JSON as the list sends it. Measured
 * as live memory (heap and external) after a collection, before and after the canvas is loaded. Also shown: what the
 * list's ready pages add after it was sent once, and the growth of the process.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { megabytes } from './lib/table.mjs';

const NOTES = 100_000;
const texts = [
  { text: 'latin', name: 'Latin text', most: 2 },
  { text: 'other', name: 'other text', most: 3 },
];
const IDLE_BYTES = 130e6;

export default async function memory(bench) {
  const rows = [];
  for (const text of texts) rows.push(...(await measureText(bench, text)));
  return [...rows, await idle(bench)];
}

async function measureText(bench, { text, name, most }) {
  const { folder, canvases } = await bench.data([{ notes: NOTES, text }]);
  const [{ id, notes }] = canvases;
  const easel = await bench.easel({ folder });
  const before = await easel.call('memory');
  await easel.exchange({ method: 'GET', path: `/canvases/${id}/notes/${notes[0]}` });
  const loaded = await easel.call('memory');
  const list = await easel.exchange({ method: 'GET', path: `/canvases/${id}/notes` });
  const sent = await easel.call('memory');
  await easel.end();
  bench.processes.remove(folder);
  const json = list.body.length;
  const held = alive(loaded) - alive(before);
  const withPages = alive(sent) - alive(before);
  return [
    row(`memory of ${NOTES.toLocaleString('en')} notes, ${name}`, held, json, most, loaded.rss - before.rss),
    row(`the same with the list's pages, ${name}`, withPages, json, undefined, sent.rss - before.rss),
  ];
}

const alive = ({ heapUsed, external }) => heapUsed + external;

const row = (work, bytes, json, most, rss) => ({
  work,
  easel: megabytes(bytes),
  baseline: `${megabytes(json)} JSON (process grew ${megabytes(rss)})`,
  ratio: bytes / json,
  target: most === undefined ? '' : `< ${most.toFixed(1)}`,
  met: most === undefined ? undefined : bytes / json < most,
});

async function idle(bench) {
  const folder = bench.processes.folder();
  const easel = await bench.easel({ folder });
  await wait(1000);
  const bytes = await easel.call('rss');
  await easel.end();
  bench.processes.remove(folder);
  return { work: 'idle process', easel: megabytes(bytes), target: '< 130 MB', met: bytes < IDLE_BYTES };
}
