import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { repository } from '../kit/server-process.ts';
import { until } from '../kit/until.ts';

const isThere = spawnSync('haproxy', ['-v']).status === 0;

/** What a balancer sees of a node: its health, and streams that last. */
async function node() {
  const streams: ServerResponse[] = [];
  const state = { health: 200 as number | 'silent', streams, asked: '' };
  const server = createServer((asked, response) => {
    if (asked.url!.startsWith('/healthz/')) {
      state.asked = asked.url!;
      if (state.health !== 'silent') response.writeHead(state.health).end();
      return;
    }
    streams.push(response);
    response.write('[]\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return Object.assign(state, { address: `127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** The sample with these two nodes, and the port on which it listens. */
async function balancer(addresses: readonly string[]): Promise<number> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'easel-haproxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sample = readFileSync(join(repository, 'deploy/haproxy.cfg'), 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(' init-addr libc,none resolvers names', '')
    .replace(/resolvers names\n(?: {4}.*\n)+/, '')
    .replace(/( {4}server .*\n?)+$/, addresses.map((address, at) => `    server n${at} ${address}\n`).join(''));
  writeFileSync(join(folder, 'haproxy.cfg'), sample);
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return port;
}

/** A stream through the balancer; resolves when it has begun. */
async function stream(port: number): Promise<{ isOver: boolean }> {
  const state = { isOver: false };
  const begun = await new Promise<boolean>((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path: '/api/v1/canvases?subscribe' }, (response) => {
      response.on('data', () => resolve(true)).on('error', () => undefined);
      response.on('close', () => {
        state.isOver = true;
      });
      if (response.statusCode !== 200) resolve(false);
    });
    asked.on('error', () => resolve(false)).end();
  });
  return begun ? state : stream(port);
}

test.skipIf(!isThere)(
  'deploy/haproxy.cfg ends the connections of a node that is down, and leaves those of one that is ending (skipped without haproxy)',
  async () => {
    const nodes = [await node(), await node()] as const;
    const port = await balancer(nodes.map(({ address }) => address));
    const streams = await Promise.all(Array.from({ length: 8 }, () => stream(port)));
    await until(() => nodes.every((one) => one.streams.length > 0));
    expect(nodes[0].asked).toBe('/healthz/ready?ending_as_404');
    const [here, there] = nodes.map((one) => one.streams.length) as [number, number];
    nodes[0].health = 404;
    await until(async () => {
      await stream(port);
      return nodes[1].streams.length > there + 3;
    }, 200);
    expect(streams.filter(({ isOver }) => isOver)).toEqual([]);
    nodes[0].health = 200;
    nodes[1].health = 'silent';
    await until(() => streams.filter(({ isOver }) => isOver).length === there, 50);
    expect(nodes[0].streams.slice(0, here).every(({ destroyed }) => !destroyed)).toBe(true);
  },
);
