/**
 * P11: an upload of 500 MB, hashed while it is written and on disk when it is answered, against node:http that writes a
 * bare body to a file with the same hash and the same fsyncs; and the memory of the server meanwhile.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { alternate } from './lib/bench.mjs';
import { median, quantile } from './lib/statistics.mjs';
import { megabytes } from './lib/table.mjs';

const PIECE = 1024 * 1024;
const BYTES = 500 * PIECE;
const ROUNDS = 5;
/** For buffers in use and garbage that is not collected yet; no memory may grow with the file. */
const MOST_GROWTH = 96e6;
const LOOK_MS = 50;

export default async function upload(bench) {
  const { folder, canvases } = await bench.data([{ notes: 1 }]);
  const easel = await bench.easel({ folder });
  const disk = bench.processes.start('disk.mjs');
  const port = await disk.call('listen', { folder });
  const path = `/api/v1/canvases/${canvases[0].id}/uploads-folder`;
  const grown = [];
  const served = async () => {
    const watch = await watchMemory(easel);
    const seconds = await send({ port: easel.port, path, token: easel.token, form: true });
    grown.push(await watch.end());
    removeBytes(folder);
    return seconds;
  };
  const direct = () => send({ port, path: '/' });
  await Promise.all([served(), direct()]);
  grown.length = 0;
  const [own, raw] = await alternate(ROUNDS, [served, direct]);
  await Promise.all([easel.end(), disk.end()]);
  bench.processes.remove(folder);
  return [rateRow(own, raw), memoryRow(grown)];
}

/** The length of the boundaries of curl and browsers: a longer boundary lets the parser look at fewer bytes of a body. */
const BOUNDARY = '------------------------d74496d66958873e';

/** Seconds from the first byte to the answer. All bodies differ, because the server would store equal ones once. */
function send({ port, path, token, form = false }) {
  const piece = randomBytes(PIECE);
  const head = Buffer.from(
    form ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="data"; filename="large.bin"\r\n\r\n` : '',
  );
  const tail = Buffer.from(form ? `\r\n--${BOUNDARY}--\r\n` : '');
  const headers = {
    'Content-Length': head.length + BYTES + tail.length,
    ...(form && { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, 'Private-Token': token }),
  };
  const before = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve((performance.now() - before) / 1000);
        else reject(new Error(`${path}: ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.write(head);
    write(sent, piece, BYTES / PIECE, tail);
  });
}

function write(sent, piece, left, tail) {
  let taken = true;
  while (left > 0 && taken) {
    taken = sent.write(piece);
    left--;
  }
  if (left > 0) sent.once('drain', () => write(sent, piece, left, tail));
  else sent.end(tail);
}

/** Measures how much the process grows. */
async function watchMemory({ call }) {
  const before = await call('rss');
  let most = before;
  const look = async () => {
    most = Math.max(most, await call('rss'));
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    async end() {
      clearInterval(timer);
      await look();
      return most - before;
    },
  };
}

/** Removes only the files, because the server makes their folders only once. */
function removeBytes(folder) {
  const assets = join(folder, 'assets');
  for (const entry of readdirSync(assets, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) rmSync(join(entry.parentPath, entry.name));
  }
}

function rateRow(own, raw) {
  const ratio = median(own.map((seconds, at) => raw[at] / seconds));
  const rate = (seconds) => `${megabytes(BYTES / median(seconds))}/s`;
  return {
    work: 'upload of 500 MB with hash, on disk when answered',
    easel: rate(own),
    baseline: `${rate(raw)} raw`,
    ratio,
    target: '≥ 0.85',
    met: ratio >= 0.85,
    rounds: { own, raw },
  };
}

function memoryRow(grown) {
  const most = quantile(grown, 1);
  return {
    work: 'growth of the process meanwhile, the largest',
    easel: megabytes(most),
    target: `< ${megabytes(MOST_GROWTH)}`,
    met: most < MOST_GROWTH,
    rounds: { grown },
  };
}
