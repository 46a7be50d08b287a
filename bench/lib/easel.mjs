import { openSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ADMINISTRATOR = { email: 'admin@bench.example', password: 'bench-password' };
/** No start may take longer, in milliseconds. */
const START = 60_000;
const probe = fileURLToPath(new URL('../processes/probe.mjs', import.meta.url));

/** The settings of every server of a run. */
export const environment = (folder) => ({
  EASEL_HOST: '127.0.0.1',
  EASEL_DATA_DIR: folder,
  EASEL_ADMIN_EMAIL: ADMINISTRATOR.email,
  EASEL_ADMIN_PASSWORD: ADMINISTRATOR.password,
  EASEL_SAMPLE_CANVAS: '0',
});

/**
 * Starts the server as `npm run serve` does, in a process of its own, on a free port of 127.0.0.1. Its log goes to a file.
 * @param options `folder`: its data; `storage: false`: with a database that acknowledges at once; `env`: more settings; `port`: not a free one
 * @returns after its first answer, with the milliseconds until then as `started`
 */
export async function startEasel(processes, { folder, storage = true, env = {}, profile, flags = [], port: wished }) {
  const port = wished ?? (await freePort());
  const before = performance.now();
  const child = processes.start(storage ? '../../dist/server/main.js' : 'without-storage.mjs', {
    flags: ['--expose-gc', '--import', probe, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), ...flags],
    env: { ...environment(folder), EASEL_PORT: String(port), ...env },
    output: openSync(join(folder, 'server.log'), 'a'),
  });
  const easel = new Easel(child, port);
  await easel.answers(before);
  easel.started = performance.now() - before;
  return easel;
}

class Easel {
  token = '';

  constructor(child, port) {
    this.child = child;
    this.port = port;
  }

  get call() {
    return this.child.call;
  }

  async answers(since) {
    for (;;) {
      try {
        return await this.exchange({ method: 'GET', path: '/server-info' });
      } catch (cause) {
        if (performance.now() - since > START) throw cause;
        await wait(3);
      }
    }
  }

  async signIn() {
    this.token = (await this.json({ method: 'POST', path: '/users/login', body: ADMINISTRATOR })).token;
    return this;
  }

  /** A request in the form of the load generator. */
  ask(method, path, body) {
    return { method, path, token: this.token, body };
  }

  async json(one) {
    const { body } = await this.exchange(one);
    return JSON.parse(body);
  }

  /** One request. @returns `{headers: [name, value, …], body: Buffer}`, or with `firstLine` the first line of a stream */
  exchange({ method, path, token = this.token, body, firstLine = false }) {
    return exchange(this.port, { method, path: `/api/v1${path}`, token, body, firstLine });
  }

  end() {
    return this.child.end();
  }

  /** Without any warning, as a power failure does. */
  kill() {
    return this.child.kill();
  }
}

function exchange(port, { method, path, token, body, firstLine }) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', ...(token ? { 'Private-Token': token } : {}) };
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const pieces = [];
      const done = () => {
        const whole = Buffer.concat(pieces);
        if (response.statusCode !== 200) return reject(new Error(`${method} ${path}: ${response.statusCode} ${whole}`));
        resolve({ headers: ownHeaders(response.rawHeaders), body: whole });
      };
      response.on('data', (piece) => {
        pieces.push(piece);
        if (firstLine && piece.at(-1) === 10) response.destroy();
      });
      response.on('close', done);
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** The headers without those that Node writes itself. */
function ownHeaders(raw) {
  const own = [];
  for (let at = 0; at < raw.length; at += 2) {
    if (!/^(date|connection|keep-alive|transfer-encoding)$/i.test(raw[at])) own.push(raw[at], raw[at + 1]);
  }
  return own;
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
