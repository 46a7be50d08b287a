/**
 * Many clients that want all levels of one file at once, in a process of their own, so that their reading does not slow
 * what the test measures. Prints what each of them saw, without repetition.
 *
 *   node mipmap-clients.mjs <url> <token> <canvas> <hash> <levels> <clients>
 */
import { Agent, get } from 'node:http';

const [url, token, canvas, hash, levels, clients] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const headers = { 'private-token': token, 'canvas-id': canvas };

const read = (path) =>
  new Promise((resolve, reject) => {
    get(`${url}/api/v1${path}`, { headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (piece) => {
        bytes += piece.length;
      });
      response.on('error', reject).on('end', () => resolve(`${response.statusCode} ${bytes}`));
    }).on('error', reject);
  });

const all = async () => {
  const info = await read(`/mipmaps/${hash}`);
  const paths = Array.from({ length: Number(levels) }, (_, level) => `/mipmaps/${hash}/${level}`);
  return [info, ...(await Promise.all(paths.map(read)))].join();
};

const seen = await Promise.all(Array.from({ length: Number(clients) }, all));
console.log(JSON.stringify([...new Set(seen)]));
process.exit();
