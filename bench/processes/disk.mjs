/**
 * The raw peer of uploads: node:http that writes the body of a request to a file and hashes it meanwhile, and answers when
 * file and folder are on disk. It checks nothing.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { answerCalls } from '../lib/calls.mjs';

let folder = '';
const server = createServer((request, response) => {
  take(request).then(
    (hash) => response.end(hash, () => rm(join(folder, 'raw-body'))),
    (error) => response.writeHead(500).end(String(error)),
  );
});

async function take(request) {
  const path = join(folder, 'raw-body');
  const hash = createHash('sha256');
  const hashing = async function* (chunks) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(request, hashing, createWriteStream(path, { highWaterMark: 1024 * 1024 }));
  for (const one of [path, folder]) await sync(one);
  return hash.digest('hex');
}

async function sync(path) {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

answerCalls({
  listen({ folder: into }) {
    folder = into;
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
  },
});
