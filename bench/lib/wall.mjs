import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Connection, StreamReader } from './connection.mjs';
import { NUMBER, numbered, requestBytes } from './requests.mjs';
import { quantile } from './statistics.mjs';

/** Milliseconds after which a view change that nobody was told of never will be. */
const SETTLED = 2000;

/**
 * Displays that acknowledge every command at once, each steered over a connection of its own and watched by a stream of its
 * own.
 */
export class Wall {
  #displays = [];
  #number = 0;

  async open({ port, token, count }) {
    for (let at = 0; at < count; at++) this.#displays.push(await connect(port, token, at));
    await until(() => this.#displays.every(({ reader }) => reader.bytes > 0));
  }

  /**
   * Moves the view of each display `rate` times a second, at moments of its own. Times in milliseconds, from sending the PATCH:
   * `answered`, and `shown` on the stream that watches the workspace.
   */
  async steer({ rate, seconds }) {
    const run = { answered: [], shown: [], late: 0 };
    const loop = performance.eventLoopUtilization();
    const start = performance.now();
    const total = Math.round(rate * seconds);
    const next = this.#displays.map((_, at) => ({ sent: 0, offset: (at / this.#displays.length) * (1000 / rate) }));
    for (let open = true; open; await wait(1)) {
      open = false;
      const now = performance.now() - start;
      for (const [at, display] of this.#displays.entries()) {
        const { sent, offset } = next[at];
        if (sent === total) continue;
        open = true;
        if (now < offset + (sent * 1000) / rate) continue;
        next[at].sent++;
        if (display.busy) run.late++;
        else this.#move(display, run);
      }
    }
    const busy = performance.eventLoopUtilization(loop).utilization;
    await until(() => this.#displays.every(({ busy }) => !busy), SETTLED);
    const p = (times) => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
    return { moved: run.shown.length, late: run.late, answered: p(run.answered), shown: p(run.shown), busy };
  }

  close() {
    for (const { socket, reader, connection } of this.#displays) {
      socket.terminate();
      reader.close();
      connection.close();
    }
  }

  #move(display, run) {
    const sentAt = performance.now();
    let open = 2;
    const done = () => {
      open -= 1;
      display.busy = open > 0;
    };
    display.busy = true;
    display.news = () => {
      run.shown.push(performance.now() - sentAt);
      display.news = undefined;
      done();
    };
    display.connection.send(numbered(display.patch, this.#number++), (error) => {
      if (error) throw error;
      run.answered.push(performance.now() - sentAt);
      done();
    });
  }
}

async function connect(port, token, at) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/clients/connect`, { headers: { 'Private-Token': token } });
  const welcome = await new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'welcome') resolve(message);
      if (message.type === 'command') socket.send(`{"type":"ack","re":"${message.id}"}`);
      if (message.type === 'beat') socket.send('{"type":"beat"}');
    });
    const client = { installation_name: `display ${at}`, api_access: 'rw' };
    const workspaces = [{ index: 0, size: { width: 1920, height: 1080 } }];
    socket.once('open', () => socket.send(JSON.stringify({ type: 'hello', protocol: 1, client, workspaces })));
  });
  const path = `/clients/${welcome.client_id}/workspaces`;
  const display = { socket, busy: false, news: undefined, connection: new Connection(port) };
  display.patch = movement(`${path}/0`, token);
  const stream = requestBytes({ method: 'GET', path: `${path}?subscribe&changes=1`, token });
  display.reader = new StreamReader(port, stream, () => display.news?.());
  return display;
}

/** A PATCH whose number is a coordinate. */
function movement(path, token) {
  const placeholder = `"1${NUMBER}"`;
  const bytes = requestBytes({ method: 'PATCH', path, token, body: { view_rectangle: { x: `1${NUMBER}` } } });
  const text = bytes.toString('latin1').replace(placeholder, `1${NUMBER}`);
  return Buffer.from(
    text.replace(/Content-Length: (\d+)/, (_, length) => `Content-Length: ${length - 2}`),
    'latin1',
  );
}

async function until(holds, patience = 30_000) {
  const end = performance.now() + patience;
  while (!holds()) {
    if (performance.now() > end) throw new Error('a view change was not told to the stream that watches it');
    await wait(5);
  }
}
